package import KilnDiagnostics
internal import KilnGeometry
internal import KilnPrograms

extension SoundSamples {
  /// The samples played at another speed: pitch changes with it.
  package func played(atSpeed speed: Double) -> SoundSamples {
    guard speed != 1, speed > 0, speed.isFinite else { return self }
    let count = values.count / 2
    let frames = Int(clamping: (Double(count) / speed).rounded(.down), to: 0...Self.longest)
    var result: [Int16] = []
    result.reserveCapacity(frames * 2)
    for frame in 0..<frames {
      let position = Double(frame) * speed
      let first = min(count - 1, Int(position))
      let next = min(count - 1, first + 1)
      let share = position - Double(first)
      for side in 0..<2 {
        let value = Double(values[first * 2 + side]) * (1 - share) + Double(values[next * 2 + side]) * share
        result.append(Int16(clamping: Int(value.rounded())))
      }
    }
    return SoundSamples(result)
  }

  /// The samples with their amplitude multiplied by gains at equal distances, and by what is between them elsewhere.
  ///
  /// - Parameter rate: Gains per second.
  package func amplified(by gains: [Double], rate: Double) -> SoundSamples {
    guard let last = gains.indices.last, rate > 0 else { return self }
    var result = values
    for frame in 0..<result.count / 2 {
      let position = min(Double(last), Double(frame) * rate / Double(Self.rate))
      let first = Int(position)
      let next = min(last, first + 1)
      let gain = gains[first] + (gains[next] - gains[first]) * (position - Double(first))
      for side in 0..<2 {
        let value = (Double(result[frame * 2 + side]) * gain).rounded()
        result[frame * 2 + side] = Int16(clamping: Int(max(-40_000, min(40_000, value))))
      }
    }
    return SoundSamples(result)
  }

  /// An hour, in samples of each side.
  private static let longest = 3600 * rate
  /// Bytes of a file, at most.
  private static let maximumBytes = 256 << 20

  /// The samples as an MP3 file.
  ///
  /// - Throws: `program.failed`, `program.old` without the encoder LAME, `program.stuck`, or what `isWanted` throws.
  package func mp3(
    _ ffmpeg: FFmpeg, isWanted: @escaping () throws(Diagnostic) -> Void
  ) throws(Diagnostic) -> [UInt8] {
    let result = try ScratchFile()
    var options = ProgramRun.Options()
    options.files = [(result, 3), (try ScratchFile(bytes), 4)]
    options.isWanted = isWanted
    var arguments = ["-hide_banner", "-loglevel", "error", "-nostdin", "-y", "-f", "s16le", "-ar", String(Self.rate)]
    arguments += ["-ac", "2", "-i", "/dev/fd/4", "-c:a", "libmp3lame", "-b:a", "128k", "-map_metadata", "-1"]
    arguments += ["-fflags", "+bitexact", "-flags:a", "+bitexact", "-f", "mp3", "/dev/fd/3"]
    do throws(Diagnostic) {
      try ProgramRun(ffmpeg.program, arguments, options).finish()
    } catch {
      throw ffmpeg.explained(error)
    }
    return try result.content(atMost: Self.maximumBytes, "the number of bytes of the sound")
  }
}
