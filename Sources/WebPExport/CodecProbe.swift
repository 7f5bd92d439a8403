internal import Diagnostics
internal import ImageCodecs

extension RunEncoder {
  /// The codecs worth trying on every frame: those that win on some frames spread over the animation.
  ///
  /// Flat artwork and gradients rarely meet in one file, and one encode a frame takes half the time of two.
  mutating func usefulCodecs(frameCount: Int) throws(Diagnostic) -> [WebPEncoderOptions] {
    let samples = 8
    var wins = Array(repeating: 0, count: encoder.codecs.count)
    for sample in 0..<min(samples, frameCount) {
      let patches = patches(forFrame: sample * frameCount / min(samples, frameCount))
      var sizes: [Int] = []
      for codec in encoder.codecs {
        var only = encoder
        only.codecs = [codec]
        sizes.append(try only.encode(patches)?.bytes.count ?? 0)
      }
      guard let least = sizes.min(), least < sizes.max() ?? 0, let winner = sizes.firstIndex(of: least) else {
        continue
      }
      wins[winner] += 1
    }
    let useful = zip(encoder.codecs, wins).filter { $1 > 0 }.map(\.0)
    return useful.isEmpty ? [encoder.codecs[0]] : useful
  }
}
