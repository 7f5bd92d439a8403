import KilnDiagnostics
import KilnGeometry
import KilnPNG
import KilnPictureImport
import KilnPixels
import KilnRendering
import KilnTimeline
import Testing

/// Pictures as sprites: exactly what was stored, at exactly its time, in few bitmaps.
@Suite struct PictureSourceTests {
  /// Frames of one pixel, shown for some milliseconds each.
  private func source(_ milliseconds: [Double]) throws -> PictureSource {
    let frames = milliseconds.enumerated().map { index, time in
      """
      {"filename": "\(index)", "frame": {"x": \(index), "y": 0, "w": 1, "h": 1}, "duration": \(time)}
      """
    }
    let json = """
      {"frames": [\(frames.joined(separator: ","))], "meta": {"image": "p.png", "size": {"w": \(frames.count), "h": 1}}}
      """
    var page = Pixmap(width: frames.count, height: 1)
    for index in frames.indices { page[index, 0] = 0xFF00_0000 | UInt32(index + 1) }
    let sheet = try AtlasSheet(Array(json.utf8), limits: Limits())
    return try PictureSource(PictureAnimation(atlas: [(sheet, try PNGEncoder.encode(page))]))
  }

  /// Durations in milliseconds, and what is to be made of them.
  struct Times: Sendable {
    var milliseconds: [Double]
    var frameRate: Double
    var changes: [Double]
    var frameCount: Int
  }

  static let times: [Times] = [
    Times(milliseconds: [70, 70, 60], frameRate: 100, changes: [0, 7, 14], frameCount: 20),
    Times(milliseconds: [40, 40], frameRate: 25, changes: [0, 1], frameCount: 2),
    Times(milliseconds: [33, 34, 33], frameRate: 30, changes: [0, 1, 2], frameCount: 3),
    Times(milliseconds: [33, 33, 34], frameRate: 1000, changes: [0, 33, 66], frameCount: 100),
    Times(milliseconds: [50, 150, 50], frameRate: 20, changes: [0, 1, 4], frameCount: 5),
  ]

  @Test(arguments: times) func timesAreThoseOfTheFile(_ times: Times) throws {
    let info = try source(times.milliseconds).info
    #expect(abs(info.frameRate - times.frameRate) < 1e-9)
    #expect(info.changes == times.changes)
    #expect(info.frameCount == times.frameCount)
  }

  /// At another rate a change is in the frame nearest to it, which need not be a later one.
  @Test func changesAreInTheNearestFrame() throws {
    let source = try source([70, 70, 60])
    var log = DiagnosticLog()
    let timeline = try source.timeline(source.info.sampling(frameRate: 60), log: &log)
    #expect(timeline.frameCount == 12)
    let red = try draw(timeline).map { $0.pixels[0] & 255 }
    #expect(red == [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3])
  }

  @Test func picturesWithoutTimesAreReported() throws {
    let file = try PNGEncoder.encode(Pixmap(width: 1, height: 1, pixels: [0xFF00_00FF]))
    let pictures = try PictureAnimation(sequenceOf: 2) { _ in file }
    var log = DiagnosticLog()
    let assumed = try PictureSource(pictures)
    _ = try assumed.timeline(assumed.info.nativeSampling, log: &log)
    #expect(log.diagnostics.map(\.rule) == [.picturesUntimed])
    let said = try PictureSource(pictures, frameRate: 12)
    var other = DiagnosticLog()
    _ = try said.timeline(said.info.nativeSampling, log: &other)
    #expect(said.info.frameRate == 12 && other.diagnostics.isEmpty)
  }

  private func draw(_ timeline: Timeline) throws -> [Pixmap] {
    var log = DiagnosticLog()
    let images = DecodedImages(timeline, limits: Limits(), log: &log)
    var painter = FramePainter(
      renderer: TimelineRenderer(timeline, images: images), fit: CanvasFit(canvas: timeline.canvas))
    return (0..<timeline.frameCount).map { painter.picture(of: $0) }
  }

  private func timeline(of pictures: [Pixmap]) throws -> Timeline {
    let files = try pictures.map { try PNGEncoder.encode($0) }
    let source = try PictureSource(PictureAnimation(sequenceOf: files.count) { files[$0] }, frameRate: 20)
    var log = DiagnosticLog()
    return try source.timeline(source.info.nativeSampling, log: &log)
  }

  /// Pixels that no other place has.
  private func noise(_ width: Int, _ height: Int, seed: UInt32) -> Pixmap {
    var state = seed
    return Pixmap(
      width: width, height: height,
      pixels: (0..<width * height).map { _ in
        state = state &* 1_664_525 &+ 1_013_904_223
        return 0xFF00_0000 | state >> 8
      })
  }

  @Test func whatMovesIsOneBitmap() throws {
    let ground = noise(128, 96, seed: 1)
    let object = noise(24, 20, seed: 2)
    let pictures = (0..<10).map { index in
      var picture = ground
      picture.copy(object, x: 3 + index * 10, y: 5 + index * 6)
      return picture
    }
    let timeline = try timeline(of: pictures)
    #expect(try draw(timeline) == pictures)
    let moving = timeline.sprites.filter { $0.layers == ["moving"] }
    #expect(moving.count == 1)
    #expect(moving.first?.frames[4].transform.tx == 43)
    // The ground, the object, and a little where the ground is not seen.
    #expect(timeline.images.decodedBytes < 4 * (128 * 96 + 4 * 24 * 20))
  }

  @Test func whatIsHeldIsStoredOnce() throws {
    let pictures = (0..<12).map { index in
      var picture = Pixmap(width: 200, height: 100)
      picture.copy(noise(64, 64, seed: 7), x: 10, y: 10)
      // Changes every third time, and comes back.
      picture.copy(noise(40, 40, seed: UInt32(index / 3 % 2)), x: 140, y: 30)
      return picture
    }
    let timeline = try timeline(of: pictures)
    #expect(try draw(timeline) == pictures)
    #expect(timeline.images.decodedBytes <= 4 * (72 * 72 + 2 * 48 * 48))
  }

  /// Translucent pictures that change anywhere: parts must not be drawn over each other.
  @Test(arguments: 1...6) func everyPixelIsAsStored(_ seed: Int) throws {
    var state = UInt32(seed)
    func random(_ limit: Int) -> Int {
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int(state >> 10) % limit
    }
    var picture = seed % 2 == 0 ? Pixmap(width: 90, height: 70) : noise(90, 70, seed: UInt32(seed))
    var pictures: [Pixmap] = []
    for _ in 0..<14 {
      for _ in 0..<random(4) {
        let alpha = UInt32([0, 90, 255][random(3)])
        let color = alpha << 24 | alpha << 16 | alpha / 2
        let (width, height) = (1 + random(40), 1 + random(40))
        let patch = Pixmap(
          width: width, height: height, pixels: [UInt32](repeating: color, count: width * height))
        picture.copy(patch, x: random(90 - width), y: random(70 - height))
      }
      pictures.append(picture)
    }
    let timeline = try timeline(of: pictures)
    #expect(try draw(timeline) == pictures)
    let whole = pictures.reduce(0) { $0 + $1.contentBounds.width * $1.contentBounds.height }
    #expect(timeline.images.decodedBytes <= 4 * whole)
  }
}
