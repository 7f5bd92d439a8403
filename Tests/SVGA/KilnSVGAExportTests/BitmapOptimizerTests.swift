import KilnCompression
import KilnDiagnostics
import KilnGeometry
import KilnImages
import KilnPalettes
import KilnPixels
import KilnPNG
import KilnSVGAExport
import KilnSVGAFormat
import KilnTestSupport
import KilnTimeline
import Testing

/// Bitmaps in an optimized movie.
@Suite struct BitmapOptimizerTests {
  /// Many colours and alphas.
  private static let picture: Pixmap = {
    var random = SplitMix64(seed: 8)
    return Pixmap(
      width: 48, height: 48,
      pixels: (0..<2304).map {
        Premultiplication.premultiply(UInt32.random(in: 0...0xFF_FFFF, using: &random) | UInt32($0 % 200 + 40) << 24)
      })
  }()

  /// The bitmaps of an optimized movie, decoded, and what was found.
  private func optimized(
    _ keys: [String], files: [String: [UInt8]], options: SVGAExporter.Options = .init()
  ) throws -> (movie: SVGAMovieEntity, log: DiagnosticLog) {
    var source = movie(keys.map { sprite($0, [frame()]) })
    for (key, file) in files { source.setImageBytes(file, forKey: key) }
    var log = DiagnosticLog()
    return (try MovieOptimizer(options).optimized(source, log: &log), log)
  }

