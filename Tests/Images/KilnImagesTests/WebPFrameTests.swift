import KilnDiagnostics
import KilnImages
import KilnPixels
import KilnTestSupport
import Testing

@Suite struct WebPFrameTests {
  @Test(arguments: [(1, 1), (1, 17), (33, 1), (5, 3), (64, 64), (127, 101)])
  func losslessGivesBackWhatWasEncoded(size: (width: Int, height: Int)) throws {
    var random = SplitMix64(seed: UInt64(size.width))
    for method in [0, 2, 4] {
      let pixmap = random.pixmap(width: size.width, height: size.height)
      let bytes = try WebPFrameEncoder.encode(pixmap, options: .lossless(method: method))
      #expect(ImageFormat.sniff(bytes) == .webp)
      #expect(try ImageDecoder.decode(bytes, limits: Limits()) == pixmap)
      #expect(try WebPFrameEncoder.encode(pixmap, options: .lossless(method: method)) == bytes)
    }
  }

  @Test func everyAlphaAndTransparencySurvive() throws {
    for pixmap in [Pixmap.everyAlphaAndValue, Pixmap(width: 7, height: 9)] {
      let bytes = try WebPFrameEncoder.encode(pixmap, options: WebPEncoderOptions())
      #expect(try ImageDecoder.decode(bytes, limits: Limits()) == pixmap)
    }
  }

  @Test func lossyComesClose() throws {
    let pixmap = slope()
    var options = WebPEncoderOptions.lossy(quality: 90)
    let good = try WebPFrameEncoder.encode(pixmap, options: options)
    options.quality = 5
    let bad = try WebPFrameEncoder.encode(pixmap, options: options)
    #expect(bad.count < good.count)
    let decoded = try ImageDecoder.decode(good, limits: Limits())
    #expect(decoded != pixmap)
    #expect(decoded.largestDifference(from: pixmap) < 20)
    #expect(try ImageDecoder.decode(bad, limits: Limits()).largestDifference(from: pixmap) < 60)
  }

  @Test func lossyKeepsAlphaExactAtFullAlphaQuality() throws {
    var random = SplitMix64(seed: 8)
    let pixmap = random.pixmap(width: 40, height: 30)
    var options = WebPEncoderOptions.lossy(quality: 20)
    let alphas = { (pixmap: Pixmap) in pixmap.pixels.map { $0 >> 24 } }
    let exact = try ImageDecoder.decode(WebPFrameEncoder.encode(pixmap, options: options), limits: Limits())
    #expect(alphas(exact) == alphas(pixmap))
    options.alphaQuality = 0
    let coarse = try ImageDecoder.decode(WebPFrameEncoder.encode(pixmap, options: options), limits: Limits())
    #expect(alphas(coarse) != alphas(pixmap))
  }

  @Test func everyOptionHasAnEffect() throws {
    var random = SplitMix64(seed: 9)
    // Noise on a slope, so that there is something to decide.
    let noise = (0..<96 * 96).map { _ in UInt32.random(in: 0...20, using: &random) }
    let pixmap = Pixmap(
      width: 96, height: 96, pixels: noise.indices.map { rgba(UInt32($0 % 96) * 2, noise[$0], UInt32($0 / 96)) })
    let lossy = WebPEncoderOptions.lossy()
    let changes: [(WebPEncoderOptions, (inout WebPEncoderOptions) -> Void)] = [
      (lossy, { $0.quality = 30 }), (lossy, { $0.method = 0 }), (lossy, { $0.sharpYUV = true }),
      (lossy, { $0.lossless = true }), (WebPEncoderOptions(), { $0.method = 0 }),
      (WebPEncoderOptions(), { $0.search = 0 }),
    ]
    for (index, (options, change)) in changes.enumerated() {
      var changed = options
      change(&changed)
      #expect(
        try WebPFrameEncoder.encode(pixmap, options: options) != WebPFrameEncoder.encode(pixmap, options: changed),
        "change \(index)")
    }
  }

  @Test func optionsOutOfRangeAreRefused() {
    let pixmap = Pixmap(width: 2, height: 2)
    var options = [WebPEncoderOptions.lossless(method: -1), .lossless(search: 101), .lossless(search: .nan)]
    options += [.lossy(quality: -1), .lossy(quality: 101), .lossy(quality: .nan), .lossy(), .lossy()]
    options[6].method = 7
    options[7].alphaQuality = 101
    for options in options {
      let rule = thrownRule { () throws(Diagnostic) in try WebPFrameEncoder.encode(pixmap, options: options) }
      #expect(rule == .usageInvalid, "\(options)")
    }
  }

  @Test func impossibleSizesAreRefused() {
    for (width, height) in [(0, 0), (0, 4), (4, 0), (16384, 1), (1, 16384)] {
      let pixmap = Pixmap(width: width, height: height)
      let rule = thrownRule { () throws(Diagnostic) in
        try WebPFrameEncoder.encode(pixmap, options: WebPEncoderOptions())
      }
      #expect(rule == .imageNotEncodable, "\(width) × \(height)")
    }
  }

  @Test(arguments: [WebPEncoderOptions.lossless(), .lossy()])
  func everyTruncationIsReported(options: WebPEncoderOptions) throws {
    var random = SplitMix64(seed: 10)
    let bytes = try WebPFrameEncoder.encode(random.pixmap(width: 9, height: 7), options: options)
    // Chunks have even lengths; the last byte may be padding.
    for count in 12..<bytes.count - 1 {
      let part = Array(bytes[..<count])
      let rule = thrownRule { () throws(Diagnostic) in try ImageDecoder.decode(part, limits: Limits()) }
      #expect(rule == .imageInvalid, "cut at \(count) of \(bytes.count)")
    }
  }

  @Test(arguments: [WebPEncoderOptions.lossless(), .lossy()])
  func damageNeverCrashes(options: WebPEncoderOptions) throws {
    var random = SplitMix64(seed: 22)
    let bytes = try WebPFrameEncoder.encode(random.pixmap(width: 20, height: 15), options: options)
    var limits = Limits()
    limits.pixels = 1 << 20
    var reports = 0
    for _ in 0..<2000 {
      var damaged = bytes
      for _ in 0..<4 {
        damaged[Int.random(in: 12..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      do throws(Diagnostic) {
        let pixmap = try ImageDecoder.decode(damaged, limits: limits)
        #expect(pixmap.pixels.count <= 1 << 20)
      } catch {
        reports += 1
      }
    }
    #expect(reports > 20)
  }

  @Test func limitsHold() throws {
    let bytes = try WebPFrameEncoder.encode(Pixmap(width: 30, height: 20), options: WebPEncoderOptions())
    var limits = Limits()
    limits.side = 29
    #expect(thrownRule { () throws(Diagnostic) in try ImageDecoder.decode(bytes, limits: limits) } == .limitExceeded)
    limits.side = 30
    #expect(try ImageDecoder.decode(bytes, limits: limits).height == 20)
  }

  private func slope() -> Pixmap {
    Pixmap(width: 64, height: 48, pixels: (0..<64 * 48).map { rgba(UInt32($0 % 64) * 3, UInt32($0 / 64) * 4, 128) })
  }
}
