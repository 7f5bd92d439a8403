internal import KilnBatch
internal import KilnDiagnostics
package import KilnReports

/// Lines on a terminal's standard error that are drawn again where they are, at most ten times a second. They appear
/// when work takes longer than half a second.
final class ProgressBlock {
  private static let delay = Duration.milliseconds(500)
  private static let interval = Duration.milliseconds(100)

  private var next = ContinuousClock.now + delay
  private var shownLines = 0

  /// Draws what `lines` returns for the terminal's number of columns, if it is time.
  func show(_ lines: (Int) -> [PrintedLine]) {
    let now = ContinuousClock.now
    guard now >= next else { return }
    next = now + Self.interval
    let lines = lines(StandardStreams.errorColumns)
    var text = start
    for (index, line) in lines.enumerated() {
      text = index == 0 ? "\(text)\(line)\u{1B}[K" : "\(text)\n\(line)\u{1B}[K"
    }
    StandardStreams.printError("\(text)\u{1B}[J", end: "")
    shownLines = lines.count
  }

  /// Takes the lines away until they are shown again.
  func remove() {
    guard shownLines > 0 else { return }
    StandardStreams.printError("\(start)\u{1B}[J", end: "")
    shownLines = 0
    next = ContinuousClock.now
  }

  /// The cursor at the first column of the first line.
  private var start: PrintedLine { shownLines > 1 ? "\r\u{1B}[\(shownLines - 1)A" : "\r" }
}

/// Content of the live progress block of a batch or a validation.
package struct BatchProgress {
  private let summary: BatchSummary
  private let seconds: Double
  private let inputs: [String]

  /// Most files being worked on that are named.
  private static let namedInputs = 8

  /// - Parameters:
  ///   - seconds: From the start to the last change of the summary.
  ///   - inputs: Names of the files being worked on.
  package init(summary: BatchSummary, seconds: Double, inputs: [String]) {
    (self.summary, self.seconds, self.inputs) = (summary, seconds, inputs)
  }

  /// A bar with numbers, and the files being worked on, each cut to the terminal's width.
  package func lines(columns: Int) -> [PrintedLine] {
    let done = summary.planned - summary.unfinished
    var text = ProgressLine.bar(done, of: summary.planned) + " \(done) of \(summary.planned)"
    if seconds >= 1, done > 0 {
      let rate = Double(done) / seconds
      text += ", \(rate.oneDecimal) files/s"
      if done < summary.planned {
        text += ", \(ProgressLine.words(seconds: Double(summary.planned - done) / rate)) left"
      }
    }
    if summary.failed > 0 { text += ", \(summary.failed) failed" }
    var lines = [text] + inputs.prefix(Self.namedInputs).map { "  " + $0.printable }
    if inputs.count > Self.namedInputs { lines.append("  and \(inputs.count - Self.namedInputs) more") }
    return PrintedLine.lines(lines.map { $0.count < columns ? $0 : "…" + $0.suffix(max(0, columns - 2)) })
  }
}
