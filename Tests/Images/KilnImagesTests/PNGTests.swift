import KilnCompression
import KilnDiagnostics
import KilnImages
import KilnPixels
import KilnPNG
import KilnTestSupport
import Testing

@Suite struct PNGTests {
  @Test(arguments: [(1, 1), (1, 17), (33, 1), (5, 3), (64, 64), (127, 201)], CompressionEffort.allCases)
  func decodingGivesBackWhatWasEncoded(size: (width: Int, height: Int), effort: CompressionEffort) throws {
    var random = SplitMix64(seed: UInt64(size.width))
    let pixmap = random.pixmap(width: size.width, height: size.height)
    let bytes = try PNGEncoder.encode(pixmap, effort: effort)
    #expect(ImageFormat.sniff(bytes) == .png)
    #expect(try ImageDecoder.decode(bytes, limits: Limits()) == pixmap)
  }

  /// Of pictures with more than a megabyte, samples say how they are filtered and deflated.
  @Test(arguments: [3, 100_000]) func largePicturesSurvive(_ colors: Int) throws {
    var pixmap = Pixmap(width: 530, height: 510)
    for y in 0..<510 {
      for x in 60..<470 where (x / 40 + y / 40).isMultiple(of: 2) {
        let value = (x * y / 60 + x) % colors
        pixmap[x, y] = rgba(UInt32(value & 255), UInt32(value >> 4 & 255), 90)
      }
    }
    let alone = try PNGEncoder.encode(pixmap, effort: .normal)
    #expect(try ImageDecoder.decode(alone, limits: Limits()) == pixmap)
    #expect(try PNGEncoder.encode(pixmap, effort: .normal, threads: 3) == alone)
  }

  /// Noise, few colours, and much of one colour; small and not.
  @Test(arguments: [(7, 5, 3), (90, 70, 2), (90, 70, 1 << 24), (400, 300, 1)])
  func briefFilesHaveThePixels(width: Int, height: Int, colors: UInt32) throws {
    var random = SplitMix64(seed: 3)
    let pixmap = Pixmap(
      width: width, height: height,
      pixels: (0..<width * height).map { index in
        let isBlank = colors == 1 && !index.isMultiple(of: 97)
        return isBlank ? rgba(9, 8, 7) : rgba(0, 0, 0) | UInt32.random(in: 0..<max(200, colors), using: &random)
      })
    let file = try #require(try PNGEncoder.encodeFast(pixmap))
    #expect(try ImageDecoder.decode(file, limits: Limits()) == pixmap)
    let limit = try #require(try PNGEncoder.encodeFast(pixmap, shorterThan: file.count + 1))
    #expect(limit == file)
    #expect(try PNGEncoder.encodeFast(pixmap, shorterThan: file.count) == nil)
    #expect(try PNGEncoder.encodeFast(pixmap, shorterThan: file.count / 3) == nil)
  }

  @Test func everyAlphaAndTransparencySurvive() throws {
    for pixmap in [Pixmap.everyAlphaAndValue, Pixmap(width: 7, height: 9)] {
      #expect(try ImageDecoder.decode(PNGEncoder.encode(pixmap), limits: Limits()) == pixmap)
    }
  }

  @Test func quickIsEightBitRGBAWithoutFurtherChunks() throws {
    let opaque = Pixmap(width: 3, height: 2, filledWith: rgba(9, 8, 7))
    let bytes = try PNGEncoder.encode(opaque)
    // Width, height, depth 8, colour type 6, then Deflate, adaptive filters, no interlacing.
    #expect(bytes[16..<29] == [0, 0, 0, 3, 0, 0, 0, 2, 8, 6, 0, 0, 0])
    #expect(chunkNames(bytes) == ["IHDR", "IDAT", "IEND"])
    #expect(try PNGEncoder.encode(opaque) == bytes)
  }

  @Test func effortTradesTimeForSize() throws {
    // A slope: filters win here, so trying them all must find that.
    let slope = Pixmap(
      width: 200, height: 100, pixels: (0..<20_000).map { rgba(UInt32($0 % 200), UInt32($0 / 200), 99) })
    let sizes = try CompressionEffort.allCases.map { try PNGEncoder.encode(slope, effort: $0).count }
    #expect(sizes[1] < sizes[0])
    #expect(sizes[2] * 2 < sizes[0])
    #expect(sizes[3] <= sizes[2])
  }

