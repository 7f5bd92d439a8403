import KilnPixels
import KilnVideo

// Fixtures of the rules of video.

extension RuleFixture {
  private static func number(_ value: Int, _ count: Int = 4) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
  }

  /// A movie box with a track of frames, of which there are no samples.
  private static func movie(_ width: Int, _ height: Int, frames: Int, rate: Int) -> [UInt8] {
    let entry = number(0) + Array("avc1".utf8) + number(0, 24) + number(width, 2) + number(height, 2) + number(0, 50)
    let kinds = MP4File.box("stsd", number(0) + number(1) + entry)
    let times = MP4File.box("stts", number(0) + number(1) + number(frames) + number(1))
    let header = MP4File.box("mdhd", number(0, 12) + number(rate) + number(frames) + number(0))
    let handler = MP4File.box("hdlr", number(0, 8) + Array("vide".utf8) + number(0, 13))
    let information = MP4File.box("minf", MP4File.box("stbl", kinds + times))
    return MP4File.box("moov", MP4File.box("trak", MP4File.box("mdia", header + handler + information)))
  }

  private static func vap(
    _ width: Int = 32, frames: Int = 30, rate: Int = 30, isFirst: Bool = true,
    _ change: (inout VAPConfiguration) -> Void = { _ in }
  ) -> [UInt8] {
    let areas = VideoAreas(width: width, height: 32, alpha: .vap)
    var configuration = VAPConfiguration(areas: areas, frameCount: 30, frameRate: rate)
    change(&configuration)
    let type = MP4File.box("ftyp", Array("isom0000".utf8))
    let movie = movie(areas.videoWidth, areas.videoHeight, frames: frames, rate: rate)
    return type + (isFirst ? configuration.box + movie : movie + configuration.box) + MP4File.box("mdat", [0])
  }

  private static func slots(_ objects: [(source: Int, x: Int)]) -> [UInt8] {
    vap {
      $0.sources = [VAPSource(identifier: 1, kind: .image, tag: "avatar", width: 8, height: 8)]
      $0.frames = [
        VAPSourceFrame(
          index: 0,
          objects: objects.map {
            VAPSourceFrame.Object(
              source: $0.source, depth: 0, frame: PixelRect(x: 0, y: 0, width: 8, height: 8),
              mask: PixelRect(x: $0.x, y: 0, width: 8, height: 8))
          })
      ]
    }
  }

  static let videos: [RuleFixture] = [
    RuleFixture("vap.size", badBytes: vap(1600), goodBytes: vap()),
    RuleFixture("vap.place", badBytes: vap(isFirst: false), goodBytes: vap()),
    RuleFixture("vap.rate", badBytes: vap(rate: 25), goodBytes: vap(rate: 20)),
    RuleFixture("vap.frames", badBytes: vap(frames: 29), goodBytes: vap()),
    RuleFixture("vap.source", badBytes: slots([(1, 0), (2, 8)]), goodBytes: slots([(1, 0)])),
    RuleFixture("vap.source.twice", badBytes: slots([(1, 0), (1, 8)]), goodBytes: slots([(1, 0)])),
  ]
}
