import Dispatch
import Foundation
import KilnCompression
import KilnDiagnostics
import KilnImages
import KilnPixels
import KilnPNG
import KilnTestSupport
import Synchronization
import Testing

/// Colours that files describe are converted to sRGB, as Chromium 156 does with the same files.
@Suite(.enabled(if: PackageTrait.colorProfiles.isEnabled)) struct ColorProfileTests {
  private static let colors: [[UInt8]] = [
    [255, 0, 0], [0, 255, 0], [0, 0, 255], [200, 100, 50], [128, 128, 128], [10, 10, 10], [40, 80, 120],
    [250, 200, 30],
  ]

  /// The straight colours of a file's pixels, which must be decoded without a finding.
  private func colors(_ file: [UInt8]) throws -> [[UInt8]] {
    var log = DiagnosticLog()
    let pixmap = try ImageDecoder.decode(file, name: "Photo", limits: Limits(), log: &log)
    #expect(log.diagnostics.isEmpty)
    return pixmap.pixels.map { pixel in [0, 8, 16].map { UInt8(truncatingIfNeeded: pixel >> $0) } }
  }

  private func expect(
    _ actual: [[UInt8]], near expected: [[UInt8]], within tolerance: Int = 1,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let difference = zip(actual.joined(), expected.joined()).map { abs(Int($0) - Int($1)) }.max() ?? .max
    #expect(difference <= tolerance, "\(actual) is not \(expected)", sourceLocation: sourceLocation)
  }

  @Test(arguments: [
    (ColorMatrix.displayP3, ColorFiles.Curve.standard), (.adobe, .power(2.2)), (.standard, .power(2.2)),
  ])
  func profilesOfPNGAndWebPAreConverted(space: ColorMatrix, function: ColorFiles.Curve) throws {
    let profile = try ColorFiles.profile(space, function)
    let expected = Self.colors.map { space.standardColor($0, function) }
    // A name means nothing.
    for name in ["Display P3", "sRGB IEC61966-2.1"] {
      let file = try ColorFiles.png(Self.colors, ("iCCP", ColorFiles.iccp(profile, name: name)))
      expect(try colors(file), near: expected)
      #expect(!PNGColorSpace.isStandard(file))
    }
    expect(try colors(ColorFiles.webp(Self.colors, profile: profile)), near: expected)
  }

  @Test(arguments: [65_000, 100]) func profilesOfJPEGAreConvertedAlsoFromSeveralSegments(segment: Int) throws {
    let profile = try ColorFiles.profile(.displayP3, .standard)
    let plain = try bytesOfBase64(JPEGTests.Sample.colour.rawValue)
    let stored = try colors(plain)
    let expected = stored.map { ColorMatrix.displayP3.standardColor($0, .standard) }
    expect(try colors(ColorFiles.jpeg(plain, profile: profile, segment: segment)), near: expected)
    #expect(expected[0] != stored[0])
  }

  @Test func theTestsColoursAreThoseOfABrowser() {
    // Read from a canvas of Chromium 156 that drew the PNG files of these tests.
    let displayP3: [[UInt8]] = [
      [255, 0, 0], [0, 255, 0], [0, 0, 255], [215, 93, 31], [128, 128, 128], [10, 10, 10], [22, 81, 123],
      [255, 198, 0],
    ]
    let adobe: [[UInt8]] = [
      [255, 0, 0], [0, 255, 0], [0, 0, 255], [227, 100, 42], [129, 129, 129], [3, 3, 3], [0, 79, 122], [255, 201, 0],
    ]
    expect(Self.colors.map { ColorMatrix.displayP3.standardColor($0, .standard) }, near: displayP3)
    expect(Self.colors.map { ColorMatrix.adobe.standardColor($0, .power(2.2)) }, near: adobe)
  }

  @Test func sRGBKeepsItsNumbers() throws {
    let standard = try ColorFiles.profile(.standard, .standard)
    let files = try [
      ColorFiles.png(Self.colors), ColorFiles.png(Self.colors, ("iCCP", ColorFiles.iccp(standard))),
      ColorFiles.png(Self.colors, ("gAMA", PNGChunks.words(45455))),
      ColorFiles.png(Self.colors, ("sRGB", [0]), ("gAMA", PNGChunks.words(100_000))),
      // Primaries alone say nothing about the numbers.
      ColorFiles.png(Self.colors, ("cHRM", Self.displayP3Points)),
      ColorFiles.png(Self.colors, ("cICP", [1, 13, 0, 1])),
    ]
    for file in files {
      #expect(try colors(file) == Self.colors)
      #expect(PNGColorSpace.isStandard(file))
    }
    #expect(try colors(ColorFiles.webp(Self.colors, profile: standard)) == Self.colors)
    let plain = try bytesOfBase64(JPEGTests.Sample.colour.rawValue)
    #expect(try colors(ColorFiles.jpeg(plain, profile: standard)) == colors(plain))
  }

  /// Chromaticities of D65 and Display P3, in parts of 100000.
  private static let displayP3Points = PNGChunks.words(31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000)

  @Test func gammaAndPrimariesAreConverted() throws {
    let gamma = { (value: UInt32) in ("gAMA", PNGChunks.words(value)) }
    expect(
      try colors(ColorFiles.png(Self.colors, gamma(100_000))),
      near: Self.colors.map { ColorMatrix.standard.standardColor($0, .power(1)) })
    expect(
      try colors(ColorFiles.png(Self.colors, gamma(55_556))),
      near: Self.colors.map { ColorMatrix.standard.standardColor($0, .power(1.8)) })
    expect(
      try colors(ColorFiles.png(Self.colors, gamma(45_455), ("cHRM", Self.displayP3Points))),
      near: Self.colors.map { ColorMatrix.displayP3.standardColor($0, .power(2.2)) })
  }

  @Test func codePointsAreConverted() throws {
    func decoded(_ primaries: UInt8, _ function: UInt8) throws -> [[UInt8]] {
      try colors(ColorFiles.png(Self.colors, ("cICP", [primaries, function, 0, 1])))
    }
    expect(
      try decoded(12, 13), near: Self.colors.map { ColorMatrix.displayP3.standardColor($0, .standard) })
    expect(
      try decoded(12, 8), near: Self.colors.map { ColorMatrix.displayP3.standardColor($0, .power(1)) })
    expect(
      try decoded(1, 1), near: Self.colors.map { ColorMatrix.standard.standardColor($0, .power(2.4)) })
  }

  @Test func theMorePreciseDescriptionCounts() throws {
    let adobe = try ("iCCP", ColorFiles.iccp(ColorFiles.profile(.adobe, .power(2.2))))
    let overGamma = try ColorFiles.png(Self.colors, adobe, ("sRGB", [0]), ("gAMA", PNGChunks.words(100_000)))
    expect(try colors(overGamma), near: Self.colors.map { ColorMatrix.adobe.standardColor($0, .power(2.2)) })
    let overProfile = try ColorFiles.png(Self.colors, ("cICP", [12, 13, 0, 1]), adobe)
    expect(try colors(overProfile), near: Self.colors.map { ColorMatrix.displayP3.standardColor($0, .standard) })
  }

  @Test func straightColoursAreConvertedAndAlphaStays() throws {
    let profile = try ("iCCP", ColorFiles.iccp(ColorFiles.profile(.displayP3, .standard)))
    let file = try ColorFiles.png([[200, 100, 50, 255], [200, 100, 50, 128], [200, 100, 50, 0]], profile)
    let pixels = try ImageDecoder.decode(file, limits: Limits()).pixels
    #expect(pixels.map { $0 >> 24 } == [255, 128, 0])
    let opaque = pixels[0]
    let expected = Premultiplication.premultiply(opaque & 0xFF_FFFF | 128 << 24)
    for shift: UInt32 in [0, 8, 16] {
      #expect(abs(Int(pixels[1] >> shift & 255) - Int(expected >> shift & 255)) <= 1)
    }
    #expect(pixels[2] == 0)
  }

  @Test func greyProfilesAreForGreyImages() throws {
    let profile = try ColorFiles.greyProfile(exponent: 1.8)
    let levels: [UInt8] = [0, 10, 40, 100, 128, 200, 255]
    let greys = levels.map { [$0, $0, $0] }
    // With effort, grey pictures are written as such.
    var file = try PNGEncoder.encode(
      Pixmap(width: greys.count, height: 1, straightRGBA: greys.flatMap { $0 + [255] }), effort: .strongest)
    #expect(file[25] == 0)
    file = try PNGChunks.inserting("iCCP", ColorFiles.iccp(profile), into: file)
    expect(try colors(file), near: greys.map { ColorMatrix.standard.standardColor($0, .power(1.8)) })
    let jpeg = try bytesOfBase64(JPEGTests.Sample.grey.rawValue)
    expect(
      try colors(ColorFiles.jpeg(jpeg, profile: profile)),
      near: try colors(jpeg).map { ColorMatrix.standard.standardColor($0, .power(1.8)) })
  }

  @Test func inkIsConvertedByItsProfile() throws {
    let plain = try bytesOfBase64(JPEGTests.Sample.cmyk.rawValue)
    let converted = try colors(ColorFiles.jpeg(plain, profile: ColorFiles.inkProfile()))
    // The halves have inks of 0, 200, 220, 30 and of 240, 180, 0, 20, of which each takes a quarter of the lightness.
    for (pixel, ink) in [(0, 0.0 + 200 + 220 + 30), (15, 240 + 180 + 0 + 20)] {
      let lightness = 1 - ink / 255 / 4
      let light = pow((lightness * 100 + 16) / 116, 3)
      let grey = UInt8((255 * (1.055 * pow(light, 1 / 2.4) - 0.055)).rounded())
      expect([converted[pixel]], near: [[grey, grey, grey]], within: 4)
    }
  }

  // MARK: - Faults

  /// The finding about a file whose pixels must be what they are without a description of colours.
  private func finding(_ file: [UInt8], _ expected: [[UInt8]] = colors) throws -> String {
    var log = DiagnosticLog()
    let pixmap = try ImageDecoder.decode(file, name: "Photo", limits: Limits(), log: &log)
    #expect(pixmap.pixels.map { pixel in [0, 8, 16].map { UInt8(truncatingIfNeeded: pixel >> $0) } } == expected)
    #expect(log.diagnostics.map(\.rule) == [.imageProfileIgnored])
    return log.diagnostics.first?.message ?? ""
  }

  @Test func brokenProfilesAreIgnoredWithAFinding() throws {
    let good = try ColorFiles.profile(.displayP3, .standard)
    let files = try [
      ColorFiles.png(Self.colors, ("iCCP", ColorFiles.iccp([UInt8](repeating: 7, count: 300)))),
      ColorFiles.png(Self.colors, ("iCCP", ColorFiles.iccp(Array(good.prefix(200))))),
      ColorFiles.png(Self.colors, ("iCCP", Array("name\0\0nonsense".utf8))),
      ColorFiles.png(Self.colors, ("iCCP", [])),
      ColorFiles.png(Self.colors, ("gAMA", PNGChunks.words(0))),
      ColorFiles.png(Self.colors, ("gAMA", PNGChunks.words(45455)), ("cHRM", [UInt8](repeating: 0, count: 32))),
      ColorFiles.webp(Self.colors, profile: Array(good.prefix(150))),
    ]
    for file in files {
      #expect(
        try finding(file) == "the colour profile of the image “Photo” is ignored: it is damaged")
      if ImageFormat.sniff(file) == .png { #expect(!PNGColorSpace.isStandard(file)) }
    }
    let jpeg = try bytesOfBase64(JPEGTests.Sample.colour.rawValue)
    let missing = ColorFiles.jpeg(jpeg, profile: good, segment: 300)
    // Without its first segment.
    let broken = missing[..<2] + missing[(2 + 4 + 14 + 300)...]
    #expect(try finding(Array(broken), colors(jpeg)).contains("is damaged"))
  }

  @Test func profilesForOtherChannelsAreIgnored() throws {
    let file = try ColorFiles.png(Self.colors, ("iCCP", ColorFiles.iccp(ColorFiles.greyProfile(exponent: 1.8))))
    #expect(try finding(file).contains("is for other channels than the image has"))
  }

  @Test func whatIsUnsupportedGivesWayToTheNextDescription() throws {
    let profile = try ("iCCP", ColorFiles.iccp(ColorFiles.profile(.displayP3, .standard)))
    // PQ, for high dynamic range.
    let file = try ColorFiles.png(Self.colors, ("cICP", [9, 16, 0, 1]), profile)
    var log = DiagnosticLog()
    let pixmap = try ImageDecoder.decode(file, name: "Photo", limits: Limits(), log: &log)
    #expect(try pixmap == ImageDecoder.decode(ColorFiles.png(Self.colors, profile), limits: Limits()))
    #expect(log.diagnostics.map(\.rule) == [.imageProfileIgnored])
  }

  @Test func profilesAreNotInflatedBeyondTheirLimit() throws {
    let bomb = try ColorFiles.png(Self.colors, ("iCCP", ColorFiles.iccp([UInt8](repeating: 0, count: 5 << 20))))
    #expect(bomb.count < 10_000)
    #expect(try finding(bomb).contains("is larger than 4 MB"))
  }

  @Test func damageNeverCrashes() throws {
    var random = SplitMix64(seed: 14)
    let profiles = try [
      ColorFiles.profile(.displayP3, .standard), ColorFiles.greyProfile(exponent: 1.8), ColorFiles.inkProfile(),
    ]
    let jpeg = try bytesOfBase64(JPEGTests.Sample.cmyk.rawValue)
    let plain = try [ColorFiles.png(Self.colors), jpeg].map { try ImageDecoder.decode($0, limits: Limits()) }
    for profile in profiles {
      for _ in 0..<80 {
        var damaged = profile
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          damaged[Int.random(in: 0..<damaged.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        let files = try [
          ColorFiles.png(Self.colors, ("iCCP", ColorFiles.iccp(damaged))), ColorFiles.jpeg(jpeg, profile: damaged),
        ]
        for (file, plain) in zip(files, plain) {
          let pixmap = try ImageDecoder.decode(file, limits: Limits())
          #expect(pixmap.width == plain.width && pixmap.height == plain.height)
        }
      }
    }
  }

  @Test func threadsDoNotDisturbEachOther() throws {
    let files = try [
      ColorFiles.png(Self.colors, ("iCCP", ColorFiles.iccp(ColorFiles.profile(.displayP3, .standard)))),
      ColorFiles.png(Self.colors, ("iCCP", ColorFiles.iccp(ColorFiles.profile(.adobe, .power(2.2))))),
      ColorFiles.png(Self.colors, ("iCCP", ColorFiles.iccp([1, 2, 3]))),
    ]
    let expected = try files.map { try ImageDecoder.decode($0, limits: Limits()) }
    let wrong = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 300) { index in
      let pixmap = try? ImageDecoder.decode(files[index % 3], limits: Limits())
      if pixmap != expected[index % 3] { wrong.withLock { $0 += 1 } }
    }
    #expect(wrong.withLock { $0 } == 0)
  }
}
