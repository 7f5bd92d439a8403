internal import Diagnostics
internal import JSONTree

/// Counts what a JSON movie is made of, before memory is taken for it: `MessageCensus` for `movie.spec`.
enum SpecCensus {
  /// Values to be expected of a frame. A whole one has about fifteen, but most are hidden and have none.
  private static let valuesPerFrame = 4

  /// Throws when there are far more JSON values than frames are allowed: two bytes in the file are fifty in the tree.
  static func check(_ bytes: [UInt8], limits: Limits) throws(Diagnostic) {
    let commas = bytes.reduce(0) { $0 + ($1 == UInt8(ascii: ",") ? 1 : 0) }
    let (limit, overflow) = limits.frameStates.multipliedReportingOverflow(by: valuesPerFrame)
    try limits.check(commas, atMost: overflow ? .max : limit, "the number of values in movie.spec")
  }

  /// Throws when there are more sprites, frames and shapes than `limits.frameStates`.
  static func check(_ root: JSONValue, limits: Limits) throws(Diagnostic) {
    var count = 0
    for sprite in root.elements("sprites") {
      count += 1
      for frame in sprite.elements("frames") { count += 1 + frame.elements("shapes").count }
    }
    try limits.check(count, atMost: limits.frameStates, "the number of sprites, frames and shapes in the file")
  }
}

extension JSONValue {
  /// The elements of a member that is an array; none if it is something else.
  func elements(_ name: Name) -> [JSONValue] {
    guard let member = self[name], member.kind == .array else { return [] }
    return Array(member.children)
  }
}
