/// Buffer for an error message of a C function.
struct CErrorMessage {
  var characters = [CChar](repeating: 0, count: 256)
  var capacity: Int { characters.count }

  /// The message; nil if it is empty.
  var text: String? {
    let bytes = characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the function got no memory. libpng and libjpeg have no other sign of it than their words, if they have any: “Out
  /// of memory”, “insufficient memory to …”, “Insufficient memory (case 4)”.
  var isAboutMemory: Bool {
    guard let words = text?.lowercased() else { return true }
    return words.contains("out of memory") || words.contains("insufficient memory")
  }
}
