package import KilnDiagnostics
package import Kiln

/// A YAML file with changes to animations: the same names as the options of the command line.
///
/// ```yaml
/// text: {Title: Willkommen}
/// set: {"Badge.Contents.Fill 1.Color": "#ff8800"}
/// image: {avatar: pictures/anna.png}
/// hide: ["Debug.**"]
/// ```
///
/// Paths of images are relative to the file.
package enum OverridesFile {
  /// One change.
  package enum Change: Sendable {
    /// Layers that are not drawn.
    case hide(KeyPathPattern)
    /// Layers that are drawn all the same.
    case show(KeyPathPattern)
    /// Layers of which only these are drawn.
    case solo(KeyPathPattern)
    /// A property's value.
    case set(PropertyChange)
    /// A picture's file.
    case image(String, file: String)
    /// A text layer's text.
    case text(String, String)
    /// A slot's value.
    case slot(String, String)
    /// No sounds.
    case mute
    /// A part of the canvas.
    case crop(AnimationOverrides.Crop)
  }

  /// The changes in a file, in its order.
  ///
  /// - Parameter file: Path of the file, for messages and for paths in it.
  /// - Throws: `config.invalid` with the place.
  package static func read(_ bytes: [UInt8], file: String) throws(Diagnostic) -> [Change] {
    guard let root = try YAMLReader.read(bytes, file: file), !root.isNull else { return [] }
    guard let entries = root.entries else {
      throw Diagnostic(.configInvalid, "this must be a mapping", in: file, at: root.position)
    }
    var all: [Change] = []
    for entry in entries {
      guard let row = rows.first(where: { $0.key == entry.key }) else {
        let nearest = Spelling.nearest(to: entry.key, among: rows.map(\.key)).map { "; did you mean \($0)?" } ?? ""
        throw Diagnostic(.configInvalid, "there is no change “\(entry.key)”\(nearest)", in: file, at: entry.position)
      }
      all += try row.changes(Entry(value: entry.value, position: entry.position, file: file))
    }
    return all
  }

  /// A key, and the changes that its value stands for.
  private struct Row: Sendable {
    let key: String
    let changes: @Sendable (Entry) throws(Diagnostic) -> [Change]

    init(_ key: String, _ changes: @escaping @Sendable (Entry) throws(Diagnostic) -> [Change]) {
      (self.key, self.changes) = (key, changes)
    }
  }

  private static let rows = [
    Row("hide") { entry throws(Diagnostic) in try entry.patterns { .hide($0) } },
    Row("show") { entry throws(Diagnostic) in try entry.patterns { .show($0) } },
    Row("solo") { entry throws(Diagnostic) in try entry.patterns { .solo($0) } },
    Row("set") { entry throws(Diagnostic) in
      try entry.named { name, text throws(Diagnostic) in
        guard let change = PropertyChange(name: name, text: text) else {
          throw entry.wrong("“\(name)” is no key path, or its range of frames is empty", entry.position)
        }
        return .set(change)
      }
    },
    Row("image") { entry throws(Diagnostic) in
      try entry.named { name, text throws(Diagnostic) in
        .image(name, file: text.hasPrefix("/") ? text : Files.sibling(of: entry.file, named: text))
      }
    },
    Row("text") { entry throws(Diagnostic) in try entry.named { name, text throws(Diagnostic) in .text(name, text) } },
    Row("slot") { entry throws(Diagnostic) in try entry.named { name, text throws(Diagnostic) in .slot(name, text) } },
    Row("mute") { entry throws(Diagnostic) in
      guard let mutes = entry.value.bool else { throw entry.wrong("this must be true or false") }
      return mutes ? [.mute] : []
    },
    Row("crop") { entry throws(Diagnostic) in
      guard let crop = entry.value.text.flatMap({ AnimationOverrides.Crop(text: $0) }) else {
        throw entry.wrong("this must be auto or X,Y,W,H")
      }
      return [.crop(crop)]
    },
  ]

  /// The value of a key, and the file that it stands in.
  private struct Entry {
    let value: YAMLNode
    /// Position of the key.
    let position: TextPosition
    let file: String

    /// A finding at a position, or else at the value.
    func wrong(_ message: String, _ position: TextPosition? = nil) -> Diagnostic {
      Diagnostic(.configInvalid, message, in: file, at: position ?? value.position)
    }

    /// A change for a key path, or for each of a list.
    func patterns(_ change: (KeyPathPattern) -> Change) throws(Diagnostic) -> [Change] {
      var changes: [Change] = []
      for node in value.elements ?? [value] {
        guard let pattern = node.text.flatMap(KeyPathPattern.init) else {
          throw wrong("this must be a key path, such as Main.Star or **.Star", node.position)
        }
        changes.append(change(pattern))
      }
      return changes
    }

    /// A change for each name with its text.
    func named(_ change: (String, String) throws(Diagnostic) -> Change) throws(Diagnostic) -> [Change] {
      guard let members = value.entries else { throw wrong("this must be a mapping of names to values") }
      var changes: [Change] = []
      for member in members {
        guard let text = member.value.text else { throw wrong("this must be a text", member.value.position) }
        changes.append(try change(member.key, text))
      }
      return changes
    }
  }
}
