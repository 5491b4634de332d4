import Recording
import Testing
import Units

@Suite struct `changing the camera` {
  private static let webcam = CameraChoice(path: "/dev/video2", name: "Webcam (/dev/video2)")
  private static let ways: [@Sendable (inout RecorderMachine) -> [RecorderMachine.Action]] = [
    { $0.changeCamera() }, { $0.changeInput(of: Session.grabber, Session.grabberFacts) },
  ]

  @Test func `is asked for between takes, and lets no take begin until it is done`() {
    var machine = Session.machine()
    #expect(machine.changeCamera() == [.openNextCamera])
    #expect(machine.isOpeningCamera)
    #expect(machine.note == "Looking for the next camera...")
    #expect(machine.pressed(at: ms(0)) == [.holdEnded])
    #expect(machine.note == "Still opening; the next take can begin when that is done.")
    machine.cameraOpened(nil)
    #expect(machine.note == nil)
    #expect(machine.pressed(at: ms(0)) == [.begin(1, press: ms(0), allowance: 450)])
  }

  @Test(arguments: 0..<2)
  func `waits for the take, for its file, and for the movie`(way: Int) {
    let change = Self.ways[way]
    var machine = Session.machine()
    _ = machine.pressed(at: ms(0))
    #expect(change(&machine).isEmpty)
    #expect(machine.note == "Not while recording.")
    _ = machine.released(at: ms(1000))
    #expect(change(&machine).isEmpty)
    _ = machine.takeCut(1, frames: 30)
    #expect(change(&machine).isEmpty)
    #expect(machine.note == "Not while recording.")
    _ = machine.takeClosed(1, take: Session.take(1, frames: 30))
    _ = machine.save(at: ms(2000))
    #expect(change(&machine).isEmpty)
    #expect(machine.note == "Still saving; Esc cancels.")
    #expect(!machine.isOpeningCamera)
    _ = machine.mergeFailed("Not saved.")
    #expect(change(&machine).count == 1)
  }

  @Test(arguments: 0..<2)
  func `is not begun twice`(way: Int) {
    var machine = Session.machine()
    #expect(machine.changeCamera() == [.openNextCamera])
    #expect(Self.ways[way](&machine).isEmpty)
    machine.cameraStays("There is no other camera.")
    #expect(machine.note == "There is no other camera.")
    #expect(Self.ways[way](&machine).count == 1)
  }

  @Test func `brings recording back after a camera was lost`() {
    var machine = Session.machine()
    machine.cameraLost("The camera was unplugged.")
    #expect(machine.note == "The camera was unplugged. c goes on to the next camera.")
    #expect(machine.changeCamera() == [.openNextCamera])
    machine.cameraOpened(nil)
    #expect(machine.cameraProblem == nil)
    #expect(machine.pressed(at: ms(0)).count == 1)
  }

  @Test func `that changed nothing leaves a lost camera lost`() {
    var machine = Session.machine()
    machine.cameraLost("The camera was unplugged.")
    _ = machine.changeCamera()
    machine.cameraStays("There is no other camera.")
    #expect(machine.pressed(at: ms(0)) == [.holdEnded])
    #expect(machine.note == "The camera was unplugged. c goes on to the next camera.")
  }

  @Test func `that ends without any camera says so at the next press`() {
    var machine = Session.machine()
    _ = machine.changeCamera()
    machine.noCameraOpened("No camera can be opened.")
    #expect(!machine.isOpeningCamera)
    #expect(machine.pressed(at: ms(0)) == [.holdEnded])
    #expect(machine.note == "No camera can be opened. c goes on to the next camera.")
    #expect(machine.changeCamera() == [.openNextCamera])
  }

  @Test func `goes on when the camera is lost in the midst of it`() {
    var machine = Session.machine()
    _ = machine.changeCamera()
    machine.cameraLost("The camera was unplugged.")
    #expect(machine.isOpeningCamera)
    #expect(machine.changeCamera().isEmpty)
    machine.cameraOpened(nil)
    #expect(machine.cameraProblem == nil)
  }

