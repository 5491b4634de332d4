import Screens
import Units

/// Finds out by asking how the terminal tells that a key was let go.
///
/// A pure value: it keeps account of what was asked and switched on, and returns what is to be
/// written.
///
/// Releases are asked for with the first byte of a press, and no longer from the release on.
/// Terminals tell the release of a key that was pressed before they were asked. Meanwhile a
/// multiplexer's own keys do not work, and with win32-input-mode a paste is typed keys, which are
/// commands here; and a crash leaves less behind.
///
/// Where the answer takes long, a tap is over before the question is there; so a terminal of the
/// kitty protocol that nothing lies before is asked once, for good.
struct KeyLadder {
  /// What was learned.
  private(set) var answers = TerminalAnswers()
  /// The sequence that takes back what is in force now; empty when nothing is.
  private(set) var undo = ""
  /// True for a held key whose release is told only when all keys come as sequences.
  private let asksForAllKeys: Bool
  private var askedAt = MediaTime.zero
  /// True once nothing more will be answered to the last question.
  private(set) var isSettled = false
  /// True once a terminal outside a multiplexer has answered.
  private(set) var hasOutsideAnswered = false
  /// Whose flags are in force; they may turn out to be others than were asked for.
  private var pushedRung: KeyRung?
  /// True between the first push of flags and the answer which of them were taken.
  private(set) var awaitsReadBack = false
  private var isVerified = false

  /// A tap lasts 40 ms and more: with a longer way there and back it may be missed.
  private static let promptness = MediaTime.milliseconds(40)

  private static let flagsQuestion = "\u{1b}[?u"
  private static let questions = "\(flagsQuestion)\u{1b}[?9001$p\u{1b}[?2026$p\u{1b}[>q"
  /// DA1, which every terminal answers, after everything asked before.
  static let attributesQuestion = "\u{1b}[c"
  /// DSR, the same for a terminal outside: DA1's answer tmux would keep for itself.
  static let statusQuestion = "\u{1b}[5n"
  /// Flags 1 (disambiguate) and 2 (event types), and for some keys 8 (all keys as sequences).
  ///
  /// Without 8 Enter and letters stay what they were, so that a shell left behind by a crash can
  /// still be typed at; with flag 2 alone Konsole tells no releases of letters.
  private var push: String { "\u{1b}[>\(asksForAllKeys ? 11 : 3)u" }
  private static let pop = "\u{1b}[<u"
  private static let records = (on: "\u{1b}[?9001h", off: "\u{1b}[?9001l")

  /// Begins below a terminal, or below a multiplexer in it.
  init(multiplexer: Multiplexer? = nil, asksForAllKeys: Bool = false) {
    answers.multiplexer = multiplexer
    self.asksForAllKeys = asksForAllKeys
  }

  /// True when the terminal answers at all.
  var hasAnswered: Bool { answers.attributes != nil }

  /// Forgets all answers and asks: another terminal may be attached than before.
  mutating func ask(at now: MediaTime) -> String {
    let before = takeBack()
    self = KeyLadder(multiplexer: answers.multiplexer, asksForAllKeys: asksForAllKeys)
    askedAt = now
    // A multiplexer that knows the protocol itself is asked in the plain way, and answers first.
    return before + Self.questions + Self.attributesQuestion + outerQuestions
  }

  /// Asks for an answer behind everything that was asked before, of the multiplexer's terminal too.
  var lastQuestions: String {
    Self.attributesQuestion + (answers.multiplexer?.wrap(Self.statusQuestion) ?? "")
  }

  private var outerQuestions: String {
    answers.multiplexer?.wrap(Self.questions + Self.statusQuestion) ?? ""
  }

  /// Learns from what the terminal sends; returns what is to be written now.
  mutating func take(_ event: InputEvent, at now: MediaTime) -> String {
    if event == .statusReport { hasOutsideAnswered = true }
    switch event {
    case .keyboardFlags(let flags) where awaitsReadBack:
      awaitsReadBack = false
      isVerified = true
      // Some take flag 1 alone. The key may be up again by now, and nothing pushed any more.
      answers.rung = flags & 2 == 0 ? .repeats : pushedRung ?? answers.rung
    case .keyboardFlags(let flags) where !isSettled:
      answers.keyboardFlags = flags
      answers.rung = hasAnswered ? answers.multiplexer.map(KeyRung.kittyThrough) : .kitty
    case .modeReport(9001, let state):
      answers.hasWin32Input = state.isUsable
    case .modeReport(2026, let state):
      answers.hasSynchronizedOutput = state.isUsable
    case .terminalName(let name):
      return learn(name)
    case .deviceAttributes(let attributes) where !hasAnswered:
      answers.attributes = attributes
      // Through a multiplexer key records would not come, so a terminal in between is the end.
      if answers.multiplexer == nil || answers.rung == .kitty { return settle(at: now) }
    case .statusReport where hasAnswered && !isSettled:
      return settle(at: now)
    case .release:
      // No better proof.
      isVerified = true
      if let pushedRung { answers.rung = pushedRung }
    default:
      break
    }
    return ""
  }

  private mutating func learn(_ name: String) -> String {
    let isMultiplexer = name.hasPrefix("tmux")
    guard isMultiplexer else {
      answers.name = name
      return ""
    }
    answers.multiplexerName = name
    guard answers.multiplexer != .tmux else { return "" }
    // A tmux that is on the near side of an SSH connection, where TMUX does not reach.
    answers.multiplexer = .tmux
    return outerQuestions
  }

  private mutating func settle(at now: MediaTime) -> String {
    isSettled = true
    answers.answerTime = now - askedAt
    if answers.rung == nil {
      let isDirect = answers.multiplexer == nil
      answers.rung = isDirect && answers.hasWin32Input == true ? .win32 : .repeats
    }
    return isSteady ? pushed() : ""
  }

  private var isSteady: Bool {
    // Shifted letters could not be told for good.
    guard answers.rung == .kitty, answers.multiplexer == nil, !asksForAllKeys,
      let time = answers.answerTime
    else { return false }
    return time > Self.promptness
  }

  /// A key that is to be held went down: releases are wanted from now on.
  mutating func keyDown() -> String {
    pushed()
  }

  /// It was let go.
  mutating func keyUp() -> String {
    isSteady ? "" : takeBack()
  }

  /// Everything off.
  mutating func takeBack() -> String {
    defer { (undo, pushedRung) = ("", nil) }
    return undo
  }

  private mutating func pushed() -> String {
    guard undo.isEmpty else { return "" }
    if answers.rung?.tellsRelease == true { pushedRung = answers.rung }
    switch answers.rung {
    case .kitty:
      undo = Self.pop
      return push + readBack()
    case .kittyThrough(let multiplexer):
      undo = multiplexer.wrap(Self.pop)
      return multiplexer.wrap(push + readBack())
    case .win32:
      undo = Self.records.off
      return Self.records.on
    case .repeats, nil:
      return ""
    }
  }

  private mutating func readBack() -> String {
    guard !isVerified else { return "" }
    awaitsReadBack = true
    return Self.flagsQuestion
  }
}
