import KilnDiagnostics
import KilnExporting
import KilnGeometry
import KilnPixels
import KilnPNG
import KilnTestSupport
import KilnTimeline
import KilnVideo
import KilnVideoExport
import Testing

@Suite struct SlotTests {
  /// A red picture that moves to the right, below a green square that covers its left half; the key is “avatar”.
  private func timeline(angle: Double = 0, count: Int = 1) throws -> Timeline {
    var builder = try TimelineBuilder(canvas: Size(64, 48), frameRate: 30, frameCount: 4, limits: Limits())
    let red = Pixmap(width: 16, height: 16, pixels: Array(repeating: 0xFF00_00FF, count: 256))
    let asset = try #require(ImageAsset(name: "avatar", bytes: try PNGEncoder.encode(red)))
    let image = try builder.add(asset)
    for _ in 0..<count {
      let frames = (0..<4).map { frame in
        FrameState(
          opacity: 1, transform: .translation(8 + Double(frame) * 2, 10) * .rotation(radians: angle) * .scale(2, 1))
      }
      builder.sprites.append(
        Sprite(layers: ["avatar"], replacementKey: "avatar", content: .image(image), frames: frames))
    }
    let square = try builder.intern([
      SampleTimelines.square(16, StraightColor(red: 0, green: 1, blue: 0), at: Point(0, 0))
    ])
    let state = FrameState(opacity: 1, transform: .translation(8, 10), shapes: square)
    builder.sprites.append(
      Sprite(layers: ["cover"], content: .vector, frames: Array(repeating: state, count: 4)))
    var log = DiagnosticLog()
    return builder.build(log: &log)
  }

  private func options(_ keys: String...) -> VideoExporter.Options {
    var options = VideoExporter.Options()
    options.slots = keys.map { VideoSlot(key: $0) }
    options.quality = 100
    return options
  }

  @Test(.enabled(if: VideoExporterTests.isThere)) func aSlotIsLeftOutAndItsMaskSaysWhatIsSeen() throws {
    var log = DiagnosticLog()
    let files = try VideoExporter(options: options("avatar")).export(timeline(), in: ExportContext(), log: &log).files
    #expect(log.diagnostics.isEmpty, "\(log.diagnostics)")
    let vap = try VAPConfiguration(json: files[1].bytes, limits: Limits())
    #expect(vap.sources.map(\.tag) == ["avatar"] && vap.sources[0].width == 16)
    #expect(vap.frames.map(\.index) == [0, 1, 2, 3])
    #expect(vap.frames.map { $0.objects[0].frame.minX } == [8, 10, 12, 14])
    #expect(vap.frames.allSatisfy { $0.objects[0].frame.width == 32 && $0.objects[0].frame.height == 16 })
    var video = try StoredVideo(files[0].bytes, limits: Limits()).frames()
    let shown = try #require(try video.next())
    // Of the red picture nothing is left; the green square is there.
    #expect(shown[32, 18] >> 24 < 16)
    #expect(shown[16, 18] >> 8 & 255 > 230)
    let mask = try Self.mask(files[0].bytes, vap, frame: 2)
    // In frame 2 the square covers 12 of the 32 columns.
    #expect(mask(4, 8) < 20 && mask(24, 8) > 230, "\(mask(4, 8)), \(mask(24, 8))")
  }

  /// Values of a frame's mask, by columns and rows of what is shown.
  private static func mask(
    _ bytes: [UInt8], _ vap: VAPConfiguration, frame: Int
  ) throws -> (Int, Int) -> Int {
    let object = vap.frames[frame].objects[0]
    let whole = VideoAreas(
      videoWidth: vap.areas.videoWidth, videoHeight: vap.areas.videoHeight,
      color: PixelRect(x: 0, y: 0, width: vap.areas.videoWidth, height: vap.areas.videoHeight), alpha: nil)
    var separator = FrameSeparator(whole)
    let raw = try StoredVideo(bytes, limits: Limits()).rawFrames()
    var decoded: [UInt8] = []
    for _ in 0...frame { decoded = try raw.next() ?? [] }
    let picture = separator.picture(of: decoded)
    return { x, y in
      let column = object.mask.minX + x * object.mask.width / object.frame.width
      let row = object.mask.minY + y * object.mask.height / object.frame.height
      return Int(picture[column, row] & 255)
    }
  }

  @Test(.enabled(if: VideoExporterTests.isThere)) func whatIsNoUprightRectangleIsAFinding() throws {
    for (timeline, key, text) in try [
      (timeline(angle: 0.2), "avatar", "turned"), (timeline(count: 2), "avatar", "more than once"),
      (timeline(), "name", "no picture"),
    ] {
      var log = DiagnosticLog()
      let files = try VideoExporter(options: options(key)).export(timeline, in: ExportContext(), log: &log).files
      let found = log.diagnostics.first { $0.rule == .videoSlot }
      #expect(found?.message.contains(text) ?? false, "\(log.diagnostics)")
      #expect(found?.message.contains(key) ?? false)
      #expect(try VAPConfiguration(json: files[1].bytes, limits: Limits()).sources.isEmpty)
    }
  }
}
