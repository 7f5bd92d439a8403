import Kiln
import KilnDiagnostics

/// Converts a stranger's icon with what is in its file, as a server does with an upload.
@main enum Icons {
  static func main() {
    let names = Array(CommandLine.arguments.dropFirst())
    guard names.count == 2 else { return print("usage: Icons icon.json icon.webp") }
    do throws(Diagnostic) {
      for finding in try convert(names[0], to: names[1]) { print(finding) }
    } catch {
      print("error: \(error)")
    }
  }

  /// Writes an icon in the format of a file name; what is lost.
  static func convert(_ input: String, to output: String) throws(Diagnostic) -> [Diagnostic] {
    var log = DiagnosticLog()
    let icon = try AnimationFile.open(try Files.read(input, limits: .untrusted), limits: .untrusted, log: &log)
    let format = OutputFormat(fileName: output) ?? .webp
    let result = try Conversion(to: format.exporter, limits: .untrusted).run(icon, name: "icon", log: &log)
    for file in result.files { try Files.write(file.bytes, to: output) }
    return log.diagnostics
  }
}
