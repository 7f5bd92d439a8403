public import KilnDiagnostics
public import Kiln

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
public enum OverridesFile {
  /// One change.
  public enum Change: Sendable {
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

  private static let keys = ["hide", "show", "solo", "set", "image", "text", "slot", "mute", "crop"]

  /// The changes in a file, in its order.
  ///
  /// - Parameter file: Path of the file, for messages and for paths in it.
  /// - Throws: `config.invalid` with the place.
  public static func read(_ bytes: [UInt8], file: String) throws(Diagnostic) -> [Change] {
    guard let root = try YAMLReader.read(bytes, file: file), !root.isNull else { return [] }
    guard let entries = root.entries else {
      throw Diagnostic(.configInvalid, "this must be a mapping", in: file, at: root.position)
    }
    var all: [Change] = []
    for entry in entries { all += try changes(of: entry, file: file) }
    return all
  }

  private static func changes(of entry: YAMLEntry, file: String) throws(Diagnostic) -> [Change] {
    func failure(_ message: String, _ position: TextPosition) -> Diagnostic {
      Diagnostic(.configInvalid, message, in: file, at: position)
    }
    func patterns(_ make: (KeyPathPattern) -> Change) throws(Diagnostic) -> [Change] {
      var made: [Change] = []
      for node in entry.value.elements ?? [entry.value] {
        guard let pattern = node.text.flatMap(KeyPathPattern.init) else {
          throw failure("this must be a key path, such as Main.Star or **.Star", node.position)
        }
        made.append(make(pattern))
      }
      return made
    }
    func named(_ make: (String, String) throws(Diagnostic) -> Change) throws(Diagnostic) -> [Change] {
      guard let members = entry.value.entries else {
        throw failure("this must be a mapping of names to values", entry.value.position)
      }
      var made: [Change] = []
      for member in members {
        guard let text = member.value.text else { throw failure("this must be a text", member.value.position) }
        made.append(try make(member.key, text))
      }
      return made
    }
    switch entry.key {
    case "hide": return try patterns { .hide($0) }
    case "show": return try patterns { .show($0) }
    case "solo": return try patterns { .solo($0) }
    case "set":
      return try named { name, text throws(Diagnostic) in
        guard let change = PropertyChange(name: name, text: text) else {
          throw failure("“\(name)” is no key path, or its range of frames is empty", entry.position)
        }
        return .set(change)
      }
    case "image":
      return try named { name, text throws(Diagnostic) in
        .image(name, file: text.hasPrefix("/") ? text : Files.sibling(of: file, named: text))
      }
    case "text": return try named { name, text throws(Diagnostic) in .text(name, text) }
    case "slot": return try named { name, text throws(Diagnostic) in .slot(name, text) }
    case "mute":
      guard let mutes = entry.value.bool else { throw failure("this must be true or false", entry.value.position) }
      return mutes ? [.mute] : []
    case "crop":
      guard let crop = entry.value.text.flatMap({ AnimationOverrides.Crop(text: $0) }) else {
        throw failure("this must be auto or X,Y,W,H", entry.value.position)
      }
      return [.crop(crop)]
    default:
      let nearest = Spelling.nearest(to: entry.key, among: keys).map { "; did you mean \($0)?" } ?? ""
      throw failure("there is no change “\(entry.key)”\(nearest)", entry.position)
    }
  }
}
