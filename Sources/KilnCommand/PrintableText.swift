extension String {
  /// The text in one line and without control characters, which could steer a terminal or a CI system: names of files may
  /// hold anything.
  var printable: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          switch scalar.value {
          // C0 and C1, the line and paragraph separators, and marks that reverse the direction of what follows.
          case ..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: "?"
          default: scalar
          }
        }))
  }
}
