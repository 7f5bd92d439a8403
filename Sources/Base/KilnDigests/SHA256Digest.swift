/// A SHA-256 digest: 32 bytes that stand for some content. As text, and in JSON, it is 64 hexadecimal digits.
///
/// By OpenSSL or, on Apple's systems, CommonCrypto, which use the processor's own instructions where it has them; without the
/// trait `OpenSSL` by Kiln's own code.
public struct SHA256Digest: Sendable, Hashable {
  /// The bytes in four parts, first byte highest.
  private let words: (UInt64, UInt64, UInt64, UInt64)

  /// The digest of some bytes.
  public init(of bytes: [UInt8]) {
    var hasher = SHA256Hasher()
    hasher.update(bytes)
    self.init(hasher.digest)
  }

  /// The digest of texts, one after the other. The boundaries between the texts are part of the digest.
  public init(ofTexts texts: [String]) {
    var hasher = SHA256Hasher()
    for text in texts {
      let bytes = Array(text.utf8)
      hasher.update(Array("\(bytes.count):".utf8))
      hasher.update(bytes)
    }
    self.init(hasher.digest)
  }

  /// The digest that 64 hexadecimal digits stand for; nil for any other text.
  public init?(_ text: String) {
    guard text.utf8.count == 64, text.utf8.allSatisfy({ $0.isHexDigit }) else { return nil }
    var words: [UInt64] = []
    var rest = text[...]
    while !rest.isEmpty {
      guard let word = UInt64(rest.prefix(16), radix: 16) else { return nil }
      words.append(word)
      rest = rest.dropFirst(16)
    }
    self.words = (words[0], words[1], words[2], words[3])
  }

  private init(_ bytes: [UInt8]) {
    func word(_ index: Int) -> UInt64 { bytes[index * 8..<index * 8 + 8].reduce(0) { $0 << 8 | UInt64($1) } }
    words = (word(0), word(1), word(2), word(3))
  }

  /// Whether all bytes are equal.
  public static func == (a: SHA256Digest, b: SHA256Digest) -> Bool { a.words == b.words }

  /// Hashes the first 8 bytes, which are as random as all.
  public func hash(into hasher: inout Swift.Hasher) { hasher.combine(words.0) }
}

extension SHA256Digest: CustomStringConvertible {
  /// 64 hexadecimal digits in lower case.
  public var description: String {
    [words.0, words.1, words.2, words.3].map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}

extension SHA256Digest: Codable {
  /// Reads the digits.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let digest = SHA256Digest(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a SHA-256 digest")
    }
    self = digest
  }

  /// Writes the digits.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension UInt8 {
  fileprivate var isHexDigit: Bool { (0x30...0x39).contains(self) || (0x61...0x66).contains(self | 0x20) }
}
