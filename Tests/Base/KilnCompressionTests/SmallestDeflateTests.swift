import KilnCompression
import KilnDiagnostics
import KilnTestSupport
import Testing

@Suite struct SmallestDeflateTests {
  @Test func whatIsDeflatedComesBack() throws {
    var random = SplitMix64(seed: 3)
    var samples: [[UInt8]] = [
      [], [7], [7, 7], [1, 2, 3], Array(repeating: 0, count: 70_000), (0..<9000).map { UInt8($0 & 255) },
      random.bytes(count: 5000), random.bytes(count: 20_000, values: 3),
      // Above what zlib is asked for.
      Array(repeating: 5, count: 300_000),
    ]
    // Halves with nothing in common, far repeats, and long ones.
    let noise = random.bytes(count: 33_000)
    samples.append(random.bytes(count: 4000, values: 2) + noise.prefix(4000))
    samples.append(noise + noise.prefix(3000) + Array(repeating: 9, count: 600) + noise.suffix(300))
    samples.append((0..<6000).flatMap { _ in [0, 0, 0, UInt8.random(in: 0...1, using: &random)] })
    for (number, sample) in samples.enumerated() {
      let stream = try #require(try Zlib.deflateSmallest(sample))
      #expect(try Zlib.inflate(stream, limit: 1 << 20) == sample, "sample \(number)")
      #expect(try stream.count <= Zlib.deflate(sample).count)
    }
  }

  @Test func nothingIsReturnedThatIsNotShorterThanAsked() throws {
    let sample = (0..<9000).map { UInt8($0 * $0 & 255) }
    let stream = try #require(try Zlib.deflateSmallest(sample))
    #expect(try Zlib.deflateSmallest(sample, shorterThan: stream.count) == nil)
    #expect(try Zlib.deflateSmallest(sample, shorterThan: stream.count + 1) == stream)
  }
}
