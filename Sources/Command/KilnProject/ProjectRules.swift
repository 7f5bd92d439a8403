package import KilnDiagnostics

/// The rules of this module.
package enum ProjectRules {
  /// All of them.
  package static let all: [Rule] = [.configInvalid, .configNotFound, .configUnmatched, .configUnknownVariable]
}

extension Rule {
  /// The project file, or a variable that stands above it, says what cannot be done.
  package static let configInvalid = Rule(
    "config.invalid", .error, .rejected, fault: .configuration,
    "The project file, or a variable that takes its place, has a key or value that Kiln does not know.",
    why: "Nothing is converted: what is not understood might be what matters.",
    remedy:
      "Go to the line and column in the message. An editor that knows the schema of `.kiln.yml` shows such places while "
      + "you type.")
  /// There is no project file.
  package static let configNotFound = Rule(
    "config.notFound", .error, .rejected, fault: .configuration,
    "The project file that --config names cannot be read.",
    why: "Nobody says what shall be converted.",
    remedy: "Check the path, or write a project file with `kiln init`.")
  /// A pattern of the project file finds nothing.
  package static let configUnmatched = Rule(
    "config.unmatched", .warning, .exact, fault: .configuration,
    "A pattern of the project file matches no animation.",
    why: "Files that somebody expects may be missing from the results.",
    remedy: "Check the spelling of folders and extensions, or remove the pattern.")
  /// A variable of the environment is almost that of an option.
  package static let configUnknownVariable = Rule(
    "config.unknownVariable", .warning, .exact, fault: .configuration,
    "A variable of the environment begins with KILN_ and is almost that of an option.",
    why: "The option that somebody wants to set keeps its value.",
    remedy: "Take the name in the message: KILN_ and the long flag in capitals, with _ for each dash.")
}

extension Diagnostic {
  /// A finding at a place in a text file: `file:line:column: message`.
  package init(
    _ rule: Rule, _ message: String, in file: String, at position: TextPosition, advice: String? = nil
  ) {
    self.init(rule, "\(file):\(position.line):\(position.column): \(message)", advice: advice)
  }
}