  /// By default a small picture among many is packed in less time, and `.strongest` packs each as if it were alone.
  @Test func picturesAmongManyAreNotSmaller() throws {
    var waves = Pixmap(width: 200, height: 150)
    for y in 0..<150 {
      for x in 0..<200 { waves[x, y] = rgba(UInt32(x * x * (y + 9) / 900 & 255), UInt32(x * y / 300), 99) }
    }
    let alone = try PNGEncoder.encode(waves, effort: .normal)
    for pixels in [1 << 28, .max] {
      let file = try PNGEncoder.encode(waves, effort: .normal, totalPixels: pixels)
      #expect(try ImageDecoder.decode(file, limits: Limits()) == waves)
      #expect(file.count >= alone.count)
    }
    let strongest = try PNGEncoder.encode(waves, effort: .strongest)
    #expect(try PNGEncoder.encode(waves, effort: .strongest, totalPixels: 1 << 28) == strongest)
  }

  @Test func emptyPicturesAreRefused() {
    for (width, height) in [(0, 0), (0, 5), (5, 0)] {
      let pixmap = Pixmap(width: width, height: height)
      #expect(thrownRule { () throws(Diagnostic) in try PNGEncoder.encode(pixmap) } == .imageNotEncodable)
    }
  }

  @Test func everyTruncationBeforeTheEndChunkIsReported() throws {
    var random = SplitMix64(seed: 2)
    let pixmap = random.pixmap(width: 9, height: 7)
    let bytes = try PNGEncoder.encode(pixmap)
    for count in 8..<bytes.count {
      let part = Array(bytes[..<count])
      // The end chunk takes twelve bytes; all pixels stand before it.
      if count >= bytes.count - 12 {
        #expect(try ImageDecoder.decode(part, limits: Limits()) == pixmap)
      } else {
        let rule = thrownRule { () throws(Diagnostic) in try ImageDecoder.decode(part, limits: Limits()) }
        #expect(rule == .imageInvalid, "cut at \(count)")
      }
    }
  }

  @Test func damageIsNoticedOrHarmless() throws {
    var random = SplitMix64(seed: 3)
    let pixmap = random.pixmap(width: 9, height: 7)
    let bytes = try PNGEncoder.encode(pixmap)
    var reports = 0
    for _ in 0..<3000 {
      var damaged = bytes
      damaged[Int.random(in: 8..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0...7, using: &random)
      do throws(Diagnostic) {
        #expect(try ImageDecoder.decode(damaged, limits: Limits()) == pixmap)
      } catch {
        reports += 1
      }
    }
    #expect(reports > 2000)
  }

  @Test func sizesAreCheckedBeforeMemoryIsTaken() throws {
    var limits = Limits()
    for (width, height) in [(0x7fff_ffff, 0x7fff_ffff), (16384, 1), (1, 16384), (16383, 16383)] {
      let bytes = header(width: UInt32(width), height: UInt32(height))
      #expect(thrownRule { () throws(Diagnostic) in try ImageDecoder.decode(bytes, limits: limits) } == .limitExceeded)
    }
    for (width, height) in [(0, 1), (1, 0), (0x8000_0000, 1)] {
      let bytes = header(width: UInt32(width), height: UInt32(height))
      #expect(thrownRule { () throws(Diagnostic) in try ImageDecoder.decode(bytes, limits: limits) } == .imageInvalid)
    }
    let image = try PNGEncoder.encode(Pixmap(width: 10, height: 10))
    limits.pixels = 99
    #expect(thrownRule { () throws(Diagnostic) in try ImageDecoder.decode(image, limits: limits) } == .limitExceeded)
    limits.pixels = 100
    #expect(try ImageDecoder.decode(image, limits: limits).width == 10)
  }

  @Test func everyColourTypeBecomesRGBA() throws {
    #expect(
      try Sample.palette.pixels() == [rgba(255, 0, 0), rgba(0, 255, 0, 128), 0, rgba(9, 8, 7)])
    #expect(
      try Sample.oneBit.pixels() == [rgba(255, 255, 255), rgba(0, 0, 0), rgba(255, 255, 255), rgba(255, 255, 255)])
    #expect(try Sample.grey16.pixels() == [rgba(255, 255, 255), rgba(128, 128, 128, 64)])
    #expect(try Sample.rgb16.pixels() == [rgba(255, 128, 1), rgba(0, 64, 32)])
    #expect(try Sample.colourKey.pixels() == [0, rgba(4, 5, 6)])
  }

  @Test func interlacedImagesAreWhole() throws {
    let expected = (0..<7).flatMap { y in (0..<9).map { x in rgba(UInt32(x * 20), UInt32(y * 30), 77) } }
    #expect(try Sample.interlaced.pixels() == expected)
  }

  /// Signature, header and an empty data chunk.
  private func header(width: UInt32, height: UInt32) -> [UInt8] {
    func bigEndian(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
      let body = Array(name.utf8) + data
      var crc = UInt32.max
      for byte in body {
        crc ^= UInt32(byte)
        for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xedb8_8320 : crc >> 1 }
      }
      return bigEndian(UInt32(data.count)) + body + bigEndian(~crc)
    }
    return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
      + chunk("IHDR", bigEndian(width) + bigEndian(height) + [8, 6, 0, 0, 0]) + chunk("IDAT", [])
  }

  private func chunkNames(_ bytes: [UInt8]) -> [String] {
    var names: [String] = []
    var offset = 8
    while offset + 8 <= bytes.count {
      names.append(String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self))
      offset += bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } + 12
    }
    return names
  }
}

