/// Template for output paths below the output folder, such as `{dir}/{stem}@{scale}x`.
package struct OutputTemplate: Sendable, Hashable {
  /// A part of an input's path or of a variant.
  package enum Placeholder: String, Sendable, Hashable, CaseIterable {
    /// Folders below the PATH that the input was found in.
    case dir
    /// The input's file name without extension.
    case stem
    /// The variant's name, or else its number from 1.
    case variant
    /// `--scale` of the variant.
    case scale
    /// `--width` of the variant.
    case width
    /// `--height` of the variant.
    case height
  }

  private enum Part: Hashable {
    case text(String)
    case placeholder(Placeholder)
  }

  private let parts: [Part]

  /// The tree below each PATH is kept.
  package static let keepingTree = OutputTemplate(parts: [.placeholder(.dir), .text("/"), .placeholder(.stem)])

  private init(parts: [Part]) { self.parts = parts }

  /// Parses a template; nil if a brace is not closed, a placeholder is unknown, or nothing names the input.
  package init?(_ text: String) {
    var parts: [Part] = []
    var rest = text[...]
    while let start = rest.firstIndex(of: "{") {
      guard let end = rest[start...].firstIndex(of: "}"),
        let placeholder = Placeholder(rawValue: String(rest[rest.index(after: start)..<end]))
      else { return nil }
      if start > rest.startIndex { parts.append(.text(String(rest[..<start]))) }
      parts.append(.placeholder(placeholder))
      rest = rest[rest.index(after: end)...]
    }
    guard !rest.contains("}") else { return nil }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    guard !parts.isEmpty else { return nil }
    self.parts = parts
  }

  /// The placeholders in the template.
  package var placeholders: [Placeholder] {
    parts.compactMap { part in
      guard case .placeholder(let placeholder) = part else { return nil }
      return placeholder
    }
  }

  /// The names between braces in a text, whether they are placeholders or not.
  static func placeholderNames(in text: String) -> [String] {
    text.split(separator: "{").dropFirst(text.hasPrefix("{") ? 0 : 1).compactMap { part in
      part.firstIndex(of: "}").map { String(part[..<$0]) }
    }
  }

  /// Pattern that all paths of the template match; nil if they cannot be expressed as one.
  var pattern: GlobPattern? {
    var text = ""
    for part in parts {
      switch part {
      case .text(let literal):
        for character in literal {
          if "*?[]{},\\".contains(character) { text += "\\" }
          text.append(character)
        }
      case .placeholder(let placeholder): text += placeholder == .dir ? "\u{0}" : "*"
      }
    }
    // Folders may also stand for a part of a component; then they begin before it.
    let components = text.split(separator: "/").map { component in
      component == "\u{0}" ? "**" : (component.contains("\u{0}") ? "**/" : "") + component.replacing("\u{0}", with: "*")
    }
    return GlobPattern(components.joined(separator: "/"), isAnchored: true)
  }

  /// The relative path for some values; empty components and `.` are left out. Nil if it would leave the output folder or
  /// name nothing.
  package func path(_ value: (Placeholder) -> String) -> String? {
    let text = parts.map { part in
      switch part {
      case .text(let text): text
      case .placeholder(let placeholder): value(placeholder)
      }
    }.joined()
    let names = text.split(separator: "/").filter { $0 != "." }
    guard !names.isEmpty, !text.hasSuffix("/"), !names.contains("..") else { return nil }
    return names.joined(separator: "/")
  }
}
