internal import KilnDiagnostics
internal import KilnProject

/// Options that variables of the environment say: `KILN_FPS=30` for `--fps 30`.
///
/// Flags are true or false; values of options that may be repeated have commas between them. Empty variables count as
/// none.
struct OptionEnvironment {
  private(set) var assignments: [OptionAssignment] = []
  /// Variables that look like misspelt ones of ours.
  private(set) var warnings: [Diagnostic] = []

  /// Reads the variables of some options.
  ///
  /// - Throws: `config.invalid` for a flag that is neither true nor false.
  init(_ environment: [String: String], _ options: [CommandOption]) throws(Diagnostic) {
    for option in options {
      guard let text = environment[option.variable], !text.isEmpty else { continue }
      let value: ProjectSetting.Value
      if option.isFlag {
        guard let isOn = Self.bool(text) else {
          throw Diagnostic(.configInvalid, "\(option.variable) takes true or false, not “\(text)”")
        }
        value = .flag(isOn)
      } else {
        value = .values(option.isRepeatable ? text.split(separator: ",").map(String.init) : [text])
      }
      assignments.append(OptionAssignment(name: option.name, value: value, origin: .environment(option.variable)))
    }
    let known = options.map(\.variable)
    for name in environment.keys.sorted() where name.hasPrefix("KILN_") {
      // Other programs have variables, too; only what is almost ours is meant for us.
      guard !known.contains(name), let near = Spelling.nearest(to: name, among: known),
        Spelling.distance(name, near) <= 2
      else { continue }
      warnings.append(
        Diagnostic(.configUnknownVariable, "the variable \(name) is of no option", advice: "did you mean \(near)?"))
    }
  }

  static func bool(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "1", "true", "yes", "on": true
    case "0", "false", "no", "off": false
    default: nil
    }
  }
}
