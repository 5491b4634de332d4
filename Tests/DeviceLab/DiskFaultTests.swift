import Foundation
import Support
import Testing

/// `disks` freezes a disk under the recorder, has one fail and one fill up.
private let run = Result {
  try LabRun("disks", limit: 400) { ["-d", $0.file("disk"), "-m", "loop", "-m", "quota_v2"] }
}

@Suite(.serialized) struct `on a disk` {
  @Test func `that reports an error a take is whole up to there`() throws {
    let lab = try run.get()
    let errors = lab.text("thin.err")
    #expect(lab.code("thin") == 1 && errors.contains("the disk reports an error"), "\(errors)")
    let movie = try lab.movie("thin")
    #expect(movie.takes.count == 1 && movie.errors.isEmpty, "\(movie.report)")
    #expect(movie.frameCount >= 20, "\(movie.report)")
  }

  @Test func `of which the user has had his share, takes come to their movie elsewhere`() throws {
    let lab = try run.get()
    let errors = lab.text("share.err")
    #expect(lab.code("share") == 5 && errors.contains("your share of the disk"), "\(errors)")
    #expect(lab.code("elsewhere") == 0, "\(lab.text("elsewhere.err"))")
    let movie = try lab.movie("elsewhere")
    #expect(movie.takes.count == 1 && movie.errors.isEmpty, "\(movie.report)")
    #expect(movie.frameCount >= 20, "\(movie.report)")
  }
}

@Suite(.serialized) struct `on a disk that stops answering` {
  @Test(arguments: [2, 10])
  func `for some seconds a take has every frame`(seconds: Int) throws {
    let lab = try run.get()
    let name = "stall\(seconds)"
    let errors = lab.text("\(name).err")
    #expect(lab.code(name) == 0, "\(errors)")
    let movie = try lab.movie(name)
    #expect(movie.frameCount == (seconds + 8) * 10 && movie.errors.isEmpty, "\(movie.report)")
    #expect(movie.takes.count == 1, "no frame is missing: \(movie.report)")
    if seconds == 10 { #expect(errors.contains("The disk does not answer"), "\(errors)") }
    // What waited, and what else moved.
    let (before, after) = (lab.number("\(name).before"), lab.number("\(name).after"))
    #expect(try #require(after) - #require(before) < 16 << 10, "KiB")
  }

  @Test func `for ever the recorder says so, stays alive, and can be left`() throws {
    let lab = try run.get()
    let screen = lab.text("forever.screen")
    #expect(lab.text("forever.alive") == "yes\n", "\(screen)")
    #expect(lab.code("forever") == 1)
    #expect(screen.contains("what it has not taken by now is lost"), "\(screen)")
    #expect(lab.code("rescued") == 0, "\(lab.text("rescued.err"))")
    let movie = try lab.movie("rescued")
    #expect(movie.takes.count == 1 && movie.errors.isEmpty, "\(movie.report)")
    #expect(movie.frameCount >= 10, "\(movie.report)")
  }
}
