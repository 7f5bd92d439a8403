import KilnDiagnostics
import Testing

@Suite struct ByteCountTests {
  @Test(arguments: [
    (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1 kB"), (1049, "1 kB"), (1050, "1.1 kB"),
    (5319, "5.3 kB"), (96_000, "96 kB"), (99_949, "99.9 kB"), (123_456, "123 kB"), (999_400, "999 kB"),
    (999_999, "1 MB"), (1_000_000, "1 MB"), (8 << 20, "8.4 MB"), (64_000_000, "64 MB"), (203_400_000, "203 MB"),
    (.max, "9223372036855 MB"),
  ])
  func unitsFollowTheSize(bytes: Int, text: String) {
    #expect(ByteCount(bytes).description == text)
  }

  /// Each number that a message names can be typed.
  @Test(arguments: [("500000", 500_000), ("992 bytes", 992), ("1 byte", 1), ("3.5kB", 3500), ("1.5MiB", 1_572_864)])
  func textsAreRead(text: String, bytes: Int) {
    #expect(ByteCount(text)?.bytes == bytes)
  }

  @Test(arguments: ["0", "0.5", "1.5", "2.5 bytes", "0.0001k", "-1", "k", "", "1e9", "8 QB"])
  func whatIsNoNumberOfBytesIsNotRead(text: String) {
    #expect(ByteCount(text) == nil)
  }

  @Test(arguments: [(7, "7"), (5319, "5.3kB"), (123_456, "123kB"), (8 << 20, "8.4MB")])
  func argumentsHaveNoSpace(bytes: Int, text: String) {
    #expect(ByteCount(bytes).argument == text)
    #expect(ByteCount(text) != nil)
  }

  @Test(arguments: [(999, "999"), (1999, "1kB"), (8 << 20, "8MB"), (2_000_000, "2MB")])
  func roundArgumentsKeepToTheLimit(limit: Int, text: String) throws {
    #expect(ByteCount.argument(atMost: limit) == text)
    #expect(try #require(ByteCount(text)).bytes <= limit)
  }
}
