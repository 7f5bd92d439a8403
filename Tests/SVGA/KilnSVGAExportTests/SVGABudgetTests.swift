import KilnCompression
import KilnDiagnostics
import KilnExporting
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

/// What fitters give up for budgets.
@Suite struct SVGABudgetTests {
  /// Noise, of which few pixels can be spared, or a smooth picture, of which many can.
  private static func picture(_ side: Int, isNoise: Bool, seed: UInt64) throws -> [UInt8] {
    var random = SplitMix64(seed: seed)
    var result = Pixmap(width: side, height: side)
    for y in 0..<side {
      for x in 0..<side {
        let value = isNoise ? UInt32.random(in: 0...255, using: &random) : UInt32((x + y) * 127 / side)
        result[x, y] = value | UInt32(x * 255 / side) << 8 | value / 2 << 16 | 0xFF00_0000
      }
    }
    return try PNGEncoder.encode(result, effort: .light)
  }

  /// Two bitmaps of 64 × 64 px on 100 × 50 px.
  private func bitmaps() throws -> Timeline {
    try timeline { builder in
      try builder.addImage(
        "noise", bytes: Self.picture(64, isNoise: true, seed: 1), FrameState(opacity: 1, transform: .identity))
      try builder.addImage(
        "smooth", bytes: Self.picture(64, isNoise: false, seed: 2),
        FrameState(opacity: 1, transform: .translation(36, 0)))
    }
  }

  /// A polygon of many points that turns, in shape space.
  private func morph(frames: Int) throws -> Timeline {
    try timeline(frames: frames) { builder in
      var states: [FrameState] = []
      for frame in 0..<frames {
        var path = Path()
        for corner in 0..<60 {
          let (sine, cosine) = Scalar.sineCosine(Double(corner) * 0.1047)
          let (wave, _) = Scalar.sineCosine(Double(corner * 7 + frame) * 0.05)
          let point = Point(50 + cosine * (18 + 3 * wave), 25 + sine * (18 + 3 * wave))
          if corner == 0 { path.move(to: point) } else { path.line(to: point) }
        }
        path.close()
        let shape = Shape(outline: .path(path), fill: Fill(.solid(.black)))
        states.append(FrameState(opacity: 1, transform: .identity, shapes: try builder.intern([shape])))
      }
      builder.sprites.append(Sprite(layers: ["morph"], content: .vector, frames: states))
    }
  }

  /// Twelve pictures that are shown one after the other; each two of them are nearly equal.
  private func sequence() throws -> Timeline {
    try timeline(frames: 12) { builder in
      for number in 0..<12 {
        var random = SplitMix64(seed: UInt64(number / 2))
        var picture = Pixmap(width: 48, height: 48)
        for index in picture.pixels.indices {
          picture.pixels[index] = UInt32.random(in: 0...0xFF_FFFF, using: &random) | 0xFF00_0000
        }
        // One pixel tells the two apart.
        picture.pixels[100 + number] = 0xFF00_0000
        let states = (0..<12).map { $0 == number ? FrameState(opacity: 1, transform: .identity) : .hidden }
        try builder.addImage(
          "walk_\(100 + number)", key: "walk_\(100 + number)", bytes: try PNGEncoder.encode(picture, effort: .light))
        builder.sprites[builder.sprites.count - 1].frames = FrameStates(states)
      }
    }
  }

