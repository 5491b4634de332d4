import Lanes
package import Recording
package import Screens
package import Units

/// Other programs that drive the recorder.
extension Recorder {
  /// Lets `change` speak to the machine on the recorder lane, carries out its actions, and calls
  /// `answer` there once its goal has come about or cannot any more.
  package func drive(
    _ change:
      @escaping @Sendable (inout RecorderMachine, _ now: MediaTime) -> (
        goal: RecorderMachine.Goal, actions: [RecorderMachine.Action]
      ),
    _ answer: @escaping @Sendable (ControlAnswer) -> Void
  ) {
    lane.async { [self] in
      let (goal, actions) = change(&machine, parts.now())
      asking.append((goal, answer))
      perform(actions)
    }
  }

  /// Shows `body` the machine, the screen's view of it and the session's name on the recorder lane.
  package func show(
    to body: @escaping @Sendable (RecorderMachine, ViewState, _ session: String) -> Void
  ) {
    lane.async { [self] in body(machine, view(), index.id) }
  }

  /// Answers those whose wait is over.
  func answerPrograms() {
    lane.precondition()
    let waits = asking
    asking = []
    for wait in waits {
      if let answer = machine.answer(to: wait.goal) {
        wait.answer(answer)
      } else {
        asking.append(wait)
      }
    }
  }
}
