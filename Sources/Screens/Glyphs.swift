/// The signs the screen is drawn with, in Unicode or in plain ASCII for other locales.
///
/// All of them are one cell wide outside East Asian locales.
package struct Glyphs: Sendable, Hashable {
  /// True when every sign, and every foreign character of a name, must be ASCII.
  package let isASCII: Bool
  /// Shape of READY.
  package let ready: String
  /// Shape of STARTING: pressed, but no frame yet.
  package let starting: String
  /// Shape of REC.
  package let recording: String
  /// Shape of PAUSED.
  package let paused: String
  /// Shape of PLAYING.
  package let playing: String
  /// Shape of SAVING: takes lie on each other and become one.
  package let saving: String
  /// Shape of SAVED and of a take on disk.
  package let done: String
  /// Shape of a take whose file is being closed.
  package let finishing: String
  /// Shape of a take that is cut short or unreadable.
  package let bad: String
  /// Stands before the take that the keys act on.
  package let marker: String
  /// Stands before a note.
  package let note: String
  /// Says that text was cut off here.
  package let ellipsis: String
  /// Horizontal line.
  package let rule: String
  /// A bar cell that is used up.
  package let full: String
  /// Last cell of a take in the bar: half empty, so that a seam shows without colour.
  package let seam: String
  /// A bar cell still to be used.
  package let empty: String
  /// A bar cell in which two takes overlap, and the mark of the transition that makes them.
  package let shared: String
  /// A cell of a level meter up to the mean; less high than a row, or two channels would be one block.
  let mean: String
  /// A cell of a level meter between the mean and the peak.
  let swing: String
  /// A cell of a level meter that is not reached.
  let quiet: String
  /// The peak that a level meter holds.
  let held: String
  /// Says how much of a take is cut off.
  package let scissors: String
  /// A bar cell used up to one to seven eighths; all blank or full where there are no such signs.
  package let eighths: [String]
  /// Names of the cursor keys.
  package let arrows: String
  /// Names of those that lead to the left and to the right.
  package let sideArrows: String

  /// For UTF-8 locales.
  package static let unicode = Glyphs(
    isASCII: false, ready: "○", starting: "…", recording: "●", paused: "‖", playing: "►",
    saving: "≡",
    done: "✓", finishing: "…", bad: "✗", marker: "▸", note: "›", ellipsis: "…", rule: "─",
    full: "█", seam: "▌", empty: "░", shared: "▓", mean: "▆", swing: "▃",
    quiet: "·", held: "│", scissors: "✂",
    eighths: ["▏", "▎", "▍", "▌", "▋", "▊", "▉"],
    arrows: "↑ ↓", sideArrows: "← →")

  /// For the Linux console, whose fonts have the shades and lines of old but no other signs; names
  /// stay as they are.
  package static let console = Glyphs(
    isASCII: false, ready: ascii.ready, starting: ascii.starting, recording: ascii.recording,
    paused: ascii.paused, playing: ascii.playing, saving: ascii.saving, done: ascii.done,
    finishing: ascii.finishing,
    bad: ascii.bad, marker: ascii.marker, note: ascii.note, ellipsis: ascii.ellipsis, rule: "─",
    full: "█", seam: ascii.seam, empty: "░", shared: "▓", mean: "█", swing: "▒", quiet: ascii.quiet,
    held: "│",
    scissors: ascii.scissors, eighths: [".", ".", ".", "█", "█", "█", "█"], arrows: ascii.arrows,
    sideArrows: ascii.sideArrows)

  /// For every other locale.
  package static let ascii = Glyphs(
    isASCII: true, ready: "o", starting: ".", recording: "*", paused: "||", playing: ">",
    saving: "=",
    done: "+", finishing: ".", bad: "x", marker: ">", note: ">", ellipsis: "~", rule: "-",
    full: "#", seam: "|", empty: ".", shared: "%", mean: "#", swing: "=",
    quiet: ".", held: "|", scissors: "cut ",
    eighths: [".", ".", ".", "#", "#", "#", "#"],
    arrows: "Up Down", sideArrows: "Left Right")
}
