public import Batch
public import Kiln

/// A new project file with comments, for what there is in a folder.
public struct ProjectDraft: Sendable {
  /// Format of the results.
  public var format: OutputFormat
  /// Folder for the results.
  public var outputFolder: String
  /// What is converted.
  public var groups: [AnimationSearch.Group]

  /// What is written where there are no animations.
  private static let example = AnimationSearch.Group(folder: "designs", extensions: ["json"], count: 0)

  /// A file that converts groups of animations.
  public init(format: OutputFormat, outputFolder: String, groups: [AnimationSearch.Group]) {
    self.format = format
    self.outputFolder = outputFolder
    self.groups = groups
  }

  /// The names of the conversions, one for each group.
  public var names: [String] {
    var names: [String] = []
    for group in groups.isEmpty ? [Self.example] : groups {
      let last = group.folder.split(separator: "/").last.map(String.init) ?? ""
      let name = last.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
      let base = name.contains(where: \.isLetter) ? name : "animations"
      var unique = base
      var number = 2
      while names.contains(unique) {
        unique = "\(base)-\(number)"
        number += 1
      }
      names.append(unique)
    }
    return names
  }

  /// The file.
  public var text: String {
    var lines = [
      "# What `kiln batch` makes, from any folder below this one. Paths are relative to this file.",
      "# `kiln batch --print-config FILE` says what holds for a file, and which line says it.",
      "version: \(ProjectKey.version)",
      "",
      "conversions:",
    ]
    for (index, (name, group)) in zip(names, groups.isEmpty ? [Self.example] : groups).enumerated() {
      if index > 0 { lines.append("") }
      lines.append("  \(Self.quoted(name)):")
      lines += conversion(name, group, explains: index == 0).map { $0.isEmpty ? $0 : "    " + $0 }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func conversion(_ name: String, _ group: AnimationSearch.Group, explains: Bool) -> [String] {
    let folder = group.folder.isEmpty ? "" : Self.escaped(group.folder) + "/"
    let depth = group.folder.isEmpty ? "" : "**/"
    var lines = ["inputs:"] + group.extensions.map { "  - " + Self.quoted("\(folder)\(depth)*.\(Self.escaped($0))") }
    if explains {
      lines.append(
        "# {dir} is the folder below \(group.folder.isEmpty ? "this" : group.folder), {stem} the name without extension."
      )
    }
    let place = groups.count > 1 ? "\(outputFolder)/\(name)" : outputFolder
    let end = format.extensions.first.map { "." + $0 } ?? "/"
    lines.append("outputs: " + Self.quoted("\(place)/{dir}/{stem}\(end)"))
    // What the extension does not say: an animated PNG may be called .png, too.
    if OutputFormat(fileName: "a" + end) != format { lines.append("options: {to: \(format.id)}") }
    guard explains else { return lines }
    return lines + [
      "# Long flags of `kiln convert`, without dashes:",
      "# options: {fps: 30, max-bytes: 500k}",
      "# Several results of each file; outputs then needs {scale} or {variant}:",
      "# variants: [{scale: 1}, {scale: 2}]",
      "# Other options for some files:",
      "# overrides:",
      "#   - files: [\"large-*\"]",
      "#     options: {scale: 0.5}",
      "#     reason: never shown larger",
    ]
  }

  /// A text as a YAML scalar: in quotes unless every character is harmless.
  static func quoted(_ text: String) -> String {
    let harmless: (Character) -> Bool = { $0.isASCII && ($0.isLetter || $0.isNumber || "_./-{}*@".contains($0)) }
    let first = text.first.map { $0.isASCII && $0.isLetter } ?? false
    let isWord = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"].contains(text.lowercased())
    if first, !isWord, text.allSatisfy(harmless) { return text }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        result += "\\x" + String(scalar.value + 0x100, radix: 16).dropFirst()
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// A path as a pattern that matches nothing else.
  private static func escaped(_ path: String) -> String {
    path.map { "*?[]{},\\!".contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}
