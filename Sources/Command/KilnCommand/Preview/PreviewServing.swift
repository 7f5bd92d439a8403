internal import KilnDiagnostics
internal import Kiln

internal import KilnPlatform

/// Serving of the page of `kiln preview`: by another program, which lies beside this one.
enum PreviewServing {
  /// Name of the program.
  static let program = "kiln-preview-server"

  /// Runs the server in place of this process.
  ///
  /// - Parameter arguments: Arguments after `kiln preview`. Findings are on the page, so only errors are printed.
  /// - Throws: `preview.server` if the program is not there; otherwise it does not return.
  static func run(files: [String], arguments: [String]) throws(Diagnostic) {
    let kiln = executable
    let server = Files.sibling(of: kiln, named: program)
    let words =
      [server, kiln, String(files.count)] + files
      + BatchArguments.adding(["--reload", "--quiet", "--output", "-"], to: arguments)
    var pointers = words.map { strdup($0) } + [nil]
    _ = execv(server, &pointers)
    let reason = String(cString: strerror(errno))
    for pointer in pointers { free(pointer) }
    throw Diagnostic(
      .previewServer, "\(server) cannot be started: \(reason)",
      advice: "put it beside kiln, or write the page with -o page.html")
  }

  /// Path of this program, after links.
  private static var executable: String {
    let path = BatchArguments.executable
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

extension Rule {
  /// The program that serves pages is missing.
  static let previewServer = Rule(
    "preview.server", .error, .rejected, fault: .missingInput,
    "The program that serves pages, kiln-preview-server, cannot be started.",
    why: "Only `kiln preview` without -o needs it; it lies beside `kiln`.",
    remedy: "Install it beside `kiln`, or write the page with -o.")
}
