package import KilnDiagnostics
internal import Dispatch
internal import Synchronization

/// One line on a terminal's standard error that shows what is being done, how far it is, and the time left.
///
/// It appears when work takes longer than half a second, changes ten times a second, and is gone when work is done, so
/// that findings and results stand alone.
package final class ProgressLine: Sendable {
  private struct State {
    var update = ProgressReporter.Update(activity: "reading", completed: 0, total: 0)
    /// When the activity began.
    var start: ContinuousClock.Instant
    /// When the count was last another one: the time left is told as of then, so that it does not rise while one step
    /// takes long.
    var counted: ContinuousClock.Instant
    var isShown = false
    var isDone = false
  }

  private static let delay = DispatchTimeInterval.milliseconds(500)
  private static let interval = DispatchTimeInterval.milliseconds(100)

  private let file: String
  private let state: Mutex<State>

  /// Starts to measure; nothing is shown yet.
  init(file: String) {
    self.file = file
    let now = ContinuousClock.now
    state = Mutex(State(start: now, counted: now))
    schedule(after: Self.delay)
  }

  /// Receives the reports of the work.
  var reporter: ProgressReporter {
    ProgressReporter { [weak self] update in
      self?.state.withLock { state in
        let now = ContinuousClock.now
        let isNew = update.activity != state.update.activity
        if isNew { state.start = now }
        if isNew || update.completed != state.update.completed { state.counted = now }
        state.update = update
      }
    }
  }

  /// Takes the line away, for good.
  func remove() {
    state.withLock { state in
      if state.isShown { StandardStreams.printError("\r\u{1B}[K", end: "") }
      state.isDone = true
    }
  }

  private func schedule(after time: DispatchTimeInterval) {
    DispatchQueue.global().asyncAfter(deadline: .now() + time) { [weak self] in self?.show() }
  }

  private func show() {
    let isDone = state.withLock { state in
      guard !state.isDone else { return true }
      state.isShown = true
      let end = state.update.total > 0 ? state.counted : .now
      let seconds = (end - state.start) / .seconds(1)
      let text = Self.text(state.update, file: file, seconds: seconds, columns: StandardStreams.errorColumns)
      StandardStreams.printError("\r\(text)\u{1B}[K", end: "")
      return false
    }
    if !isDone { schedule(after: Self.interval) }
  }

  /// `icon.json: encoding frames ███████░░░░░ 81 of 180, 12 s left`. On narrow terminals first the bar is left out, then
  /// the name of the file, then all but the first word of the activity, and last the time.
  ///
  /// - Parameter seconds: From the start of the activity to the last change of the count, or to now if nothing is counted.
  package static func text(_ update: ProgressReporter.Update, file: String, seconds: Double, columns: Int) -> String {
    // As it is printed: the width of what is cut counts.
    let name = file.printable + ": "
    var (bar, count, time) = ("", "", "")
    if update.total > 0 {
      let part = Double(update.completed) / Double(update.total)
      bar = " " + Self.bar(update.completed, of: update.total)
      count = " \(update.completed) of \(update.total)"
      // The first steps of an activity say little about the rest.
      if part > 0, part < 1, seconds >= 1 { time = ", \(words(seconds: seconds / part - seconds)) left" }
    } else if seconds >= 1 {
      time = ", \(words(seconds: seconds))"
    }
    let activity = update.activity.printable
    let verb = activity.split(separator: " ").first.map(String.init) ?? ""
    let (numbers, short) = (count + time, verb + count)
    let forms = [name + activity + bar + numbers, name + activity + numbers, activity + numbers, verb + numbers, short]
    return forms.first { $0.count < columns } ?? String(short.prefix(max(0, columns - 1)))
  }

  /// Twenty characters.
  static func bar(_ completed: Int, of total: Int) -> String {
    let filled = total > 0 ? min(20, max(0, Int(Double(completed) / Double(total) * 20))) : 0
    return String(repeating: "█", count: filled) + String(repeating: "░", count: 20 - filled)
  }

  /// `12 s`, `3 min`.
  static func words(seconds: Double) -> String {
    let seconds = Int(min(seconds, 1e6).rounded(.up))
    return seconds < 100 ? "\(seconds) s" : "\((seconds + 59) / 60) min"
  }
}
