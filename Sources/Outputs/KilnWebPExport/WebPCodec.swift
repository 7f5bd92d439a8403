/// Codec of the frames.
public enum WebPCodec: String, Sendable, Hashable, CaseIterable {
  /// VP8L: exact. Smallest on flat artwork.
  case lossless
  /// VP8: lossy, with a quality. Smallest on gradients and photographs.
  case lossy
  /// Each frame as whichever of the two is smaller.
  case mixed
}
