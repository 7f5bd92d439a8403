internal import ArgumentParser
internal import Synchronization

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The command line of a batch or validation, which its workers parse again, each with the options of a variant added.
enum BatchArguments {
  /// Arguments after `batch`; empty in a worker, where they come with the setup.
  static var current: [String] { arguments(after: BatchCommand.self) }

  /// Arguments after the name of a command; empty if another one runs.
  static func arguments(after command: (some ParsableCommand).Type) -> [String] {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.first == command.configuration.commandName else { return [] }
    return Array(arguments.dropFirst())
  }

  /// Path of this program for the start of workers.
  static var executable: String {
    #if os(Linux)
      // Also right when the file was replaced or renamed.
      "/proc/self/exe"
    #else
      executableAtStart
    #endif
  }

  #if !os(Linux)
    /// The path that the command was started by, also right in another working folder.
    static let executableAtStart: String = {
      let path = CommandLine.arguments.first ?? "kiln"
      guard path.contains("/"), !path.hasPrefix("/") else { return path }
      return FileManager.default.currentDirectoryPath + "/" + path
    }()
  #endif

  /// Whether the options of a variant are being parsed.
  @TaskLocal static var isParsingVariant = false

  /// Options in front of `--`, after which everything is a path. The last of several values of an option holds.
  static func adding(_ options: [String], to arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return Array(arguments[..<end]) + options + Array(arguments[end...])
  }

  /// Parses the options of a variant, and checks them together. The files to convert may be missing.
  static func parseVariant(_ arguments: [String]) throws -> BatchCommand {
    try $isParsingVariant.withValue(true) { try BatchCommand.parse(arguments) }
  }

  /// Parses the arguments of a validation. The files to validate may be missing.
  static func parseValidation(_ arguments: [String]) throws -> ValidateCommand {
    try $isParsingVariant.withValue(true) { try ValidateCommand.parse(arguments) }
  }
}
