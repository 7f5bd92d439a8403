internal import KilnBatch
internal import KilnDiagnostics
internal import Kiln
internal import KilnPlatform
internal import KilnPreviewServer
internal import KilnPrograms

/// Serving of the page of `kiln preview`, which is made anew when an animation changes.
struct PreviewServing {
  private let files: [String]
  /// Arguments with which `kiln` writes the page to standard output.
  private let arguments: [String]
  private let page: ServedPage

  /// - Parameters:
  ///   - html: The first page.
  ///   - arguments: Arguments after `kiln preview`. Findings are on the page, so only errors are printed.
  init(_ html: [UInt8], of files: [String], arguments: [String]) {
    page = ServedPage(html)
    self.files = files
    self.arguments = ["preview"] + BatchArguments.adding(["--reload", "--quiet", "--output", "-"], to: arguments)
  }

  /// Serves the page until the process is ended.
  ///
  /// - Throws: `preview.server` if the system lets it listen nowhere.
  func run() throws(Diagnostic) -> Never {
    let server: PageServer
    do {
      server = try PageServer(page)
    } catch {
      throw Diagnostic(
        .previewServer, "the page cannot be served: \(error)", advice: "write the page with -o page.html")
    }
    try StandardStreams.printOutput(["http://127.0.0.1:\(server.port)/"], wraps: false)
    StandardStreams.printError("Ctrl-C ends it.")
    var seen = stamps
    while true {
      usleep(250_000)
      let now = stamps
      guard now != seen else { continue }
      for index in files.indices where now[index] != seen[index] {
        note("\(files[index]) \(now[index] == nil ? "is gone" : "has changed")")
      }
      seen = now
      update(missing: files.indices.filter { now[$0] == nil }.map { files[$0] })
    }
  }

  private func update(missing: [String]) {
    guard missing.isEmpty else {
      let verb = missing.count == 1 ? "is" : "are"
      return page.report("\(missing.joined(separator: ", ")) \(verb) gone. Below is the last good state.")
    }
    // In a process of its own: a file that ends it, or takes all memory, ends not the server.
    let kiln = ExternalProgram(name: "kiln", path: BatchArguments.executable)
    var options = ProgramRun.Options()
    options.hasOutput = true
    options.patience = .infinity
    do throws(Diagnostic) {
      let run = try ProgramRun(kiln, arguments, options)
      do throws(Diagnostic) {
        var html: [UInt8] = []
        while case let part = try run.read(), !part.isEmpty { html += part }
        try run.finish()
        page.replace(by: html)
      } catch {
        let lines = (run.text.isEmpty ? error.message : run.text).split(separator: "\n")
        for line in lines { StandardStreams.printError("\(line)") }
        page.report("The changed file cannot be shown. Below is its last good state.", lines.joined(separator: "\n"))
      }
    } catch {
      page.report("The changed file cannot be shown. Below is its last good state.", error.message)
    }
  }

  /// Prints what has happened, with the time of day.
  private func note(_ text: String) {
    var (now, parts) = (time(nil), tm())
    localtime_r(&now, &parts)
    let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { ($0 < 10 ? "0" : "") + String($0) }
    StandardStreams.printError("\(clock.joined(separator: ":"))  \(text)")
  }

  /// Modification time, size and number of each animation; nil for missing files.
  private var stamps: [String?] {
    files.map { file in
      var status = stat()
      guard stat(file, &status) == 0 else { return nil }
      #if canImport(Darwin)
        let time = status.st_mtimespec
      #else
        let time = status.st_mtim
      #endif
      return "\(time.tv_sec).\(time.tv_nsec) \(status.st_size) \(status.st_ino)"
    }
  }
}

extension Rule {
  /// The page cannot be served.
  static let previewServer = Rule(
    "preview.server", .error, .rejected, fault: .system,
    "The page cannot be served: the system gives no address to listen on.",
    why: "Only `kiln preview` without -o needs one.",
    remedy: "Write the page with -o.")
}
