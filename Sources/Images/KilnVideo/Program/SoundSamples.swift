package import KilnDiagnostics
internal import KilnGeometry
internal import KilnPrograms

/// Samples of a sound: 48,000 a second, left and right in turns, 16 bits.
package struct SoundSamples: Sendable, Hashable {
  /// Samples per second of each side.
  package static let rate = 48_000

  /// The values of both sides in turns.
  package var values: [Int16]

  /// Samples; none by default.
  package init(_ values: [Int16] = []) { self.values = values }

  package var isEmpty: Bool { values.isEmpty }

  /// The values, the lower byte first.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(values.count * 2)
    for value in values {
      bytes.append(UInt8(truncatingIfNeeded: value))
      bytes.append(UInt8(truncatingIfNeeded: value >> 8))
    }
    return bytes
  }

  /// The program's name of a sound file's format; nil for one that is not decoded. Not left to the program: its guess may be
  /// one that reads other files.
  package static func format(of file: [UInt8]) -> String? {
    if file.starts(with: "ID3".utf8) { return "mp3" }
    if file.starts(with: "RIFF".utf8), file.dropFirst(8).starts(with: "WAVE".utf8) { return "wav" }
    if file.starts(with: "OggS".utf8) { return "ogg" }
    if file.starts(with: "fLaC".utf8) { return "flac" }
    if file.dropFirst(4).starts(with: "ftyp".utf8) { return "mov" }
    if file.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return "matroska" }
    guard file.count > 4, file[0] == 0xFF else { return nil }
    // MPEG audio: layer 0 is that of AAC.
    if file[1] & 0xF6 == 0xF0 { return "aac" }
    return file[1] & 0xE0 == 0xE0 ? "mp3" : nil
  }

  /// Decodes a sound file.
  ///
  /// - Parameters:
  ///   - start: Seconds at the start that are left out.
  ///   - duration: Seconds, at most.
  /// - Throws: `program.failed` for a file that cannot be decoded, `limit.exceeded` for one that no program may decode,
  ///   `program.stuck`, or what `isWanted` throws.
  package init(
    decoding file: [UInt8], from start: Double, duration: Double, limits: Limits = Limits(),
    _ makeFFmpeg: @autoclosure () throws(Diagnostic) -> FFmpeg,
    isWanted: @escaping () throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    guard let format = Self.format(of: file) else {
      throw Diagnostic(.programFailed, "the sound is in no format that is known")
    }
    try limits.check(
      file.count, atMost: .programBytes, "the number of bytes of a sound that ffmpeg decodes", advice: "leave it out")
    let ffmpeg = try makeFFmpeg()
    var options = ProgramRun.Options()
    options.hasOutput = true
    options.files = [(try ScratchFile(file), 3)]
    options.isWanted = isWanted
    let arguments = [
      "-hide_banner", "-loglevel", "error", "-nostdin", "-protocol_whitelist", "file,pipe", "-f", format, "-i",
      "/dev/fd/3", "-map", "0:a:0", "-f", "s16le", "-ar", String(Self.rate), "-ac", "2", "pipe:1",
    ]
    let run = try ProgramRun(ffmpeg.program, arguments, options)
    // Sample by sample, because seeking in MP3 is not exact.
    let skipped = Int(clamping: (start * Double(Self.rate)).rounded(), to: 0...Self.maximumFrames) * 4
    let wanted = Int(clamping: (duration * Double(Self.rate)).rounded(), to: 0...Self.maximumFrames) * 4
    var (bytes, passed) = ([UInt8](), 0)
    while bytes.count < wanted, case let part = try run.read(), !part.isEmpty {
      bytes += part.dropFirst(max(0, skipped - passed))
      passed += part.count
    }
    if bytes.count < wanted {
      do throws(Diagnostic) { try run.finish() } catch { throw ffmpeg.explained(error) }
    } else {
      run.end()
    }
    values = stride(from: 0, to: min(bytes.count, wanted) - 1, by: 2).map { index in
      Int16(truncatingIfNeeded: UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8)
    }
  }

  /// Number of samples of each side in an hour.
  private static let maximumFrames = 3600 * rate
}
