import KilnDiagnostics
import KilnJSON
import KilnTestSupport
import Testing

@Suite struct JSONNumberTests {
  private func numbers(_ texts: [String]) throws -> [Double] {
    try JSONTree(Array("[\(texts.joined(separator: ","))]".utf8)).root.numbers ?? []
  }

  @Test func numbersAreWhatTheStandardLibraryReads() throws {
    var random = SplitMix64(seed: 17)
    func digits(_ count: ClosedRange<Int>) -> String {
      String((0..<Int.random(in: count, using: &random)).map { _ in "0123456789".randomElement(using: &random) ?? "0" })
    }
    let texts = (0..<100_000).map { _ in
      var text = random.next() % 3 == 0 ? "-" : ""
      text +=
        random.next() % 4 == 0 ? "0" : "\(1 + random.next() % 9)" + digits(random.next() % 8 == 0 ? 0...25 : 0...5)
      if random.next() % 2 == 0 { text += "." + digits(random.next() % 8 == 0 ? 1...30 : 1...6) }
      if random.next() % 4 == 0 { text += ["e", "E", "e-", "e+"][Int(random.next() % 4)] + digits(1...2) }
      return text
    }
    let wrong = zip(texts, try numbers(texts)).filter { Double($0)?.bitPattern != $1.bitPattern }
    #expect(wrong.isEmpty, "\(wrong.prefix(5))")
  }

  /// As many digits as a double has, and a few more: what programs write that print numbers exactly.
  @Test func longDecimalsAreRoundedOnce() throws {
    var random = SplitMix64(seed: 18)
    let texts = (0..<100_000).map { index in
      if index % 2 == 0 { return "\(Double.random(in: -1...1, using: &random) * [1, 100, 1e4, 1e-3][index / 2 % 4])" }
      let digits = (0..<Int.random(in: 16...19, using: &random)).map { _ in Int.random(in: 0...9, using: &random) }
      let point = Int.random(in: 1..<digits.count, using: &random)
      return "1" + digits[1..<point].map(String.init).joined() + "." + digits[point...].map(String.init).joined()
    }
    let wrong = zip(texts, try numbers(texts)).filter { Double($0)?.bitPattern != $1.bitPattern }
    #expect(wrong.isEmpty, "\(wrong.prefix(5))")
  }

  /// 2⁶⁴ and its neighbours: nineteen digits and more, where a word wraps.
  @Test(arguments: [
    "18446744073709551615", "18446744073709551616", "18446744073709551617", "184467440737095516160",
    "9007199254740991", "9007199254740992", "9007199254740993", "9999999999999999999", "99999999999999999999",
    "0.00000000000000000000018446744073709551616", "0.0000000000000000000001", "0.00000000000000000000001",
    "123456789012345678901234567890", "0.30000000000000004", "5e-324", "2.2250738585072014e-308", "1e22", "1e23",
    "1.7976931348623157e308", "-0.0", "0e99999", "0.000",
  ]) func edgesAreExact(text: String) throws {
    let value = try numbers([text])[0]
    #expect(value.bitPattern == Double(text)?.bitPattern)
  }

  @Test func negativeZeroKeepsItsSign() throws {
    #expect(try numbers(["-0", "-0.0", "-0e5"]).allSatisfy { $0 == 0 && $0.sign == .minus })
  }

  @Test func numbersBeyondTheRangeAreLimited() throws {
    let big = Double.greatestFiniteMagnitude
    #expect(try numbers(["1e309", "-1e400", "1e99999999999999999999"]) == [big, -big, big])
    #expect(try numbers([String(repeating: "9", count: 400), "1e-400", "-1e-99999999999"]) == [big, 0, 0])
  }

  @Test func numbersForFloatsAreLimitedSooner() throws {
    let texts = [
      "1e308", "-1e37", "1e36", "1e-36", "-1e-37", "1e-310", "-0", "9999999999999999999", "0.0000000000000000001",
    ]
    let tree = try JSONTree(Array("[\(texts.joined(separator: ","))]".utf8), numbers: .float)
    #expect(tree.root.numbers == [1e36, -1e36, 1e36, 1e-36, 0, 0, 0, 1e19, 1e-19])
  }

  @Test func integersAreWholeNumbersThatFit() throws {
    let tree = try JSONTree(Array("[3, -4.0, 2.5, 1e300, 9.2e18, \"3\"]".utf8))
    #expect(tree.root.children.map(\.integer) == [3, -4, nil, nil, 9_200_000_000_000_000_000, nil])
  }
}
