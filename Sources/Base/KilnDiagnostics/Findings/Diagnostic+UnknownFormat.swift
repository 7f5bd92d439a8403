extension Diagnostic {
  /// An error for bytes that are in no known format.
  ///
  /// - Parameters:
  ///   - kind: Actual kind of the file, such as “a PNG image”; nil if it is not known.
  ///   - advice: Advice for a file of another kind.
  public static func unknownFormat(_ bytes: [UInt8], kind: String? = nil, advice: String) -> Diagnostic {
    if bytes.isEmpty { return Diagnostic(.inputUnknownFormat, "the file is empty", advice: "export it again") }
    if kind == nil, wasSavedAsText(bytes) {
      return Diagnostic(
        .inputUnknownFormat, "a program has saved the file as text, which replaced many of its bytes",
        advice: "they cannot be restored; take the original, and copy or send it as binary data")
    }
    if kind == nil, let text = ForeignText(bytes) {
      return Diagnostic(.inputUnknownFormat, "the file is \(text.name)", advice: text.advice)
    }
    return Diagnostic(
      .inputUnknownFormat, "the file is \(kind ?? "neither Lottie nor SVGA")", advice: advice)
  }

  /// Whether U+FFFD stands for much of what was there: programs write it, as UTF-8, for bytes that are no text.
  private static func wasSavedAsText(_ bytes: [UInt8]) -> Bool {
    let start = bytes.prefix(4096)
    let replaced = zip(start, zip(start.dropFirst(), start.dropFirst(2))).count { $0 == 0xEF && $1 == (0xBF, 0xBD) }
    return replaced * 20 > start.count
  }
}
