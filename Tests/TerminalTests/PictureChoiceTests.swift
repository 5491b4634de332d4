import Screens
import Testing
import Units

@testable import Terminal

@Suite struct `the choice of a picture` {
  private let grain = PixelSize(width: 10, height: 20)

  private func choice(
    _ wish: PreviewWish = .best, colours: Int = 256, isUnicode: Bool = true, hasGrain: Bool = true,
    hasTrueColour: Bool = false, isRemote: Bool = false,
    _ change: (inout TerminalAnswers) -> Void = { _ in }
  ) -> PictureChoice {
    var answers = TerminalAnswers()
    answers.attributes = [22]
    answers.pictures = PictureAnswers()
    change(&answers)
    let facts = PictureChoice.Facts(
      colours: colours, isUnicode: isUnicode, grain: hasGrain ? grain : nil, type: "xterm",
      hasTrueColour: hasTrueColour)
    return PictureChoice(wish, answers, facts, isRemote: isRemote)
  }

  private func kitty(_ answers: inout TerminalAnswers, sharesMemory: Bool) {
    answers.pictures?.hasKittyGraphics = true
    answers.pictures?.sharesMemory = sharesMemory
  }

  @Test func `is the best that the terminal has answered to have`() {
    #expect(choice().carrier == .blocks)
    #expect(choice { $0.attributes = [4] }.carrier == .sixel(colours: 256))
    #expect(
      choice {
        $0.attributes = [4]
        $0.name = "iTerm2 3.5.4"
      }.carrier == .iterm)
    #expect(
      choice {
        kitty(&$0, sharesMemory: true)
        $0.name = "WezTerm 20240203"
      }.carrier == .kitty(sharesMemory: true))
    #expect(
      choice {
        kitty(&$0, sharesMemory: false)
        $0.name = "WezTerm 20240203"
      }.carrier == .iterm, "JPEG is less than PNG")
    #expect(choice { kitty(&$0, sharesMemory: false) }.carrier == .kitty(sharesMemory: false))
  }

  @Test func `is half blocks in 24-bit colour where those are promised and nothing is between`() {
    #expect(choice(hasTrueColour: true).carrier == .trueColour)
    #expect(choice(.blocks, hasTrueColour: true).carrier == .trueColour)
    #expect(choice(colours: 8, hasTrueColour: true).carrier == .trueColour)
    #expect(choice(hasTrueColour: true) { $0.attributes = [4] }.carrier == .sixel(colours: 256))
    #expect(choice(hasTrueColour: true, isRemote: true).carrier == .blocks)
    #expect(choice(hasTrueColour: true) { $0.multiplexer = .screen }.carrier == .blocks)
    #expect(choice(colours: 0, hasTrueColour: true).carrier == nil)
  }

  @Test func `is half blocks inside of a multiplexer, whatever is outside`() {
    let inside = choice {
      kitty(&$0, sharesMemory: true)
      $0.attributes = [4]
      $0.multiplexer = .tmux
    }
    #expect(inside.carrier == .blocks && inside.obstacle == nil)
    let named = choice(.kitty) {
      kitty(&$0, sharesMemory: true)
      $0.multiplexer = .tmux
    }
    #expect(named.carrier == nil)
    #expect(named.obstacle?.hasPrefix("Inside tmux there are no pictures in pixels") == true)
  }

  @Test
  func `has so many sixel colours as terminal and link allow, and none without a cell's size`() {
    func sixel(_ registers: Int?, hasGrain: Bool = true, isRemote: Bool = false) -> PictureCarrier?
    {
      choice(hasGrain: hasGrain, isRemote: isRemote) {
        $0.attributes = [4]
        $0.pictures?.sixelColours = registers
      }.carrier
    }
    #expect(sixel(1024) == .sixel(colours: 256))
    #expect(sixel(16) == .sixel(colours: 16))
    #expect(sixel(nil, isRemote: true) == .sixel(colours: 64))
    #expect(sixel(2) == .blocks)
    #expect(sixel(256, hasGrain: false) == .blocks)
  }

  @Test(arguments: [
    (PreviewWish.kitty, "kitty graphics"), (.iterm, "iTerm2's images"), (.sixel, "sixel graphics"),
  ])
  func `is none when another is asked for, and says so`(wish: PreviewWish, name: String) {
    let found = choice(wish)
    #expect(found.carrier == nil)
    #expect(
      found.obstacle == "The terminal has no \(name): '--preview auto' takes the best it has.")
  }

  @Test func `is what was asked for, where there is better too`() {
    func asked(_ wish: PreviewWish) -> PictureCarrier? {
      choice(wish) {
        kitty(&$0, sharesMemory: false)
        $0.attributes = [4]
        $0.name = "iTerm2 3.6"
      }.carrier
    }
    #expect(asked(.kitty) == .kitty(sharesMemory: false))
    #expect(asked(.iterm) == .iterm && asked(.sixel) == .sixel(colours: 256))
    #expect(asked(.blocks) == .blocks)
  }

  @Test func `needs 256 colours for half blocks alone, and says which type has them`() {
    let few = choice(colours: 8)
    #expect(few.carrier == nil)
    #expect(
      few.obstacle
        == "The terminal shows no picture: it needs 256 colours, and TERM=xterm has 8; most "
        + "terminals have them with TERM=xterm-256color.")
    #expect(choice(colours: 8) { $0.attributes = [4] }.carrier == .sixel(colours: 256))
  }

  @Test func `is none without UTF-8, nor without colours unless it is asked for by name`() {
    func kitty(_ wish: PreviewWish, colours: Int, isUnicode: Bool) -> PictureChoice {
      choice(wish, colours: colours, isUnicode: isUnicode) { self.kitty(&$0, sharesMemory: true) }
    }
    #expect(kitty(.best, colours: 256, isUnicode: false).obstacle?.contains("UTF-8") == true)
    #expect(kitty(.kitty, colours: 256, isUnicode: false).carrier == nil)
    #expect(kitty(.best, colours: 0, isUnicode: true).carrier == nil)
    #expect(kitty(.kitty, colours: 0, isUnicode: true).carrier == .kitty(sharesMemory: true))
  }

  @Test func `goes on by the line, then without, where kitty refuses a picture`() {
    var questions = PictureQuestions()
    #expect(!questions.wereAsked)
    let asked = questions.ask(shared: "/x", at: "", hasSixel: true)
    #expect(
      asked.hasPrefix("\u{1b}7\u{1b}_G") && asked.hasSuffix("\u{1b}8\u{1b}[16t\u{1b}[?1;1;0S"))
    #expect(!questions.ask(shared: nil, at: "", hasSixel: false).contains("S"))
    for number in [KittyGraphics.questions.direct, KittyGraphics.questions.shared] {
      questions.take(.graphics(picture: number, isGood: true))
    }
    questions.take(.cellPixels(grain))
    questions.take(.sixelColours(64))
    questions.end()
    #expect(questions.areAnswered && questions.answers.sharesMemory)
    #expect(questions.answers.cellPixels == grain && questions.answers.sixelColours == 64)
    questions.take(.graphics(picture: KittyGraphics.picture, isGood: false))
    #expect(!questions.answers.sharesMemory && questions.answers.hasKittyGraphics)
    questions.take(.graphics(picture: KittyGraphics.picture, isGood: false))
    #expect(!questions.answers.hasKittyGraphics)
  }

  @Test(arguments: [
    ("XTerm(379)", [1, 2], nil, "xterm -ti vt340"), ("VTE(7006)", [], nil, "kitty, Ghostty"),
    ("foot(1.13)", [4], nil, "how many pixels a cell has"),
    ("tmux 3.4", [4], Multiplexer.tmux, "Inside tmux"),
  ])
  func `is better elsewhere, which the doctor says`(
    name: String, attributes: [Int], multiplexer: Multiplexer?, words: String
  ) {
    var answers = TerminalAnswers()
    (answers.name, answers.attributes, answers.multiplexer) = (name, attributes, multiplexer)
    answers.pictures = multiplexer == nil ? PictureAnswers() : nil
    let facts = PictureChoice.Facts(colours: 256, isUnicode: true, grain: nil, type: "xterm")
    let report = TerminalReport(
      type: "xterm", isTypeKnown: true, size: CellSize(columns: 80, rows: 24), facts: facts,
      answers: answers)
    let found = PictureChoice(.best, answers, facts, isRemote: false)
    #expect(found.carrier == .blocks)
    let sentences = PictureAdvice(found, report).sentences
    #expect(sentences.count == 1 && sentences.first?.contains(words) == true, "\(sentences)")
  }
}
