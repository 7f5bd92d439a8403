internal import KilnDiagnostics
internal import KilnPixels
internal import KilnPrograms
internal import KilnVideo

/// Proof that a video shows what was drawn: all frames are decoded and counted, and some are compared.
struct VideoProof {
  private let encoding: VideoEncoding
  private let frameCount: Int
  /// Frames that are compared, ascending, and their bytes as they were drawn.
  private let sampled: [Int]
  private var samples: [[UInt8]] = []

  /// Number of frames that are compared at most, and bytes that they may take.
  private static let maximumSamples = 12
  private static let maximumBytes = 64 << 20
  /// Part of the energy of the drawn frames that the error may have. That of another picture is 1 or more.
  private static let maximumError = 0.5

  init(_ encoding: VideoEncoding, frameCount: Int) {
    (self.encoding, self.frameCount) = (encoding, frameCount)
    let frameBytes = encoding.width * encoding.height * encoding.bytesPerPixel
    let count = min(frameCount, max(3, min(Self.maximumSamples, Self.maximumBytes / max(1, frameBytes))))
    sampled = (0..<count).map { count > 1 ? $0 * (frameCount - 1) / (count - 1) : 0 }
  }

  /// Notes a drawn frame, if it is one of those that are compared. Frames come in order.
  mutating func note(_ bytes: [UInt8], at index: Int) {
    if samples.count < sampled.count, sampled[samples.count] == index { samples.append(bytes) }
  }

  /// Decodes a video and compares it.
  ///
  /// - Returns: 1 − SSIM of the content, the mean of the samples.
  /// - Throws: `video.unlike` if it is not what was drawn; `program.failed`, `program.stuck`, `work.cancelled`.
  func check(
    _ video: [UInt8], _ container: VideoExporter.Container, _ ffmpeg: FFmpeg, _ progress: ProgressReporter
  ) throws(Diagnostic) -> Double {
    var count = 0
    let decoder = try VideoDecoder(
      ffmpeg, try ScratchFile(video), container == .webm ? .webm : .mp4, width: encoding.width,
      height: encoding.height, hasAlpha: encoding.bytesPerPixel == 4
    ) { [frameCount] () throws(Diagnostic) in try progress.report("checking frames", count, of: frameCount) }
    var (next, error, energy, loss) = (0, 0.0, 0.0, 0.0)
    while let frame = try decoder.next() {
      if next < samples.count, sampled[next] == count {
        let (drawn, decoded) = (picture(samples[next]), picture(frame))
        let part = Self.difference(drawn, decoded)
        error += part.error
        energy += part.energy
        loss += 1 - StructuralSimilarity.ofContent(drawn, decoded, step: 2)
        next += 1
      }
      count += 1
    }
    guard count == frameCount else {
      throw Diagnostic(.videoUnlike, "of \(frameCount) frames the video has \(count)")
    }
    // Nearly black frames have no energy to compare with.
    let floor = Double(encoding.width * encoding.height * samples.count) * 4
    guard error <= Self.maximumError * energy + floor else {
      let percent = Int((error / max(1, energy) * 100).rounded())
      throw Diagnostic(.videoUnlike, "the decoded frames differ from the drawn ones by \(percent) % of their energy")
    }
    return samples.isEmpty ? 0 : loss / Double(samples.count)
  }

  /// The pixels of a frame as they are drawn on a black ground.
  private func picture(_ bytes: [UInt8]) -> Pixmap {
    if encoding.bytesPerPixel == 4 {
      return Pixmap(width: encoding.width, height: encoding.height, straightRGBA: bytes)
    }
    var picture = Pixmap(width: encoding.width, height: encoding.height)
    var place = 0
    for index in picture.pixels.indices {
      picture.pixels[index] =
        UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2]) << 16 | 0xFF00_0000
      place += 3
    }
    return picture
  }

  /// Sums of the squares of differences and of values of all channels.
  private static func difference(_ a: Pixmap, _ b: Pixmap) -> (error: Double, energy: Double) {
    var (error, energy) = (0, 0)
    for (p, q) in zip(a.pixels, b.pixels) {
      let (x, y) = (channels(p), channels(q))
      error += Int(((x &- y) &* (x &- y)).wrappedSum())
      // Alpha that is opaque everywhere says nothing.
      let counted = x.w == 255 ? x &* SIMD4(1, 1, 1, 0) : x
      energy += Int((counted &* counted).wrappedSum())
    }
    return (Double(error), Double(energy))
  }

  private static func channels(_ pixel: UInt32) -> SIMD4<Int32> {
    SIMD4(Int32(pixel & 255), Int32(pixel >> 8 & 255), Int32(pixel >> 16 & 255), Int32(pixel >> 24))
  }
}
