package import KilnDiagnostics
package import KilnPrograms
internal import Synchronization

/// The `ffmpeg` program, which encodes and decodes video: that of `KILN_FFMPEG`, or else the first on `PATH`.
package struct FFmpeg: Sendable {
  /// A version of the program.
  package struct Version: Sendable, Hashable, Comparable {
    package var major: Int
    package var minor: Int

    package init(_ major: Int, _ minor: Int) { (self.major, self.minor) = (major, minor) }

    package static func < (a: Version, b: Version) -> Bool { (a.major, a.minor) < (b.major, b.minor) }
  }

  /// The oldest version with all options that are used.
  private static let oldest = Version(4, 4)
  /// The version from which on frame times are kept by another option.
  private static let frameTimeOption = Version(5, 1)

  /// The program.
  package let program: ExternalProgram
  /// Its version; nil for a build between versions, which has no number.
  package let version: Version?

  /// Finds the program and asks for its version; once for each place where it is.
  ///
  /// - Throws: `program.missing`, `program.old`, or `program.failed` if it does not run.
  package init() throws(Diagnostic) { try self.init(ExternalProgram(named: "ffmpeg", variable: "KILN_FFMPEG")) }

  /// Asks a program for its version.
  package init(_ program: ExternalProgram) throws(Diagnostic) {
    self.program = program
    if let known = Self.known.withLock({ $0[program.path] }) {
      version = known
      return
    }
    let version = try Self.version(of: program)
    if let version, version < Self.oldest {
      throw Diagnostic(
        .programOld,
        "\(program.path) is ffmpeg \(version.major).\(version.minor); \(Self.oldest.major).\(Self.oldest.minor) or newer is "
          + "needed", advice: "install a newer one, or set KILN_FFMPEG to its path")
    }
    Self.known.withLock { $0[program.path] = .some(version) }
    self.version = version
  }

  private static let known = Mutex<[String: Version?]>([:])

  private static func version(of program: ExternalProgram) throws(Diagnostic) -> Version? {
    var options = ProgramRun.Options()
    options.hasOutput = true
    options.patience = 20
    let run = try ProgramRun(program, ["-hide_banner", "-version"], options)
    var text: [UInt8] = []
    while case let part = try run.read(), !part.isEmpty, text.count < 1 << 16 { text += part }
    try run.finish()
    let line = String(decoding: text, as: UTF8.self).prefix { !$0.isNewline }
    let words = line.split(separator: " ")
    guard line.hasPrefix("ffmpeg version "), words.count > 2 else {
      throw Diagnostic(
        .programMissing, "\(program.path) is no ffmpeg: it does not say its version",
        advice: "set KILN_FFMPEG to the path of ffmpeg")
    }
    // `5.1.9-0+deb12u1`, `n6.0`, or `N-109468-gd39b34123d`.
    let numbers = words[2].drop { $0 == "n" }.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
    guard words[2].drop(while: { $0 == "n" }).first?.isNumber == true, let major = numbers.first else { return nil }
    return Version(major, numbers.count > 1 ? numbers[1] : 0)
  }

  /// Arguments that keep every frame at its own time.
  var frameTimeArguments: [String] {
    if let version, version < Self.frameTimeOption { return ["-vsync", "passthrough"] }
    return ["-fps_mode", "passthrough"]
  }

  /// A failure of the program; for one that lacks a codec, `program.old`.
  func explained(_ failure: Diagnostic) -> Diagnostic {
    guard failure.rule == .programFailed else { return failure }
    let lacks = ["Unknown encoder", "Unknown decoder", "Unrecognized option", "No such filter", "Option not found"]
    guard lacks.contains(where: failure.message.contains) else { return failure }
    return Diagnostic(
      .programOld, "\(program.path) lacks what this needs; \(failure.message)",
      advice: "install an ffmpeg with libx264, libvpx and libopus, or set KILN_FFMPEG to its path")
  }
}
