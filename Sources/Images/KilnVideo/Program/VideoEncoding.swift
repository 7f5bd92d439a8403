package import KilnDiagnostics
internal import KilnGeometry
internal import KilnPrograms

/// Settings of a video that the program encodes.
package struct VideoEncoding: Sendable, Hashable {
  /// Codec and quality.
  package enum Codec: Sendable, Hashable {
    /// H.264 in MP4, with x264's constant rate factor: 0 exact … 51 worst.
    case h264(rateFactor: Double)
    /// VP9 with alpha in WebM, with libvpx's: 0…63.
    case vp9(rateFactor: Int)
    /// ProRes 4444 with 16 bits of alpha in QuickTime.
    case prores
  }

  package var codec: Codec
  /// Columns of a frame; even.
  package var width: Int
  /// Rows of a frame; even.
  package var height: Int
  /// Frames per second.
  package var frameRate: Double
  /// Samples of the sound; empty for none.
  package var sound = SoundSamples()

  package init(codec: Codec, width: Int, height: Int, frameRate: Double) {
    (self.codec, self.width, self.height, self.frameRate) = (codec, width, height, frameRate)
  }

  /// Bytes of a pixel: red, green, blue and, with a codec that has it, straight alpha.
  package var bytesPerPixel: Int {
    if case .h264 = codec { 3 } else { 4 }
  }

  /// Conversion of colours, by hand, and its names in the file: players guess by the height otherwise. `setparams` because
  /// output options alone lose some of the names, each in another version of ffmpeg.
  ///
  /// By BT.709; with VP9 by BT.601, because Chromium draws video with alpha by libyuv, whose factor for blue ends below
  /// that of BT.709: blue would be off by twelve levels.
  private var colors: (conversion: String, tags: String) {
    let (matrix, name) = if case .vp9 = codec { ("bt601", "smpte170m") } else { ("bt709", "bt709") }
    return (
      "scale=in_range=full:out_range=tv:out_color_matrix=\(matrix):flags=bicubic+accurate_rnd+full_chroma_int",
      "setparams=range=tv:colorspace=\(name):color_primaries=bt709:color_trc=bt709"
    )
  }

  /// Threads of encoders: the same on every machine, because files differ with their number.
  private static let threads = "4"

  /// The arguments of a run that reads frames from standard input, sound from descriptor 4, and writes to descriptor 3.
  func arguments() -> [String] {
    let (codec, format, container) = codecArguments
    var arguments = ["-hide_banner", "-loglevel", "error", "-y", "-f", "rawvideo"]
    arguments += ["-pix_fmt", bytesPerPixel == 3 ? "rgb24" : "rgba", "-s", "\(width)x\(height)"]
    arguments += ["-r", Self.rational(frameRate), "-i", "pipe:0"]
    if !sound.isEmpty {
      arguments += ["-f", "s16le", "-ar", "\(SoundSamples.rate)", "-ac", "2", "-i", "/dev/fd/4"]
      arguments += ["-map", "0:v", "-map", "1:a"] + soundArguments
    }
    arguments += ["-vf", "\(colors.conversion),format=\(format),\(colors.tags)"] + codec + ["-threads", Self.threads]
    arguments += ["-map_metadata", "-1", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-flags:a", "+bitexact"]
    return arguments + ["-f", container, "/dev/fd/3"]
  }

  private var codecArguments: (codec: [String], format: String, container: String) {
    switch codec {
    case .h264(let rateFactor):
      // Without B-frames: some players of apps show the first frame late otherwise.
      let quality = ["-preset", "medium", "-crf", Self.decimal(rateFactor), "-profile:v", "main", "-bf", "0"]
      return (["-c:v", "libx264"] + quality, "yuv420p", "mp4")
    case .vp9(let rateFactor):
      // Invisible reference frames are not for alpha.
      let quality = ["-b:v", "0", "-crf", String(rateFactor), "-auto-alt-ref", "0"]
      let speed = ["-row-mt", "1", "-deadline", "good", "-cpu-used", "2"]
      return (["-c:v", "libvpx-vp9"] + quality + speed, "yuva420p", "webm")
    case .prores:
      return (
        ["-c:v", "prores_ks", "-profile:v", "4444", "-alpha_bits", "16", "-vendor", "apl0"], "yuva444p10le", "mov"
      )
    }
  }

  private var soundArguments: [String] {
    switch codec {
    case .h264: ["-c:a", "aac", "-b:a", "128k"]
    case .vp9: ["-c:a", "libopus", "-b:a", "96k"]
    case .prores: ["-c:a", "pcm_s16le"]
    }
  }

  /// A rate as a fraction: 29.97, as editors round it, is 30000/1001.
  static func rational(_ rate: Double) -> String {
    if let whole = Int(exactly: rate) { return String(whole) }
    let whole = Int(clamping: (rate * 1.001).rounded(), to: 1...1_000_000)
    if abs(Double(whole) / 1.001 - rate) < 0.001 { return "\(whole * 1000)/1001" }
    return "\(Int(clamping: (rate * 1_000_000).rounded(), to: 1...1_000_000_000_000))/1000000"
  }

  /// A number with two decimals.
  private static func decimal(_ value: Double) -> String {
    let hundredths = Int(clamping: (value * 100).rounded(), to: 0...10_000)
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}

/// Encoder of a video, frame by frame.
package struct VideoEncoder {
  private let ffmpeg: FFmpeg
  private let run: ProgramRun
  private let result: ScratchFile
  /// Bytes of a video, at most: the boxes of longer ones have other lengths, which players of apps do not read.
  private static let maximumBytes = 1 << 31

  /// Starts the program.
  ///
  /// - Parameter isWanted: Throws when the work is to stop.
  /// - Throws: `program.failed`, `output.diskFull`.
  package init(
    _ ffmpeg: FFmpeg, _ encoding: VideoEncoding, isWanted: @escaping () throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    self.ffmpeg = ffmpeg
    result = try ScratchFile()
    var options = ProgramRun.Options()
    options.hasInput = true
    options.files = [(result, 3)]
    if !encoding.sound.isEmpty { options.files.append((try ScratchFile(encoding.sound.bytes), 4)) }
    options.isWanted = isWanted
    run = try ProgramRun(ffmpeg.program, encoding.arguments(), options)
  }

  /// Adds a frame, as bytes of its pixels.
  ///
  /// - Throws: `program.failed`, `program.old`, `program.stuck`, `output.diskFull`, or what `isWanted` throws.
  package func append(_ frame: [UInt8]) throws(Diagnostic) {
    do throws(Diagnostic) { try run.write(frame) } catch { throw ffmpeg.explained(error) }
  }

  /// The file.
  ///
  /// - Throws: As `append`.
  package func finish() throws(Diagnostic) -> [UInt8] {
    do throws(Diagnostic) { try run.finish() } catch { throw ffmpeg.explained(error) }
    let bytes = try result.content(atMost: Self.maximumBytes, "the number of bytes of the video")
    guard !bytes.isEmpty else {
      throw Diagnostic(
        .programFailed, "\(ffmpeg.program.name) has written nothing\(run.text.isEmpty ? "" : ": \(run.text.printable)")"
      )
    }
    return bytes
  }
}
