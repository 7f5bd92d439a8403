internal import KilnJSON

extension LottieMarker {
  /// A marker with the name that its comment gives it.
  init(comment: String, time: Double, duration: Double) {
    self.init(name: Self.name(inComment: comment), comment: comment, time: time, duration: duration)
  }

  /// The name by which lottie-web finds a marker: `name` of a comment that is a JSON object, or of one that has lines
  /// such as `name:out`, or else the whole comment. Space around it does not count, because After Effects adds some and
  /// mobile players ignore it.
  package static func name(inComment comment: String) -> String {
    (jsonName(comment) ?? lineName(comment) ?? comment).trimmed
  }

  private static func jsonName(_ comment: String) -> String? {
    guard comment.trimmed.hasPrefix("{") else { return nil }
    return (try? JSONTree(Array(comment.utf8)))?.root.string("name")
  }

  /// The value of the last line `name:value`; lines with several colons have none.
  private static func lineName(_ comment: String) -> String? {
    var name: String?
    for line in comment.split(separator: "\r\n") {
      let parts = line.split(separator: ":", omittingEmptySubsequences: false)
      if parts.count == 2, parts[0] == "name" { name = String(parts[1]) }
    }
    return name
  }
}

extension String {
  /// The text without white space at its ends.
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
  }
}