  private func pixmap(_ key: String, of movie: SVGAMovieEntity) throws -> Pixmap {
    try ImageDecoder.decode(#require(movie.imageBytes(forKey: key)), limits: Limits())
  }

  @Test func mattesKeepOnlyTheirAlpha() throws {
    let file = try PNGEncoder.encode(Self.picture, effort: .strongest)
    let movie = try optimized(["m.matte", "hat"], files: ["m": file, "hat": file]).movie
    #expect(try pixmap("hat", of: movie) == Self.picture)
    #expect(try pixmap("m", of: movie).pixels == Self.picture.pixels.map { $0 & 0xFF00_0000 })
    #expect(try #require(movie.imageBytes(forKey: "m")).count * 3 < file.count)
  }

  @Test(arguments: [
    // Drawn, too.
    ["m.matte", "m"], ["m.matte", "m.png"], ["m.matte", "m.vector"],
    // Not found by players that know mattes, but perhaps by others.
    ["m.x.matte"],
  ])
  func bitmapsThatMayBeDrawnKeepTheirColours(keys: [String]) throws {
    let movie = try optimized(keys, files: ["m": PNGEncoder.encode(Self.picture)]).movie
    #expect(try pixmap("m", of: movie) == Self.picture)
  }

  @Test func aBitmapUnderTheFullKeyOfAMatteKeepsItsColours() throws {
    let movie = try optimized(["m.matte"], files: ["m.matte": PNGEncoder.encode(Self.picture)]).movie
    #expect(try pixmap("m.matte", of: movie) == Self.picture)
  }

  @Test func mattesOfFreshMoviesKeepOnlyTheirAlpha() throws {
    let file = try PNGEncoder.encode(Self.picture)
    let shown = FrameState(opacity: 1, transform: .identity)
    let original = try timeline { builder in
      try builder.addImage("hat", bytes: file, shown)
      try builder.addImage("cutter", bytes: file, shown)
      let (hat, cutter) = (builder.sprites[0], builder.sprites[1])
      builder.sprites = [
        Sprite(layers: ["cut"], content: .group([hat]), matte: Matte([cutter], mode: .alpha), frames: [shown])
      ]
    }
    var options = SVGAExporter.Options()
    options.profile = .native
    let movie = try movie(original, options)
    #expect(try pixmap("hat", of: movie) == Self.picture)
    #expect(try pixmap("cutter", of: movie).pixels == Self.picture.pixels.map { $0 & 0xFF00_0000 })
  }

  @Test func filesAreFoundUnderPartsOfNamesBetweenOthers() throws {
    // In order, a-b lies between a and a.png.
    let keys = ["a-b", "a.png", "a_", "é.png", "z.1.2"]
    let files = Dictionary(
      uniqueKeysWithValues: ["a", "a-b", "a_", "b", "é", "z", "z.1", "z.2"].map { ($0, png(1, 1)) })
    let movie = try optimized(keys, files: files).movie
    #expect(movie.images.keys.sorted() == ["a", "a-b", "a_", "z", "z.1", "é"])
  }

  @Test func otherColoursThanSRGBStayUnlessPixelsMayChange() throws {
    let linear = try PNGChunks.inserting(
      "gAMA", PNGChunks.words(100_000), into: PNGEncoder.encode(Self.picture))
    let plain = try optimized(["a"], files: ["a": linear]).movie
    #expect(plain.imageBytes(forKey: "a") == linear)
    let matte = try optimized(["a.matte"], files: ["a": linear]).movie
    #expect(try pixmap("a", of: matte).pixels == Self.picture.pixels.map { $0 & 0xFF00_0000 })
    var options = SVGAExporter.Options()
    options.quantizer = ColorQuantizer(colors: 64, maximumError: 255)
    let reduced = try optimized(["a"], files: ["a": linear], options: options).movie
    let file = try #require(reduced.imageBytes(forKey: "a"))
    #expect(PNGColorSpace.isStandard(file) && file.count < linear.count)
    let converted = try ImageDecoder.decode(linear, limits: Limits())
    #expect(PixelDifference(try pixmap("a", of: reduced), converted).largest < 128)
  }

  /// What nobody sees is spared where there are few colours already, too.
  @Test func fewColoursBecomeFewer() throws {
    var random = SplitMix64(seed: 3)
    let pixels = (0..<4096).map { _ in
      UInt32.random(in: 100...102, using: &random) << 16 | UInt32.random(in: 50...54, using: &random) << 8
        | UInt32.random(in: 9...20, using: &random) | 0xFF << 24
    }
    let file = try PNGEncoder.encode(Pixmap(width: 64, height: 64, pixels: pixels), effort: .strongest)
    var options = SVGAExporter.Options()
    options.quantizer = .mild
    let (movie, log) = try optimized(["a"], files: ["a": file], options: options)
    #expect(try #require(movie.imageBytes(forKey: "a")).count < file.count)
    #expect(log.diagnostics.map(\.rule) == [.svgaBitmapColors])
  }

  @Test func coloursThatNoBitmapLosesAreSaid() throws {
    let flat = try PNGEncoder.encode(Pixmap(width: 8, height: 8), effort: .strongest)
    let file = try PNGEncoder.encode(Self.picture, effort: .strongest)
    var options = SVGAExporter.Options()
    options.quantizer = .mild
    let (movie, log) = try optimized(["a", "b"], files: ["a": file, "b": flat], options: options)
    #expect(movie.imageBytes(forKey: "a") == file)
    #expect(log.diagnostics.map(\.rule) == [.svgaBitmapKept])
    #expect(log.diagnostics.first?.message.contains("none of 2 bitmaps smaller: ") == true)
    #expect(try optimized(["a"], files: ["a": file]).log.diagnostics.isEmpty)
  }

  /// More time never makes a larger file.
  @Test(arguments: 1..<5 as Range<UInt64>) func moreEffortIsNeverLarger(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let colors = (0..<(8 << Int(seed))).map { _ in UInt32.random(in: 0...0xFF_FFFF, using: &random) | 0xFF << 24 }
    let pixels = (0..<90_000).map { colors[($0 / 7 + $0 / 300 * Int(seed)) % colors.count] }
    let file = try PNGEncoder.encode(Pixmap(width: 300, height: 300, pixels: pixels), effort: .quick)
    let sizes = try [CompressionEffort.normal, .strongest].map { effort in
      var options = SVGAExporter.Options()
      options.effort = effort
      return try #require(try optimized(["a"], files: ["a": file], options: options).movie.imageBytes(forKey: "a"))
        .count
    }
    #expect(sizes[1] <= sizes[0])
  }

  @Test func copiesUnderSeveralKeysAreNotedWithWhatTheyCost() throws {
    var random = SplitMix64(seed: 9)
    let noise = Pixmap(
      width: 120, height: 100,
      pixels: (0..<12_000).map { _ in UInt32.random(in: 0...0xFF_FFFF, using: &random) | 0xFF << 24 })
    let file = try PNGEncoder.encode(noise, effort: .strongest)
    #expect(file.count > 32 << 10)
    let (movie, log) = try optimized(
      ["a", "b", "c", "d"], files: ["a": file, "b": file, "c": file, "d": PNGEncoder.encode(Self.picture)])
    #expect(movie.images.count == 4)
    #expect(log.diagnostics.map(\.rule) == [.svgaBitmapCopies])
    let saved = try 2 * #require(movie.imageBytes(forKey: "a")).count
    #expect(
      log.diagnostics[0].message
        == "bitmaps lie under several keys: “a” = “b” = “c”; one key for each would save about "
        + "\(ByteCount(saved)) of the file and 96 kB of a player's memory")
  }
}
