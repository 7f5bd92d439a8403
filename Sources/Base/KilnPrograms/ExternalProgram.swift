package import KilnDiagnostics
internal import KilnPlatform

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A program of the machine, apart from this one.
package struct ExternalProgram: Sendable, Hashable {
  /// Name in messages, such as `ffmpeg`.
  package let name: String
  /// Path of the executable file.
  package let path: String

  /// A program at a path.
  package init(name: String, path: String) {
    self.name = name
    self.path = path
  }

  /// The program that a variable of the environment names, or else the first one on `PATH`.
  ///
  /// - Throws: `program.missing`.
  package init(
    named name: String, variable: String, environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(Diagnostic) {
    self.name = name
    if let chosen = environment[variable], !chosen.isEmpty {
      guard let found = Self.executable(chosen, environment) else {
        throw Diagnostic(
          .programMissing, "\(variable) is “\(chosen)”, which is no program that can be run",
          advice: "set it to the path of \(name), or leave it out")
      }
      path = found
      return
    }
    guard let found = Self.executable(name, environment) else {
      throw Diagnostic(
        .programMissing, "this needs the program \(name), which is not on PATH",
        advice: "install it (\(Self.installation(of: name))), or set \(variable) to its path")
    }
    path = found
  }

  /// The file that is run for a name: a path if it has a slash, else the first on `PATH`.
  private static func executable(_ name: String, _ environment: [String: String]) -> String? {
    if name.contains("/") { return isExecutable(name) ? name : nil }
    // An empty part would be the working folder, from which nothing is run unasked.
    let folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    return folders.lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }.first(where: isExecutable)
  }

  private static func isExecutable(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }

  /// The command that installs a program.
  private static func installation(of name: String) -> String {
    #if canImport(Darwin)
      "brew install \(name)"
    #else
      "apt install \(name), or your system's counterpart"
    #endif
  }
}
