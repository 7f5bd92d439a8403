/// A baked timeline as a JSON file: what other programs get of an animation, and what `TimelineJSONSource` reads back.
///
/// The file holds `Timeline` as it is, in the same units. `timeline.schema.json` in `Conversions/` describes every
/// member; the player in `PageExport` draws it. Members that a reader does not know are to be ignored; a file that an
/// old reader would draw wrongly has a higher version.
public enum TimelineJSON {
  /// Version that is written, and the highest that is read.
  public static let version = 1
  /// Media type.
  public static let mediaType = "application/json"
  /// Name and value of the member that every file starts with.
  static let marker = (name: "$kiln", value: "timeline")

  /// Whether some bytes are such a file: whether they start with an object whose first member is `$kiln`.
  ///
  /// `$` sorts before letters, so that files are recognized after tools have sorted their members.
  public static func recognizes(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    let isSpace: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    rest = rest.drop(while: isSpace)
    guard rest.first == UInt8(ascii: "{") else { return false }
    return rest.dropFirst().drop(while: isSpace).starts(with: "\"\(marker.name)\"".utf8)
  }
}
