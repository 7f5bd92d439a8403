/// Share of a layer in a file.
public struct LayerShare: Sendable, Hashable {
  /// Name of the layer with those around it, outermost first, joined by ` › `.
  public var layer: String
  /// Part of the file's bytes, 0…1.
  public var share: Double

  /// A share.
  public init(layer: String, share: Double) {
    self.layer = layer
    self.share = share
  }
}

/// Resource that a budget limits.
public enum ExportResource: Sendable, Hashable {
  /// Bytes of all files.
  case bytes
  /// Bytes of all decoded pictures.
  case memory
}
