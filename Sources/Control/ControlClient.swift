import Glibc
import Lanes
package import Recording
package import Units

/// Asks something of a recorder that runs in another process of this user.
package struct ControlClient: Sendable {
  private let folder: ControlFolder
  /// A recorder greets at once; one that was stopped never does.
  private let patience: MediaTime

  /// Looks for recorders in `folder`; each may take `patience` to greet.
  package init(folder: ControlFolder, patience: MediaTime = .seconds(Int64(5))) {
    self.folder = folder
    self.patience = patience
  }

  /// Sends a request to the recorder of `process`, or the newest one, and waits for its answer.
  ///
  /// There is no bound on that wait: a movie takes as long as it takes.
  package func ask(
    _ request: ControlRequest, of process: Int32? = nil
  ) throws(ControlError) -> ControlAnswer {
    let (socket, process) = try find(process)
    let name = Self.name(process)
    // One that has no room for us says so and hangs up without having listened.
    _ = socket.send(request.line[...])
    var heard: [UInt8] = []
    reading: while true {
      switch socket.receive(65_536) {
      case .bytes(let bytes):
        heard += bytes
        if heard.count >= ControlReply.greeting.count {
          socket.wait(atMost: .zero, for: SO_RCVTIMEO)
        }
      case .nothing: throw ControlError(.talk, .silent, name)
      case .ended: break reading
      }
    }
    guard heard.count > ControlReply.greeting.count else {
      throw ControlError(.talk, .gone, name)
    }
    guard heard.starts(with: ControlReply.greeting),
      let answer = ControlReply.answer(heard.dropFirst(ControlReply.greeting.count))
    else { throw ControlError(.talk, .strange, name) }
    return answer
  }

  private func find(_ wanted: Int32?) throws(ControlError) -> (Socket, Int32) {
    let known = folder.processes
    // Without a socket there is nobody to be afraid of, and the folder may not even be there.
    if !known.isEmpty { try folder.verify() }
    if let wanted {
      do throws(ControlError) {
        return (try connect(to: wanted), wanted)
      } catch {
        guard error.code == .nobody else { throw error }
        throw ControlError(.find, .nobody, "process \(wanted)\(others(known))")
      }
    }
    for process in known {
      do throws(ControlError) {
        return (try connect(to: process), process)
      } catch {
        guard error.code == .nobody else { throw error }
      }
    }
    throw ControlError(.find, .nobody, "")
  }

  private func connect(to process: Int32) throws(ControlError) -> Socket {
    do throws(ControlError) {
      let socket = try Socket.connected(to: folder.socket(of: process), patience: patience)
      if socket.isOfThisUser { return socket }
    } catch {
      throw ControlError(.find, error.code, Self.name(process))
    }
    throw ControlError(.find, .nobody, Self.name(process))
  }

  private static func name(_ process: Int32) -> String { "The recorder of process \(process)" }

  /// Names the recorders that do run.
  private func others(_ known: [Int32]) -> String {
    let running = known.filter { (try? connect(to: $0)) != nil }
    guard let last = running.last else { return ", nor as any other" }
    let names = running.dropLast().map(String.init).joined(separator: ", ")
    return names.isEmpty ? "; process \(last) has one" : "; processes \(names) and \(last) have one"
  }
}
