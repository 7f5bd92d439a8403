import KilnCompression
import KilnDiagnostics
import KilnTestSupport
import Testing

@Suite struct ZlibTests {
  @Test(arguments: [0, 1, 2, 100, 65535, 65536, 65537, 300_000], [0, 1, 6, 9])
  func inflateGivesBackWhatWasDeflated(count: Int, level: Int) throws {
    var random = SplitMix64(seed: UInt64(count))
    for values: UInt8 in [0, 3, 255] {
      let bytes = random.bytes(count: count, values: values)
      let stream = try Zlib.deflate(bytes, level: level)
      #expect(stream.first == 0x78)
      #expect(try Zlib.inflate(stream, limit: count) == bytes)
    }
  }

  @Test func readsAStreamOfAnotherProgram() throws {
    // python3 -c 'import zlib; print(list(zlib.compress(b"Kiln Kiln Kiln")))'
    let stream: [UInt8] = [120, 156, 243, 206, 204, 201, 83, 240, 134, 17, 0, 36, 71, 4, 235]
    #expect(try Zlib.inflate(stream, limit: 100) == Array("Kiln Kiln Kiln".utf8))
  }

  @Test func higherLevelsAreSmaller() throws {
    var random = SplitMix64(seed: 7)
    let bytes = random.bytes(count: 50_000, values: 7)
    let sizes = try [0, 1, 9].map { try Zlib.deflate(bytes, level: $0).count }
    #expect(sizes[0] > bytes.count)
    #expect(sizes[1] < sizes[0])
    #expect(sizes[2] < sizes[1])
  }

  @Test func everyTruncationIsReportedWithItsOffset() throws {
    var random = SplitMix64(seed: 1)
    let stream = try Zlib.deflate(random.bytes(count: 3000, values: 20))
    for count in 0..<stream.count {
      let error = thrown { () throws(Diagnostic) in try Zlib.inflate(Array(stream[..<count]), limit: 1 << 20) }
      #expect(error?.rule == .compressedDataTruncated)
      #expect(error?.path.byteOffset == count)
    }
  }

  @Test func trailingBytesAreIgnored() throws {
    let stream = try Zlib.deflate([1, 2, 3])
    #expect(try Zlib.inflate(stream + [9, 9, 9, 9], limit: 3) == [1, 2, 3])
  }

  @Test func outputStopsAtTheLimit() throws {
    let bomb = try Zlib.deflate([UInt8](repeating: 0, count: 50 << 20))
    #expect(bomb.count < 100_000)
    #expect(thrownRule { () throws(Diagnostic) in try Zlib.inflate(bomb, limit: 1 << 20) } == .limitExceeded)
    let small = try Zlib.deflate([UInt8](repeating: 5, count: 1000))
    #expect(thrownRule { () throws(Diagnostic) in try Zlib.inflate(small, limit: 999) } == .limitExceeded)
    #expect(try Zlib.inflate(small, limit: 1000).count == 1000)
  }

  @Test func wrongBytesAreReported() throws {
    let notZlib = thrown { () throws(Diagnostic) in try Zlib.inflate(Array("{\"v\":\"5\"}".utf8), limit: 1 << 20) }
    #expect(notZlib?.rule == .compressedDataInvalid)
    #expect(notZlib?.message.contains("incorrect header check") == true)
    #expect(notZlib?.path.byteOffset != nil)
    var stream = try Zlib.deflate(Array("checked by Adler-32".utf8))
    stream[stream.count - 1] ^= 1
    #expect(thrownRule { () throws(Diagnostic) in try Zlib.inflate(stream, limit: 1 << 20) } == .compressedDataInvalid)
    // Compression method 8, flag "preset dictionary".
    let dictionary: [UInt8] = [0x78, 0xbb, 1, 2, 3, 4, 0, 0]
    let error = thrown { () throws(Diagnostic) in try Zlib.inflate(dictionary, limit: 1 << 20) }
    #expect(error?.message.contains("dictionary") == true)
  }

  @Test func flippedBitsAreAlwaysNoticed() throws {
    var random = SplitMix64(seed: 99)
    let bytes = random.bytes(count: 500, values: 30)
    let stream = try Zlib.deflate(bytes)
    for bit in 0..<stream.count * 8 {
      var damaged = stream
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      let result = try? Zlib.inflate(damaged, limit: 1 << 16)
      // A few bits of the header mean nothing to the data: the compression level.
      #expect(result == nil || result == bytes)
    }
  }

  @Test(arguments: [1, 3, 10, 12]) func aStreamIsShorterThanAskedOrNone(level: Int) throws {
    let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) }
    let whole = try Zlib.deflate(bytes, level: level)
    #expect(try Zlib.deflate(bytes, level: level, shorterThan: whole.count + 1) == whole)
    #expect(try Zlib.deflate(bytes, level: level, shorterThan: .max) == whole)
    for limit in [Int.min, -1, 0, 1, 8, whole.count / 2, whole.count] {
      #expect(try Zlib.deflate(bytes, level: level, shorterThan: limit) == nil)
    }
  }
}