  @Test func `gives the grid only to a session without takes`() throws {
    let film = try #require(FrameRate(24))
    var machine = Session.machine()
    machine.cameraChanged(
      to: VideoSettings(size: Session.settings.size, rate: film, quality: 22))
    #expect(machine.rate == film)
    #expect(machine.pressed(at: ms(0)) == [.begin(1, press: ms(0), allowance: 360)])
    machine.cameraChanged(to: Session.settings)
    #expect(machine.rate == film)
  }

  @Test func `does not open a camera anew that has one input or none`() {
    var machine = Session.machine()
    var facts = Session.grabberFacts
    facts.inputs = ["Webcam"]
    facts.name = "Webcam"
    #expect(machine.changeInput(of: Self.webcam, facts).isEmpty)
    #expect(machine.note == "Webcam has one input.")
    facts.inputs = []
    facts.name = "clip.mp4"
    let clip = CameraChoice(path: "clip.mp4", name: "clip.mp4")
    #expect(machine.changeInput(of: clip, facts).isEmpty)
    #expect(machine.note == "clip.mp4 has no inputs.")
    facts.name = "test picture"
    #expect(machine.changeInput(of: .testPicture, facts).isEmpty)
    #expect(machine.note == "The test picture has no inputs.")
    #expect(!machine.isOpeningCamera)
    #expect(
      machine.changeInput(of: Session.grabber, Session.grabberFacts) == [.openNextInput])
  }
}

@Suite struct `the way round the cameras` {
  private static let list = [
    Session.grabber, CameraChoice(path: "/dev/video2", name: "Webcam (/dev/video2)"),
    .testPicture,
  ]

  @Test func `goes from one to the next and back to the first`() {
    var round = CameraRound(at: Self.list[0])
    for place in [1, 2, 0, 1] {
      let next = round.next(among: Self.list)
      #expect(next == Self.list[place])
      if let next { round.opened(next) }
      #expect(round.current == Self.list[place])
    }
  }

  @Test func `passes one that cannot be opened at the next press`() {
    var round = CameraRound(at: Self.list[0])
    round.failed(Self.list[1])
    #expect(round.current == Self.list[0])
    #expect(round.next(among: Self.list) == Self.list[2])
    round.failed(Self.list[2])
    // Never to the one in use: that would only interrupt it.
    #expect(round.next(among: Self.list) == Self.list[1])
  }

  @Test func `begins at the first when the current one is not among them`() {
    let clip = CameraChoice(path: "clip.mp4", name: "clip.mp4")
    #expect(CameraRound(at: clip).next(among: Self.list) == Self.list[0])
    #expect(CameraRound(at: clip).next(among: [.testPicture]) == .testPicture)
  }

  @Test func `ends where there is no other`() {
    #expect(CameraRound(at: .testPicture).next(among: [.testPicture]) == nil)
    #expect(CameraRound(at: .testPicture).next(among: []) == nil)
  }

  @Test func `goes round the inputs of a camera, behind one that has no signal`() {
    var facts = Session.grabberFacts
    var round = CameraRound(at: Session.grabber)
    #expect(round.nextInput(of: facts)?.input == 1)
    round.failed(CameraChoice(path: Session.grabber.path, name: "Grabber", input: 1))
    let next = round.nextInput(of: facts)
    #expect(next?.input == 2)
    #expect(next?.path == Session.grabber.path)
    if let next { round.opened(next) }
    facts.input = 2
    #expect(round.nextInput(of: facts)?.input == 0)
    facts.inputs = ["HDMI"]
    #expect(round.nextInput(of: facts) == nil)
  }

  @Test func `does not mix the inputs of two cameras`() {
    var round = CameraRound(at: Session.grabber)
    round.failed(CameraChoice(path: "/dev/video2", name: "Webcam", input: 1))
    #expect(round.nextInput(of: Session.grabberFacts)?.input == 1)
  }
}
