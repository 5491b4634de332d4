import Lanes
package import Screens
package import Units

/// Drawing: cells by ncurses, a picture in pixels over cells that they leave blank.
extension TerminalSession {
  /// Around an update, so that terminals with mode 2026 show it in one go; others ignore it.
  private static let updateBegins = "\u{1b}[?2026h"
  private static let updateEnds = "\u{1b}[?2026l"

  /// Size of the screen to draw; a single row where the type cannot place the cursor.
  package var size: CellSize {
    lane.precondition()
    return canvas?.size ?? CellSize(columns: 80, rows: 24)
  }

  /// Shows `grid`, sending only what has changed, and in the area it leaves for one the newest
  /// `picture`; without such an area the picture is taken away.
  ///
  /// False when the terminal is behind with its output: then nothing was sent, and the next drawing
  /// brings it up to date.
  @discardableResult
  package func draw(_ grid: Grid, picture: PictureDrawing? = nil) -> Bool {
    lane.precondition()
    guard !isSuspended, !hasHungUp, output?.hasRoom == true else { return false }
    let hasChanged = canvas?.prepare(grid) == true
    let step = easel.show(picture, in: grid.pictureArea)
    guard hasChanged || !step.isEmpty else { return true }
    if step.drawing?.isKitty == true, !hasPromisedPicture { promisePicture() }
    let around = speaksCSI ? (Self.updateBegins, Self.updateEnds) : ("", "")
    write(around.0)
    output?.write(step.erasure)
    if hasChanged { output?.write(canvas?.drawnBytes() ?? []) }
    if let drawing = step.drawing, let area = step.area { write(drawing, at: area) }
    output?.write(step.blocks)
    write(around.1)
    return true
  }

  private func write(_ drawing: PictureDrawing, at area: CellArea) {
    let isShared = drawing.form == .pixels
    if isShared, !memory.write(drawing.bytes) {
      // Full, or not there: the terminal gets it by the line from the next one on.
      return pictureQuestions.take(.graphics(picture: KittyGraphics.picture, isGood: false))
    }
    output?.write(Easel.bytes(of: drawing, at: area, memory: isShared ? memory.name : nil))
  }

  /// From the first picture on there is one to take away.
  private func promisePicture() {
    hasPromisedPicture = true
    renewWill()
  }

  /// Takes the picture off a terminal that is given back.
  func takePictureAway() {
    output?.write(easel.takeAway())
    easel.clear()
    forgetMemory()
  }

  /// Whatever the terminal has not read by now it never will.
  func forgetMemory() {
    memory.remove()
    questionMemory.remove()
  }

  /// Sends control sequences behind what was drawn before.
  func write(_ text: String) {
    output?.write(text.utf8)
    sendRest()
  }

  /// What the terminal has no room for goes as soon as it has some.
  private func sendRest() {
    guard let output = output?.descriptor, self.output?.isEmpty == false else {
      outputWatch = nil
      return
    }
    guard outputWatch == nil else { return }
    outputWatch = lane.watch(writable: output) { [weak self] in
      self?.output?.send()
      self?.sendRest()
    }
  }

  /// Forgets what is on the screen, so that the next drawing is a full one (Ctrl-L).
  package func redraw() {
    lane.precondition()
    canvas?.forget()
    easel.cleared()
  }

  func windowChanged() {
    lane.precondition()
    guard let line, !isSuspended else { return }
    canvas?.resize(to: line.size)
    easel.cleared()
    // Its letters may have another size.
    if pictureQuestions.areAnswered { write(PictureQuestions.cellQuestion) }
    tell(.resized(size))
  }

  // MARK: Pictures

  /// How a picture comes to this terminal; nil while that is not known yet.
  package func pictureChoice(_ wish: PreviewWish, isRemote: Bool) -> PictureChoice? {
    lane.precondition()
    let isOver = MonotonicClock.now() - askedAt > Self.answerPatience
    let isSettled =
      !speaksCSI
      || ladder.isSettled
        && (pictureQuestions.areAnswered || ladder.answers.multiplexer != nil)
    guard isSettled || isOver else { return nil }
    let facts = PictureChoice.Facts(
      colours: canvas?.colours ?? 0, isUnicode: !glyphs.isASCII, grain: grain, type: options.type,
      hasTrueColour: options.hasTrueColour)
    return PictureChoice(wish, answers, facts, isRemote: isRemote)
  }

  /// Pixels of a cell; nil where nobody knows.
  ///
  /// The kernel's window (TIOCGWINSZ) follows a change of letters at once, but may count a margin;
  /// too small is safe, for nothing then stands over.
  package var grain: PixelSize? {
    lane.precondition()
    let both = [line?.cellPixels, pictureQuestions.answers.cellPixels].compactMap { $0 }
    guard let width = both.map(\.width).min(), let height = both.map(\.height).min()
    else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// Asks what pictures the terminal can show, once that it is the terminal is known.
  func askForPictures() {
    guard options.wantsPictures, speaksCSI, ladder.isSettled, ladder.answers.multiplexer == nil,
      !pictureQuestions.wereAsked
    else { return }
    let isShared = questionMemory.write([0, 0, 0])
    write(
      pictureQuestions.ask(
        shared: isShared ? questionMemory.name : nil, at: "\u{1b}[H",
        hasSixel: ladder.answers.hasSixel))
    expect(.pictures)
  }

  /// Everything about pictures was answered.
  func picturesWereAnswered() {
    pictureQuestions.end()
    questionMemory.remove()
    // Who does not know the question may have written it on the screen.
    if !pictureQuestions.answers.hasKittyGraphics { canvas?.distrust(row: 0) }
  }
}

extension PictureDrawing {
  /// True when it stays until it is deleted, whatever is written over it.
  fileprivate var isKitty: Bool { form == .pixels || form == .png }
}
