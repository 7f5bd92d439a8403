internal import KilnDiagnostics
internal import Kiln
internal import KilnTimeline

/// Parts of one file, each to a file of its own.
struct PartSetTask {
  /// A part that was converted.
  struct Made {
    let part: FilePart
    let report: ConversionReport
    let location: OutputLocation?
  }

  let input: String
  let output: String
  let format: OutputFormat
  let parts: [FilePart]
  let options: ConversionOptions
  let threads: Int

  /// Converts the parts one after the other, and returns what was written. A part that fails ends the run; the files of
  /// those before it stay.
  ///
  /// - Throws: As a conversion of each of them. The message names the part.
  func run(_ commandRun: inout CommandRun) throws(Diagnostic) -> [Made] {
    let tasks = zip(parts, PartName.paths(of: output, parts.map(\.id), format)).map { part, path in
      var task = ConversionTask(input: input, output: path, format: format, options: options, threads: threads)
      task.state = part.state
      return (part: part, task: task)
    }
    for (_, task) in tasks {
      guard let location = task.location else { continue }
      try location.checkFree(location.expectedPaths, input: input, overwrite: options.overwrite)
    }
    var made: [Made] = []
    for (part, task) in tasks {
      WorkWatch.restart()
      let report = try commandRun.of(part) { run throws(Diagnostic) in try task.run(&run) }
      made.append(Made(part: part, report: report, location: task.location))
    }
    return made
  }
}

extension CommandRun {
  /// Runs the body for a part of the input. Its findings and its error name the part.
  fileprivate mutating func of<Result>(
    _ part: FilePart, _ body: (inout CommandRun) throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    let before = log
    source = part.source
    log = DiagnosticLog()
    // Findings are kept even if there is no result.
    defer {
      let found = log.diagnostics
      log = before
      for finding in found { log.add(finding.naming(part)) }
    }
    do throws(Diagnostic) {
      return try body(&self)
    } catch {
      throw error.naming(part)
    }
  }
}

extension Diagnostic {
  fileprivate func naming(_ part: FilePart) -> Diagnostic {
    guard let id = part.id else { return self }
    var named = self
    named.message = "\(part.state == nil ? "animation" : "state") “\(id)”: \(message)"
    return named
  }
}

/// JSON output of `kiln convert` for several parts of a file.
struct PartSetReport: Encodable {
  struct Part: Encodable {
    /// ID of the animation, or name of the state.
    var id: String?
    var result: ConversionReport
  }

  var parts: [Part]
}
