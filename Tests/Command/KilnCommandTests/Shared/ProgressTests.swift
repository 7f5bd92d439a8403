import Foundation
import KilnCommand
import KilnDiagnostics
import KilnReports
import KilnTestSupport
import Testing

/// The line of progress on a terminal.
@Suite struct ProgressTests {
  private func text(_ completed: Int, _ total: Int, seconds: Double, columns: Int = 80) -> String {
    ProgressLine.text(
      ProgressReporter.Update(activity: "encoding frames", completed: completed, total: total), file: "icon.json",
      seconds: seconds, columns: columns)
  }

  @Test func lineSaysWhatIsDoneHowFarItIsAndTheTimeLeft() {
    #expect(text(0, 40, seconds: 5) == "icon.json: encoding frames ░░░░░░░░░░░░░░░░░░░░ 0 of 40")
    #expect(text(10, 40, seconds: 5) == "icon.json: encoding frames █████░░░░░░░░░░░░░░░ 10 of 40, 15 s left")
    #expect(text(1, 40, seconds: 10) == "icon.json: encoding frames ░░░░░░░░░░░░░░░░░░░░ 1 of 40, 7 min left")
    #expect(text(10, 40, seconds: 0.5) == "icon.json: encoding frames █████░░░░░░░░░░░░░░░ 10 of 40")
    #expect(text(0, 0, seconds: 3) == "icon.json: encoding frames, 3 s")
  }

  /// A line that wraps cannot be taken away.
  @Test func lineIsCutToTheTerminal() {
    #expect(text(10, 40, seconds: 5, columns: 60) == "icon.json: encoding frames 10 of 40, 15 s left")
    #expect(text(10, 40, seconds: 5, columns: 40) == "encoding frames 10 of 40, 15 s left")
    #expect(text(481, 1441, seconds: 400, columns: 40) == "encoding 481 of 1441, 14 min left")
    #expect(text(10, 40, seconds: 5, columns: 20) == "encoding 10 of 40")
    for columns in 1..<20 { #expect(text(10, 40, seconds: 5, columns: columns).count < columns) }
  }

  @Test func batchesSayHowManyFilesAndTheTimeLeft() {
    var summary = BatchSummary(planned: 8)
    (summary.converted, summary.failed) = (3, 1)
    let lines = BatchProgress(summary: summary, seconds: 8, inputs: ["in/a.json", "in/b.json"]).lines(columns: 80)
    #expect(
      lines.map(\.text) == [
        "██████████░░░░░░░░░░ 4 of 8, 0.5 files/s, 8 s left, 1 failed", "  in/a.json", "  in/b.json",
      ])
  }

  @Test func lineAppearsWhileWorkTakesLongAndIsGoneAfterwards() throws {
    try Samples.withFolder([:]) { folder in
      let input = folder + "/in"
      #expect(mkfifo(input, 0o600) == 0)
      // The command waits for its input, however fast the machine is.
      let run = try Terminal.run(["convert", "in", "a.svga"], folder: folder) { terminal in
        #expect(terminal.waits(for: "in: reading"))
        try Data(Samples.lossy.utf8).write(to: URL(filePath: input), options: [])
      }
      #expect(run.exitCode == 0)
      let lines = run.shown.components(separatedBy: "\r\u{1B}[K")
      #expect(lines.count == 2, "\(run.shown)")
      // Findings come after the line.
      #expect(lines.last?.contains("in: ") == true && lines.last?.contains("expression") == true, "\(run.shown)")
    }
  }

  @Test func nothingIsShownToWhoDoesNotSitThere() throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      let input = folder + "/in"
      #expect(mkfifo(input, 0o600) == 0)
      let run = try Terminal.run(["convert", "in", "a.svga", "-q"], folder: folder) { _ in
        usleep(800_000)
        try Data(Samples.box.utf8).write(to: URL(filePath: input), options: [])
      }
      #expect(run.exitCode == 0)
      #expect(run.shown.isEmpty)
    }
  }
}
