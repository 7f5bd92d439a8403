import Foundation
import KilnDigests
import Testing

@Suite struct SHA256DigestTests {
  /// Examples of FIPS 180-2.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func digestsAreThoseOfTheStandard(_ text: String, _ digits: String) throws {
    let digest = SHA256Digest(of: Array(text.utf8))
    #expect(digest.description == digits)
    #expect(SHA256Digest(digits) == digest)
    #expect(try JSONDecoder().decode([SHA256Digest].self, from: JSONEncoder().encode([digest])) == [digest])
  }

  @Test func whereATextEndsCounts() {
    #expect(SHA256Digest(ofTexts: ["ab", "c"]) != SHA256Digest(ofTexts: ["a", "bc"]))
    #expect(SHA256Digest(ofTexts: ["abc", ""]) != SHA256Digest(ofTexts: ["abc"]))
  }

  @Test(arguments: ["", "abc", String(repeating: "g", count: 64), String(repeating: "+", count: 64)])
  func otherTextIsNoDigest(_ text: String) {
    #expect(SHA256Digest(text) == nil)
  }

  /// Kiln's own code gives what the library gives, whatever the parts in which the bytes come.
  @Test func partsDoNotCount() {
    let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 3) }
    for count in [0, 1, 55, 56, 63, 64, 65, 119, 120, 127, 128, 129, 300] {
      for part in [1, 13, 64, 300] {
        var hasher = PortableSHA256Hasher()
        for start in stride(from: 0, to: count, by: part) {
          hasher.update(Array(bytes[start..<min(start + part, count)]))
        }
        let digits = hasher.digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        #expect(digits == SHA256Digest(of: Array(bytes[..<count])).description, "\(count) bytes in parts of \(part)")
      }
    }
  }
}