/// Images that another program wrote.
private enum Sample: String {
  /// Two bits a pixel, alpha 255, 128 and 0 for the first three of four colours.
  case palette = """
    iVBORw0KGgoAAAANSUhEUgAAAAQAAAABAgMAAACEUudeAAAADFBMVEX/AAAA/wAAAP8JCAei0mLAAAAAA3RSTlP/gAB/bWh4AAAACklEQVR42mOQBgAA\
    HQAcI3yPrAAAAABJRU5ErkJggg==
    """
  case oneBit = """
    iVBORw0KGgoAAAANSUhEUgAAAAQAAAABAQAAAADRRzJgAAAACklEQVR42mPYAAAAsgCx+IKSpwAAAABJRU5ErkJggg==
    """
  case grey16 = """
    iVBORw0KGgoAAAANSUhEUgAAAAIAAAABEAQAAAAOu2tCAAAAD0lEQVR42mP4DwQNDQ4OAB4vBX06tJe/AAAAAElFTkSuQmCC
    """
  /// The first blue is 0x00ff, which is nearer to 1 than to 0 of 255.
  case rgb16 = """
    iVBORw0KGgoAAAANSUhEUgAAAAEAAAACEAIAAABGc/0zAAAAFklEQVR42mP4/7+hgeE/AwODg4OCAgAtjQS++yS6WQAAAABJRU5ErkJggg==
    """
  /// RGB with one colour that stands for transparent.
  case colourKey = """
    iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAABnRSTlMAAQACAAPJS6v1AAAAD0lEQVR42mNgZGJmYWUDAAA/ABaYwWgTAAAAAElFTkSu\
    QmCC
    """
  case interlaced = """
    iVBORw0KGgoAAAANSUhEUgAAAAkAAAAHCAIAAAEi/sChAAAAgElEQVR42g2MoREAMAgDGaIa3SFY4e+q0QzBENXoDsGARUQkn0REeIKckSQneYlsISfY\
    SY4TYxvHSOPZ+GY3p8nmNbIEE0K4s1mGGWHcaa7Ekkju3KzGmmjubERZylZMOUooqVzl6TBnOdsx5zjhpHOd58OKVezCilNEkcUtXvEBago8ylHCq5EA\
    AAAASUVORK5CYII=
    """

  func pixels() throws -> [UInt32] { try decodeBase64(rawValue).pixels }
}
