/// How the pixels of frames are coded.
public enum WebPCodec: String, Sendable, Hashable, CaseIterable {
  /// Exactly. Smallest on flat artwork.
  case lossless
  /// With losses that a quality bounds. Smallest on gradients and photographs.
  case lossy
  /// Each frame as whichever of the two is smaller.
  case mixed
}
