internal import ArgumentParser
internal import KilnDiagnostics
internal import Kiln

/// Output of `kiln --version --json`.
struct VersionReport: Encodable {
  var version = KilnCommand.configuration.version
  /// Name of the commit in hexadecimal digits; nil, and left out, where the sources do not say it.
  var commit = SourceRevision.commit
  /// Names and versions of the C libraries, such as `libpng 10639`.
  var libraries = LibraryVersions.all

  /// Prints it to standard output.
  func print() throws {
    try Printer(PrintingOptions.parse(["--json"])).print(CommandResult(json: self))
  }
}
