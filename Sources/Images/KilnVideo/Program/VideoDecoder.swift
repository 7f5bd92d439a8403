package import KilnDiagnostics
package import KilnPrograms

/// Decoder of the frames of a video, in order.
package final class VideoDecoder {
  /// Container of a video, which is not left to the program: its guess may be one that reads other files.
  package enum Container: String, Sendable, Hashable {
    /// MP4 and QuickTime.
    case mp4 = "mov"
    /// WebM and Matroska.
    case webm = "matroska"
  }

  private let ffmpeg: FFmpeg
  private let run: ProgramRun
  private let frameBytes: Int
  private var waiting: [UInt8] = []
  private var offset = 0

  /// Starts to decode a file.
  ///
  /// - Parameters:
  ///   - hasAlpha: Whether pixels have four bytes, the last of which is straight alpha, and not three.
  ///   - isWanted: Throws when the work is to stop.
  /// - Throws: `program.failed`, `output.diskFull`.
  package init(
    _ ffmpeg: FFmpeg, _ file: ScratchFile, _ container: Container, width: Int, height: Int, hasAlpha: Bool,
    isWanted: @escaping () throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    self.ffmpeg = ffmpeg
    frameBytes = width * height * (hasAlpha ? 4 : 3)
    var options = ProgramRun.Options()
    options.hasOutput = true
    options.files = [(file, 3)]
    options.isWanted = isWanted
    var arguments = ["-hide_banner", "-loglevel", "error", "-nostdin", "-protocol_whitelist", "file,pipe"]
    arguments += ["-f", container.rawValue]
    // ffmpeg's own decoder of VP9 knows no alpha.
    if container == .webm, hasAlpha { arguments += ["-c:v", "libvpx-vp9"] }
    arguments += ["-i", "/dev/fd/3", "-map", "0:v:0", "-vf", Self.conversion] + ffmpeg.frameTimeArguments
    run = try ProgramRun(
      ffmpeg.program, arguments + ["-pix_fmt", hasAlpha ? "rgba" : "rgb24", "-f", "rawvideo", "pipe:1"], options)
  }

  /// Whether a failure is not the file's fault: the program was ended by somebody else.
  var wasEndedFromOutside: Bool { run.wasEndedFromOutside }

  private static let conversion =
    "scale=out_range=full:flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp"

  /// The bytes of the next frame; nil after the last one.
  ///
  /// - Throws: `program.failed` for a file that cannot be decoded, `program.old`, `program.stuck`, or what `isWanted` throws.
  package func next() throws(Diagnostic) -> [UInt8]? {
    while waiting.count - offset < frameBytes {
      let part = try run.read()
      guard !part.isEmpty else {
        do throws(Diagnostic) { try run.finish() } catch { throw ffmpeg.explained(error) }
        guard waiting.count == offset else {
          throw Diagnostic(.videoMalformed, "the last frame of the video is not as large as the others")
        }
        return nil
      }
      if offset > 0 {
        waiting.removeFirst(offset)
        offset = 0
      }
      waiting += part
    }
    defer { offset += frameBytes }
    return Array(waiting[offset..<offset + frameBytes])
  }
}
