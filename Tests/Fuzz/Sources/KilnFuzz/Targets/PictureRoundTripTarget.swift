internal import Kiln
internal import KilnCompression
internal import KilnDiagnostics
internal import KilnExporting
internal import KilnPictureImport
internal import KilnPixels
internal import KilnPictureExport
internal import KilnTimeline
internal import KilnWebPExport

/// Pictures of any pixels, written as WebP (VP8L), APNG, PNG and GIF: decoded they are what was encoded.
///
/// The input is a header of four bytes, format, width, height and kind of pixels, and then the pixels of one to four frames.
enum PictureRoundTripTarget {
  private static let maximumSide = 24

  static func run(_ bytes: [UInt8]) {
    guard bytes.count >= 5 else { return }
    let kind = OutputKind.allCases[Int(bytes[0]) % OutputKind.allCases.count]
    let (width, height) = (1 + Int(bytes[1]) % maximumSide, 1 + Int(bytes[2]) % maximumSide)
    let pixels = PixelSource(bytes[4...], kind: bytes[3], isIndexed: kind == .gif)
    let frames = pixels.frames(width: width, height: height)
    do throws(Diagnostic) {
      try roundTrip(frames, kind)
    } catch {
      // Nothing here exceeds a limit, so that no error is right.
      FuzzTarget.fail("\(kind): \(error)")
    }
  }

  private static func roundTrip(_ frames: [[UInt8]], _ kind: OutputKind) throws(Diagnostic) {
    let sequence = try PictureAnimation(sequenceOf: frames.count, limits: .fuzzing) { frames[$0] }
    var expected = try sequence.reader()
    let source = try PictureSource(sequence, frameRate: 20, limits: .fuzzing)
    var log = DiagnosticLog()
    let result = try Conversion(to: kind.exporter, limits: .fuzzing).run(source, name: "a", log: &log)
    let files = result.files
    let decoded =
      files.count == 1
      ? try PictureAnimation(files[0].bytes, limits: .fuzzing)
      : try PictureAnimation(sequenceOf: files.count, limits: .fuzzing) { files[$0].bytes }
    var reader = try decoded.reader()
    // Equal frames are one in the file.
    let starts = decoded.starts(frameMilliseconds: 50).starts
    for index in frames.indices {
      let middle = 50 * Double(index) + 25
      let shown = max(0, (starts.firstIndex { $0 > middle } ?? starts.count) - 1)
      guard try reader.picture(at: shown) == expected.picture(at: index) else {
        FuzzTarget.fail("\(kind): frame \(index) of \(frames.count) has other pixels after writing and reading it")
      }
    }
  }
}

/// An encoder of pictures with settings that lose nothing.
private enum OutputKind: CaseIterable {
  case webp, webpBest, apng, apngBest, frames, gif

  var exporter: any AnimationExporter {
    switch self {
    case .webp, .webpBest:
      var options = WebPExporter.Options()
      options.effort = .level(self == .webp ? 3 : 6)
      return WebPExporter(options: options)
    case .apng, .apngBest:
      var options = APNGExporter.Options()
      options.effort = self == .apng ? .normal : .strongest
      return APNGExporter(options: options)
    case .frames: return FrameSequenceExporter()
    case .gif: return GIFExporter()
    }
  }
}

/// Pixels made of bytes.
private struct PixelSource {
  private let bytes: ArraySlice<UInt8>
  private let isIndexed: Bool
  private let isOpaque: Bool
  private let frameCount: Int

  /// - Parameter isIndexed: Whether there are few colours, opaque or transparent, as in a GIF.
  init(_ bytes: ArraySlice<UInt8>, kind: UInt8, isIndexed: Bool) {
    self.bytes = bytes
    self.isIndexed = isIndexed || kind & 4 != 0
    isOpaque = kind & 8 != 0
    frameCount = 1 + Int(kind & 3)
  }

  /// The frames as PNG files; bytes that are missing repeat the first ones.
  func frames(width: Int, height: Int) -> [[UInt8]] {
    (0..<frameCount).map { frame in
      let start = frame * width * height * (isIndexed ? 1 : 4)
      let pixels = (0..<width * height).flatMap { pixel(at: $0, from: start) }
      return SmallPNG.file(width: width, height: height, rgba: pixels)
    }
  }

  private func byte(_ offset: Int) -> UInt8 { bytes[bytes.startIndex + offset % bytes.count] }

  private func pixel(at index: Int, from start: Int) -> [UInt8] {
    if isIndexed {
      let color = byte(start + index) & 127
      return color == 0 && !isOpaque ? [0, 0, 0, 0] : [color &* 37, color &* 91, color &* 2, 255]
    }
    let offset = start + 4 * index
    let alpha: UInt8 = isOpaque ? 255 : byte(offset + 3)
    return [byte(offset), byte(offset + 1), byte(offset + 2), alpha]
  }
}
