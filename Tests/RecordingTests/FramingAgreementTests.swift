import Recording
import Testing
import Units

@Suite struct `takes of one movie` {
  private let camera = PixelSize(width: 1280, height: 720)
  private let square = Framing(crop: .square)
  private let turned = Framing(rotation: .quarter)

  private func agreement(
    _ takes: [Framing], _ chosen: Framing, canTurn: Bool = true
  ) -> FramingAgreement {
    FramingAgreement(of: takes, chosen: chosen, camera: camera, canTurn: canTurn)
  }

  @Test func `are copied when they are framed as the movie`() {
    let found = agreement([square, square], square)
    #expect(found.coded == square && found.turn == .upright && found.differing.isEmpty)
    #expect(found.note() == nil)
    let wide = agreement([.native], Framing(crop: .ratio(width: 16, height: 9)))
    #expect(wide.differing.isEmpty && wide.turn == .upright)
  }

  @Test func `are turned by players when only the rotation was changed`() {
    let found = agreement([.native, .native], turned)
    #expect(found.coded == .native && found.turn == .quarter && found.differing.isEmpty)
    // Behind a mirror a turn goes the other way round.
    let mirrored = agreement(
      [Framing(mirror: .horizontal)], Framing(rotation: .quarter, mirror: .horizontal))
    #expect(mirrored.turn == .threeQuarters && mirrored.coded == Framing(mirror: .horizontal))
    let back = agreement([turned], .native)
    #expect(back.turn == .threeQuarters && back.coded == turned)
  }

  @Test func `are coded anew where no matrix does it`() {
    for chosen in [square, Framing(mirror: .horizontal), Framing(crop: .square, rotation: .half)] {
      let found = agreement([.native, chosen, .native], chosen)
      #expect(found.coded == chosen && found.turn == .upright && found.differing == [0, 2])
      #expect(found.note() == "Saving codes takes 1 and 3 anew.")
    }
    #expect(agreement([.native, turned], turned).differing == [0])
    #expect(agreement([.native, .native], turned, canTurn: false).differing == [0, 1])
  }

  @Test func `that were cropped tighter than the movie get black bars`() {
    let found = agreement([square, .native, turned], .native)
    #expect(found.differing == [0, 2] && found.barred == [0])
    #expect(
      found.note { $0 + 5 }
        == "Saving codes takes 5 and 7 anew; black bars fill up take 5, cropped tighter.")
  }
}

@Suite struct `choosing a framing` {
  private func take(_ ticket: Int, _ framing: Framing?) -> Take {
    var take = Session.take(ticket, frames: 30)
    take.framing = framing
    return take
  }

  @Test func `goes round by a key and is written down`() {
    var machine = Session.machine()
    #expect(machine.nextCrop() == [.writeIndex])
    #expect(machine.framing == Framing(crop: .square))
    #expect(machine.turn() == [.writeIndex])
    #expect(machine.nextMirror() == [.writeIndex])
    #expect(machine.note == "Framing: square, turned 90, mirrored.")
    for _ in 0..<3 { _ = machine.turn() }
    for _ in 0..<2 { _ = machine.nextMirror() }
    for _ in 0..<5 { _ = machine.nextCrop() }
    #expect(machine.framing == .native && machine.note == "Framing: native.")
  }

  @Test func `says which takes are coded anew`() {
    var bad = take(2, nil)
    bad.state = .bad
    var machine = Session.machine(takes: [
      take(1, nil), bad, take(3, Framing(crop: .square)), take(4, .native),
    ])
    _ = machine.nextCrop()
    #expect(machine.reframedRows == [0, 3])
    #expect(machine.note == "Framing: square. Saving codes takes 1 and 4 anew.")
  }

  @Test func `leaves takes alone that only have to be turned`() {
    var machine = Session.machine(takes: [take(1, nil), take(2, .native)])
    _ = machine.turn()
    #expect(machine.reframedRows.isEmpty && machine.note == "Framing: turned 90.")
  }

  @Test func `waits for the end of a take`() {
    var machine = Session.machine()
    _ = machine.pressed(at: .zero)
    #expect(machine.nextCrop() == [] && machine.turn() == [] && machine.nextMirror() == [])
    #expect(machine.framing == .native && machine.note == "Not while recording.")
    _ = machine.released(at: ms(500))
    #expect(machine.nextCrop() == [.writeIndex], "the take under way has its own by now")
  }
}