  private func fitted(
    _ timeline: Timeline, bytes: Int? = nil, memory: Int? = nil, threads: Int = 1,
    _ change: (inout ReductionBounds) -> Void = { _ in }
  ) throws -> FittedExport {
    var context = ExportContext()
    context.budget = ExportBudget(bytes: bytes, memory: memory)
    context.threads = threads
    change(&context.bounds)
    let variant = ExportVariant(frameRate: timeline.frameRate, scale: 1, timeline: timeline, context: context)
    var fitter = SVGAExporter().fitter()
    let estimate = try fitter.estimate(variant)
    var log = DiagnosticLog()
    let found = try fitter.export(variant, log: &log)
    if found.export.excess == nil { #expect(estimate.cost != nil) }
    return found
  }

  private func movie(_ fitted: FittedExport) throws -> SVGAMovieEntity {
    let file = try #require(fitted.export.files.first)
    return try SVGAContainer.read(file.bytes)
  }

  private func width(_ key: String, _ movie: SVGAMovieEntity) throws -> Int {
    let file = try #require(movie.imageBytes(forKey: key))
    return try #require(ImageHeader(file)).width
  }

  @Test func whatFitsStaysAsItIs() throws {
    let found = try fitted(bitmaps(), bytes: 1_000_000, memory: 1_000_000)
    #expect(found.reductions.isEmpty && found.loss == 0)
    #expect(try width("noise", movie(found)) == 64)
  }

  @Test func pixelsAreSparedWhereTheyAreNotSeen() throws {
    let timeline = try bitmaps()
    let memory = 64 * 64 * 4 * 3 / 2
    let found = try fitted(timeline, memory: memory)
    let movie = try movie(found)
    #expect(found.export.excess == nil)
    #expect(found.export.decodedBytes <= memory)
    #expect(try width("smooth", movie) < width("noise", movie))
    #expect(found.reductions.map(\.setting).contains("bitmapScale"))
  }

  @Test func bytesAreKeptTo() throws {
    let timeline = try bitmaps()
    let plain = try fitted(timeline, bytes: 1_000_000).export.fileBytes
    for share in [9, 7, 5, 3] {
      let limit = plain * share / 10
      let found = try fitted(timeline, bytes: limit)
      #expect(found.export.excess == nil)
      #expect(found.export.fileBytes <= limit)
      #expect(found.loss ?? 0 > 0)
    }
  }

  @Test func outlinesAreHeldBeforeNothingFits() throws {
    let timeline = try morph(frames: 60)
    let plain = try fitted(timeline, bytes: 1_000_000).export.fileBytes
    let found = try fitted(timeline, bytes: plain / 3)
    #expect(found.export.excess == nil)
    #expect(found.export.fileBytes <= plain / 3)
    #expect(found.reductions.map(\.setting).contains("outlines"))
    let frames = try #require(movie(found).sprites.first).frames
    #expect(frames.count == 60)
    #expect(frames.contains { $0.shapes.first?.type == .keep })
  }

  /// Nearly equal pictures of a sequence share a file before any of them is blurred.
  @Test func sequencesAreThinned() throws {
    let timeline = try sequence()
    let plain = try fitted(timeline, bytes: 1_000_000).export
    for (bytes, memory) in [(plain.fileBytes * 6 / 10, nil as Int?), (1_000_000, plain.decodedBytes * 6 / 10)] {
      let found = try fitted(timeline, bytes: bytes, memory: memory)
      let movie = try movie(found)
      #expect(found.export.excess == nil && movie.images.count == 6)
      #expect(found.export.decodedBytes == 6 * 48 * 48 * 4)
      #expect(found.reductions.contains { $0.setting == "pictures" && $0.asked == "12" && $0.given == "6" })
      #expect(!found.reductions.map(\.setting).contains("bitmapScale"))
      // Every frame shows a picture still.
      for frame in 0..<12 {
        #expect(movie.sprites.contains { $0.frames[frame].alpha > 0 && movie.images[$0.imageKey] != nil })
      }
    }
  }

  @Test func boundsAreKeptTo() throws {
    let timeline = try bitmaps()
    let plain = try fitted(timeline, bytes: 1_000_000).export.fileBytes
    let found = try fitted(timeline, bytes: plain * 6 / 10) { $0.keepsResolution = true }
    #expect(try width("noise", movie(found)) == 64 && width("smooth", movie(found)) == 64)
    let sharp = try fitted(timeline, bytes: plain * 6 / 10) { $0.keepsQuality = true }
    #expect(!sharp.reductions.map(\.setting).contains("colors"))
    let limited = try fitted(timeline, memory: 64 * 64 * 4 * 3 / 2) { $0.minimumScale = 0.7 }
    #expect(try min(width("noise", movie(limited)), width("smooth", movie(limited))) >= 45)
  }

  /// Noise on the left, one colour on the right.
  private func halfNoise(_ seed: UInt64) throws -> [UInt8] {
    var random = SplitMix64(seed: seed)
    var picture = Pixmap(width: 48, height: 48)
    for y in 0..<48 {
      for x in 0..<48 {
        picture[x, y] = x < 24 ? UInt32.random(in: 0...0xFF_FFFF, using: &random) | 0xFF00_0000 : 0xFF20_8040
      }
    }
    return try PNGEncoder.encode(picture, effort: .light)
  }

  /// Pixels are spared where what they show is hidden, though as much is seen of both bitmaps.
  @Test func whatIsHiddenIsNoLoss() throws {
    let cover = try PNGEncoder.encode(Pixmap(width: 4, height: 4, pixels: Array(repeating: 0xFF00_00FF, count: 16)))
    let timeline = try timeline { builder in
      try builder.addImage("covered", bytes: halfNoise(1), FrameState(opacity: 1, transform: .identity))
      try builder.addImage("open", bytes: halfNoise(2), FrameState(opacity: 1, transform: .translation(50, 0)))
      for (name, x) in [("left", 0.0), ("right", 74)] {
        try builder.addImage(
          name, bytes: cover, FrameState(opacity: 1, transform: .translation(x, 0) * .scale(6, 12)))
      }
    }
    let movie = try movie(fitted(timeline, memory: 48 * 48 * 4 * 3 / 2))
    #expect(try width("open", movie) == 48)
    #expect(try width("covered", movie) < 40)
  }

  /// A bitmap with wide margins keeps all its pixels where only these are too many.
  @Test func marginsAreTrimmedFirst() throws {
    var picture = Pixmap(width: 64, height: 64)
    var random = SplitMix64(seed: 3)
    for y in 20..<40 {
      for x in 30..<50 { picture[x, y] = UInt32.random(in: 0...0xFF_FFFF, using: &random) | 0xFF00_0000 }
    }
    let timeline = try timeline { builder in
      try builder.addImage(
        "sparse", bytes: try PNGEncoder.encode(picture), FrameState(opacity: 1, transform: .translation(2, -3)))
    }
    let found = try fitted(timeline, memory: 64 * 64 * 4 / 2)
    let movie = try movie(found)
    #expect(found.reductions.map(\.setting) == ["margins"] && found.loss == 0)
    #expect(found.reductions.first?.summary.contains("app's picture in place of one of them") == true)
    #expect(found.export.decodedBytes == 22 * 22 * 4)
    let decoded = try ImageDecoder.decode(#require(movie.imageBytes(forKey: "sparse")), limits: Limits())
    #expect(decoded == picture.cropped(to: PixelRect(x: 29, y: 19, width: 22, height: 22)))
    let frame = try #require(movie.sprites.first?.frames.first)
    #expect(frame.transform.tx == 31 && frame.transform.ty == 16)
    let kept = try fitted(timeline, memory: 64 * 64 * 4) { $0.keepsResolution = true }
    #expect(kept.reductions.isEmpty && kept.export.decodedBytes == 64 * 64 * 4)
  }

  /// Of a budget that nothing keeps to by far, the lower bound is reported without models; and it is about the smallest
  /// file.
  @Test func floorsAreNearTheSmallestFile() throws {
    for timeline in try [bitmaps(), morph(frames: 60), sequence()] {
      var context = ExportContext()
      context.budget = ExportBudget(bytes: 50)
      var fitter = SVGAExporter().fitter()
      let estimate = try fitter.estimate(
        ExportVariant(frameRate: timeline.frameRate, scale: 1, timeline: timeline, context: context))
      #expect(estimate.cost == nil)
      #expect(estimate.leastBytes > 50 && estimate.steadyBytes <= estimate.leastBytes)
      // That the floor is not too high cannot be seen here: it refuses what is far below itself. See below.
      #expect(try fitted(timeline, bytes: estimate.leastBytes * 2).export.excess == nil)
    }
  }

  private func floor(of timeline: Timeline, _ change: (inout ReductionBounds) -> Void) throws -> Int {
    var context = ExportContext()
    context.budget = ExportBudget(bytes: 50)
    change(&context.bounds)
    var fitter = SVGAExporter().fitter()
    let estimate = try fitter.estimate(
      ExportVariant(frameRate: timeline.frameRate, scale: 1, timeline: timeline, context: context))
    return estimate.leastBytes
  }

  /// A movie is refused unseen where its floor is above 1.2 times the budget: that must not be so for any that can be
  /// made by hand. Dithered palettes of few colours take more bytes than others, and than all colours.
  @Test(arguments: 0..<4) func floorsOfColorsAreNoHigherThanFilesMadeByHand(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var picture = Pixmap(width: 96, height: 96)
    for y in 0..<96 {
      for x in 0..<96 {
        let noise = UInt32.random(in: 0...(seed < 2 ? 0 : 40), using: &random)
        let across = UInt32(x * (seed % 2 == 0 ? 2 : 1)) + noise
        picture[x, y] = across | UInt32(y * 2) << 8 | UInt32((x + y) / 8 * 9) << 16 | 0xFF00_0000
      }
    }
    func movie(_ picture: Pixmap) throws -> Timeline {
      try timeline { builder in
        let bytes = try PNGEncoder.encode(picture, effort: .light)
        try builder.addImage("one", bytes: bytes, FrameState(opacity: 1, transform: .identity))
      }
    }
    var least = Int.max
    for (colors, dithers) in [256, 160, 96, 56, 32].flatMap({ [($0, true), ($0, false)] }) {
      let quantizer = ColorQuantizer(colors: colors, maximumError: .infinity)
      let few = try #require(quantizer.quantized(picture, dithersSmoothParts: dithers)).picture
      least = min(least, try fitted(movie(few), bytes: 1_000_000).export.fileBytes)
    }
    #expect(try floor(of: movie(picture)) { $0.keepsResolution = true } <= least * 12 / 10)
  }

  /// As above, of a sequence of which every other picture is left.
  @Test func floorOfASequenceIsNoHigherThanOneThinnedByHand() throws {
    let all = try sequence()
    let thinned = try timeline(frames: 12) { builder in
      for number in stride(from: 0, to: 12, by: 2) {
        let states = (0..<12).map {
          $0 / 2 == number / 2 ? FrameState(opacity: 1, transform: .identity) : .hidden
        }
        let name = "walk_\(100 + number)"
        try builder.addImage(name, key: name, bytes: all.images[number].bytes)
        builder.sprites[builder.sprites.count - 1].frames = FrameStates(states)
      }
    }
    let least = try fitted(thinned, bytes: 1_000_000).export.fileBytes
    let floor = try floor(of: all) {
      $0.keepsResolution = true
      $0.keepsQuality = true
    }
    #expect(floor <= least * 12 / 10)
  }

  @Test func floorsOfMemoryAreTheSmallestBitmaps() throws {
    var context = ExportContext()
    context.budget = ExportBudget(memory: 100)
    let timeline = try bitmaps()
    var fitter = SVGAExporter().fitter()
    let variant = ExportVariant(frameRate: timeline.frameRate, scale: 1, timeline: timeline, context: context)
    let estimate = try fitter.estimate(variant)
    #expect(estimate.leastMemory == 2 * 16 * 16 * 4 && estimate.steadyMemory == estimate.leastMemory)
    #expect(try fitter.layerShares(variant, of: .memory)?.map(\.share) == [0.5, 0.5])
    context.bounds.minimumScale = 0.5
    var other = SVGAExporter().fitter()
    let half = try other.estimate(
      ExportVariant(frameRate: timeline.frameRate, scale: 1, timeline: timeline, context: context))
    #expect(half.leastMemory == 2 * 32 * 32 * 4)
  }

  /// The last variant is written with all given up, whatever the budget is, so that a budget of its size is enough.
  @Test func theSmallestFileDoesNotDependOnTheBudget() throws {
    for timeline in try [bitmaps(), morph(frames: 60), sequence()] {
      var sizes: [Int] = []
      for limit in [50, 400] {
        let found = try last(timeline, bytes: limit)
        if found.excess != nil { sizes.append(found.fileBytes) }
      }
      let size = try #require(sizes.first)
      #expect(sizes.allSatisfy { $0 == size }, "\(sizes)")
      #expect(try last(timeline, bytes: size).excess == nil)
    }
  }

  private func last(_ timeline: Timeline, bytes: Int) throws -> ExportedAnimation {
    var context = ExportContext()
    context.budget = ExportBudget(bytes: bytes)
    var variant = ExportVariant(frameRate: timeline.frameRate, scale: 1, timeline: timeline, context: context)
    variant.isLast = true
    var fitter = SVGAExporter().fitter()
    var log = DiagnosticLog()
    return try fitter.export(variant, log: &log).export
  }

  @Test func whatCannotFitSaysSo() throws {
    let found = try fitted(bitmaps(), bytes: 200)
    #expect(found.export.excess?.rule == .budgetExceeded)
    let memory = try fitted(bitmaps(), memory: 100)
    #expect(memory.export.excess?.message.contains("memory") == true)
  }

  @Test func threadsChangeNothing() throws {
    let timeline = try bitmaps()
    let one = try fitted(timeline, bytes: 6000, memory: 20_000)
    let many = try fitted(timeline, bytes: 6000, memory: 20_000, threads: 4)
    #expect(one.export.files == many.export.files)
    #expect(one.reductions == many.reductions)
  }

  @Test func spendersAreNamedLargestFirst() throws {
    let timeline = try bitmaps()
    var context = ExportContext()
    context.budget = ExportBudget(bytes: 200)
    var fitter = SVGAExporter().fitter()
    let variant = ExportVariant(frameRate: timeline.frameRate, scale: 1, timeline: timeline, context: context)
    let shares = try #require(try fitter.layerShares(variant, of: .bytes))
    #expect(shares.first?.layer == "noise")
    #expect(abs(shares.reduce(0) { $0 + $1.share } - 1) < 1e-9)
  }
}
