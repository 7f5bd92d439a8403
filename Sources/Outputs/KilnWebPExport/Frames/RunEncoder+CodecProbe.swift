internal import KilnDiagnostics
internal import KilnExporting
internal import KilnImages
internal import KilnRendering

extension RunEncoder {
  /// The codecs worth trying on every frame: those that win on some changes spread over the animation.
  ///
  /// Flat artwork and gradients rarely meet in one file, and one encode a frame takes half the time of two.
  mutating func usefulCodecs(frameCount: Int) throws(Diagnostic) -> [WebPEncoderOptions] {
    let samples = min(8, frameCount)
    var wins = Array(repeating: 0, count: encoder.codecs.count)
    for sample in 0..<samples {
      let subframes = firstSubframes(in: sample * frameCount / samples..<(sample + 1) * frameCount / samples)
      var sizes: [Int] = []
      for codec in encoder.codecs {
        var only = encoder
        only.codecs = [codec]
        sizes.append(try only.encode(subframes)?.bytes.count ?? 0)
      }
      guard let least = sizes.min(), least < sizes.max() ?? 0, let winner = sizes.firstIndex(of: least) else {
        continue
      }
      wins[winner] += 1
    }
    let useful = zip(encoder.codecs, wins).filter { $1 > 0 }.map(\.0)
    return useful.isEmpty ? [encoder.codecs[0]] : useful
  }
  /// Candidate subframes of the first frame in a range that differs from the one before it; empty if none does.
  private mutating func firstSubframes(in frames: Range<Int>) -> [Subframe] {
    for frame in frames {
      let subframes = subframes(forFrame: frame)
      if !subframes.isEmpty { return subframes }
    }
    return []
  }
}
