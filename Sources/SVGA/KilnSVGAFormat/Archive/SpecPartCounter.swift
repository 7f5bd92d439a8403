internal import KilnDiagnostics
internal import KilnJSON

/// Counts the sprites, frames and shapes of `movie.spec` before they are allocated, as `MessageCounter` does for
/// protobuf.
enum SpecPartCounter {
  /// Number of JSON values that are allowed for each frame on average. A visible frame has about 15, but most are
  /// hidden.
  private static let valuesPerFrame = 4

  /// Checks the number of JSON values before parsing, because two bytes in the file are fifty in the tree.
  ///
  /// - Throws: `limit.exceeded`.
  static func check(_ bytes: [UInt8], limits: Limits) throws(Diagnostic) {
    let commas = bytes.reduce(0) { $0 + ($1 == UInt8(ascii: ",") ? 1 : 0) }
    try limits.check(
      commas, atMost: limits.times(valuesPerFrame, .movieParts), by: .movieParts, "the number of values in movie.spec")
  }

  /// Checks the number of sprites, frames and shapes.
  ///
  /// - Throws: `limit.exceeded` if there are more than `limits.movieParts`.
  static func check(_ root: JSONValue, limits: Limits) throws(Diagnostic) {
    var count = 0
    for sprite in root.elements("sprites") {
      count += 1
      for frame in sprite.elements("frames") { count += 1 + frame.elements("shapes").count }
    }
    try limits.check(
      count, atMost: .movieParts, "the number of sprites, frames and shapes in the file",
      advice: "export it with fewer frames, or with fewer sprites")
  }
}

extension JSONValue {
  /// The elements of a member that is an array; none if it is something else.
  func elements(_ name: Name) -> [JSONValue] {
    guard let member = self[name], member.kind == .array else { return [] }
    return Array(member.children)
  }
}
