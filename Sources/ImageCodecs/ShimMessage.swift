/// Room for the text of an error that a C function leaves behind.
struct ShimMessage {
  var characters = [CChar](repeating: 0, count: 256)
  var capacity: Int { characters.count }

  /// The text, or nil if there is none.
  var text: String? {
    let bytes = characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
