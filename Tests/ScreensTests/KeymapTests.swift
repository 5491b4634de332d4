import Recording
import Screens
import Testing

@Suite struct `the keymap` {
  @Test(arguments: [
    (Key.character("s"), Intent.save), (.enter, .save), (.character("u"), .undo),
    (.character("d"), .deleteSelected), (.character("k"), .selectPrevious),
    (.down, .selectNext), (.character("K"), .moveUp), (.character("J"), .moveDown),
    (.character("p"), .reviewTake), (.character("P"), .reviewAll),
    (.character("x"), .nextTransition), (.character("X"), .transitionEverywhere),
    (.character("["), .trim(.beginning, 1)), (.character("{"), .trim(.beginning, -1)),
    (.character("]"), .trim(.end, 1)), (.character("}"), .trim(.end, -1)),
    (.character("+"), .budgetUp), (.character("="), .budgetUp), (.character("-"), .budgetDown),
    (.character("m"), .mute), (.character("c"), .nextCamera), (.character("i"), .nextInput),
    (.character("v"), .live), (.character("y"), .still),
    (.character("a"), .crop), (.character("r"), .rotate), (.character("f"), .mirror),
    (.character("R"), .startOver), (.character("?"), .help), (.character("q"), .quit),
    (.control("c"), .quit), (.escape, .cancel),
  ])
  func `names what each key asks for`(key: Key, intent: Intent) {
    #expect(Keymap.intent(for: key, in: .normal) == intent)
  }

  @Test func `leaves SPACE to the hold`() {
    for mode in [Keymap.Mode.normal, .help, .saving, .saved, .question] {
      #expect(Keymap.intent(for: .character(" "), in: mode) == nil)
    }
  }

  @Test func `takes only an answer while a question is open`() {
    #expect(Keymap.intent(for: .character("y"), in: .question) == .confirm(true))
    #expect(Keymap.intent(for: .character("n"), in: .question) == .confirm(false))
    #expect(Keymap.intent(for: .escape, in: .question) == .confirm(false))
    for key in [Key.character("d"), .character("u"), .character("s"), .enter, .character("q")] {
      #expect(Keymap.intent(for: key, in: .question) == nil)
    }
  }

  @Test func `touches no take behind the help or while saving`() {
    for mode in [Keymap.Mode.help, .saving] {
      for letter in "sudkjKJxX[]{}+-mcivypP" {
        #expect(Keymap.intent(for: .character(letter), in: mode) == nil)
      }
      #expect(Keymap.intent(for: .escape, in: mode) == .cancel)
      #expect(Keymap.intent(for: .character("?"), in: mode) == .help)
      #expect(Keymap.intent(for: .character("q"), in: mode) == .quit)
    }
  }

  @Test func `offers a review once the movie is saved, and else what it offers always`() {
    for key in [Key.enter, .character("p"), .character("P")] {
      #expect(Keymap.intent(for: key, in: .saved) == .reviewMovie)
    }
    #expect(Keymap.intent(for: .escape, in: .saved) == .nextMovie)
    #expect(Keymap.intent(for: .character("q"), in: .saved) == .quit)
    #expect(Keymap.intent(for: .character("+"), in: .saved) == .budgetUp)
  }

  @Test func `lets nobody be locked in`() {
    for mode in [Keymap.Mode.normal, .help, .saving, .saved, .question] {
      #expect(Keymap.intent(for: .control("c"), in: mode) == .quit)
    }
  }

  @Test func `goes by what the screen waits for`() {
    #expect(Scenes.paused.mode == .normal)
    #expect(Scenes.saving.mode == .saving)
    #expect(Scenes.saved.mode == .saved)
    #expect(Scenes.help.mode == .help)
    #expect(Scenes.question.mode == .question)
  }
}
