import Foundation
import Kiln
import Synchronization

/// Longest times in which cancelling would go unnoticed: between two checks of a conversion.
///
///     CancellationBenchmark MILLISECONDS FORMAT[,FORMAT…] FILE…
///
/// Prints each gap of so many milliseconds or more: its length, the format, the file, and the activity before it.
@main
enum CancellationBenchmark {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count > 2, let least = Double(arguments.removing(at: 0)) else {
      return print("usage: CancellationBenchmark MILLISECONDS FORMAT[,FORMAT…] FILE…")
    }
    let formats = arguments.removing(at: 1).split(separator: ",").compactMap { OutputFormat(id: String($0)) }
    for path in arguments.dropFirst(2) {
      for format in formats { await measure(path, format, least) }
    }
  }

  private static func measure(_ path: String, _ format: OutputFormat, _ least: Double) async {
    let record = CheckRecord()
    let name = path.split(separator: "/").last ?? ""
    do throws(Diagnostic) {
      let bytes = try Files.read(path)
      record.check()
      try await WorkPool(width: 1).run(progress: record.reporter) { progress throws(Diagnostic) in
        var log = DiagnosticLog()
        let source = try AnimationFile.open(bytes, log: &log)
        try progress.report("opened")
        _ = try Conversion(to: format.exporter, progress: progress).run(source, name: "a", log: &log)
      }
    } catch {
      record.note("failed: \(error.rule.id)")
    }
    record.check()
    for gap in record.gaps where gap.milliseconds >= least {
      print("\(Int(gap.milliseconds)) ms\t\(format.id)\t\(name)\t\(gap.activity) → \(gap.next)")
    }
  }
}

extension ArraySlice<String> {
  func removing(at index: Int) -> String { self[startIndex + index] }
}

/// Times of the checks of one conversion.
final class CheckRecord: Sendable {
  struct Gap: Sendable {
    var milliseconds: Double
    var activity: String
    var next = ""
  }

  private struct State: Sendable {
    var last = CheckRecord.processorTime
    var activity = "opening"
    var gaps: [Gap] = []
  }

  /// Milliseconds of the processor that the program has used: other work of the machine does not count.
  private static var processorTime: Double { Double(clock()) * 1000 / Double(CLOCKS_PER_SEC) }

  private let state = Mutex(State())

  var gaps: [Gap] { state.withLock(\.gaps) }

  var reporter: ProgressReporter {
    ProgressReporter(isCancelled: {
      self.check()
      return false
    }) { self.note("\($0.activity) \($0.completed)/\($0.total)") }
  }

  func check() {
    state.withLock { state in
      let now = Self.processorTime
      state.gaps.append(Gap(milliseconds: now - state.last, activity: state.activity))
      state.last = now
    }
  }

  func note(_ activity: String) {
    state.withLock { state in
      if !state.gaps.isEmpty { state.gaps[state.gaps.count - 1].next = activity }
      state.activity = activity
    }
  }
}
