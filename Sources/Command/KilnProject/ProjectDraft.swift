package import KilnBatch
package import Kiln

/// A new project file with comments, for what there is in a folder.
package struct ProjectDraft: Sendable {
  /// Format of the results.
  package var format: OutputFormat
  /// Folder for the results.
  package var outputFolder: String
  /// Groups of animations to convert or to check.
  package var groups: [AnimationSearch.Group]
  /// Whether there are conversions. Otherwise the animations themselves are shipped, and only checked.
  package var isConverting = true
  /// Preset of the `validation` section; nil for no such section.
  package var preset: ValidationPreset?

  /// Example group for a folder without animations.
  private static let example = AnimationSearch.Group(folder: "designs", extensions: ["json"], count: 0)

  /// A file that converts groups of animations.
  package init(format: OutputFormat, outputFolder: String, groups: [AnimationSearch.Group]) {
    self.format = format
    self.outputFolder = outputFolder
    self.groups = groups
  }

  /// The names of the conversions, one for each group.
  package var names: [String] {
    guard isConverting else { return [] }
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
  package var text: String {
    var lines =
      (isConverting ? ["# What `kiln batch` makes, from any folder below this one."] : [])
      + (preset == nil ? [] : ["# What `kiln validate` demands."])
    lines[lines.count - 1] += " Paths are relative to this file."
    lines += [
      "# `kiln \(isConverting ? "batch" : "validate") --print-config FILE` says what holds for a file, and which line says it.",
      "version: \(ProjectKey.version)",
    ]
    if isConverting {
      lines += ["", "conversions:"]
      for (index, (name, group)) in zip(names, shownGroups).enumerated() {
        if index > 0 { lines.append("") }
        lines.append("  \(Self.quoted(name)):")
        lines += conversion(name, group, explains: index == 0).map { $0.isEmpty ? $0 : "    " + $0 }
      }
    }
    if let preset {
      lines += ["", "validation:"] + validation(preset).map { $0.isEmpty ? $0 : "  " + $0 }
    } else {
      lines += [
        "", "# What `kiln validate` checks; `kiln init --preset NAME` writes the section of a platform.",
        "# validation: {targets: [lottie-ios, lottie-android], rules: {asset.unused: error}, budgets: {bytes: 500kB}}",
      ]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var shownGroups: [AnimationSearch.Group] { groups.isEmpty ? [Self.example] : groups }

  /// Patterns for the files of a group.
  private func patterns(_ group: AnimationSearch.Group) -> [String] {
    let folder = group.folder.isEmpty ? "" : Self.escaped(group.folder) + "/"
    let depth = group.folder.isEmpty ? "" : "**/"
    return group.extensions.map { Self.quoted("\(folder)\(depth)*.\(Self.escaped($0))") }
  }

  private func validation(_ preset: ValidationPreset) -> [String] {
    var lines: [String] = []
    if !isConverting { lines += ["files:"] + shownGroups.flatMap(patterns).map { "  - \($0)" } }
    lines += [
      "# \(preset.summary)", "preset: \(preset.name)", "# It says this, and what you write here takes precedence:",
    ]
    lines += preset.text.split(separator: "\n").map { "#   \($0)" }
    return lines + [
      "# Rules by their IDs, which `kiln rules` lists, with severities and options:",
      "# rules: {asset.unused: \"off\", asset.image.oversized: {severity: error, factor: 3}}",
      "# Upper bounds:",
      "# budgets: {bytes: 500kB, layers: 50, path-points: 2000}",
      "# Regular expressions for whole names:",
      "# names: {files: '[a-z0-9_]+[.][a-z]+', layers: '[A-Za-z0-9 _-]+'}",
      "# Images that the app replaces, with their sizes in pixels, or any:",
      "# slots: {avatar: 300x300}",
      "# Exceptions, with a reason:",
      "# overrides:",
      "#   - files: [\"old-*\"]",
      "#     budgets: {bytes: 5MB}",
      "#     reason: drawn before there were rules",
      "#     until: 2029-12-31",
    ]
  }

  private func conversion(_ name: String, _ group: AnimationSearch.Group, explains: Bool) -> [String] {
    var lines = ["inputs:"] + patterns(group).map { "  - \($0)" }
    if explains {
      lines.append(
        "# {dir} is the folder below \(group.folder.isEmpty ? "this" : group.folder), {stem} the name without extension."
      )
    }
    let place = groups.count > 1 ? "\(outputFolder)/\(name)" : outputFolder
    let end = format.extensions.first.map { "." + $0 } ?? "/"
    lines.append("outputs: " + Self.quoted("\(place)/{dir}/{stem}\(end)"))
    // State the format only if the extension implies another one.
    if OutputFormat(fileName: "a" + end) != format { lines.append("options: {to: \(format.id)}") }
    guard explains else { return lines }
    return lines + [
      "# Long flags of `kiln convert`, without dashes:",
      "# options: {fps: 30, max-bytes: 500k}",
      "# Several results of each file; outputs then needs {width}, {scale} or {variant}:",
      "# variants: [{scale: 1}, {scale: 2}]",
      "# Other options for some files:",
      "# overrides:",
      "#   - files: [\"large-*\"]",
      "#     options: {scale: 0.5}",
      "#     reason: never shown larger",
    ]
  }

  /// A text as a YAML scalar: in quotes unless every character is harmless.
  package static func quoted(_ text: String) -> String {
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
