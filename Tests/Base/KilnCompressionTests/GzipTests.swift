import KilnCompression
import KilnDiagnostics
import KilnTestSupport
import Testing

@Suite struct GzipTests {
  @Test(arguments: [0, 1, 1000, 200_000]) func inflateGivesBackWhatWasDeflated(count: Int) throws {
    var random = SplitMix64(seed: UInt64(count))
    let bytes = random.bytes(count: count, values: 9)
    let file = try Gzip.deflate(bytes)
    #expect(Gzip.isGzip(file))
    #expect(try Gzip.inflate(file, limit: count) == bytes)
  }

  @Test func headerHasNeitherTimeNorSystem() throws {
    let file = try Gzip.deflate([1, 2, 3])
    // Magic, Deflate, no flags, time 0, best compression, unknown system.
    #expect(file.prefix(10) == [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255])
  }

  @Test func membersFollowOneAnother() throws {
    let file = try Gzip.deflate([1, 2]) + Gzip.deflate([]) + Gzip.deflate([3])
    #expect(try Gzip.inflate(file, limit: 3) == [1, 2, 3])
    #expect(thrownRule { () throws(Diagnostic) in try Gzip.inflate(file, limit: 2) } == .limitExceeded)
  }

  @Test func otherTrailingBytesAreIgnored() throws {
    #expect(try Gzip.inflate(Gzip.deflate([7]) + [0, 0, 0], limit: 1) == [7])
  }

  @Test func everyTruncationIsReported() throws {
    let file = try Gzip.deflate(Array("a sticker".utf8))
    for count in 0..<file.count {
      let rule = thrownRule { () throws(Diagnostic) in try Gzip.inflate(Array(file[..<count]), limit: 100) }
      #expect(rule == .compressedDataTruncated)
    }
  }

  @Test func aWrongChecksumIsReported() throws {
    var file = try Gzip.deflate(Array("a sticker".utf8))
    file[file.count - 8] ^= 1
    #expect(thrownRule { () throws(Diagnostic) in try Gzip.inflate(file, limit: 100) } == .compressedDataInvalid)
  }

  @Test func aZlibStreamIsNoGzipFile() throws {
    let stream = try Zlib.deflate([1])
    #expect(!Gzip.isGzip(stream))
    #expect(thrownRule { () throws(Diagnostic) in try Gzip.inflate(stream, limit: 100) } == .compressedDataInvalid)
  }
}
