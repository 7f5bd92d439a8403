public import KilnDiagnostics
public import KilnLottieImport

/// Finds the fonts that are in the file itself, and nothing beside it: no file of this machine is read.
public struct EmbeddedAssets: AssetLoader {
  private let local: LocalAssets
  /// True: damaged images count as missing.
  public let checksImages = true

  /// - Parameters:
  ///   - fidelity: The player whose choice of fonts is reproduced.
  ///   - limits: Upper bounds of a font.
  public init(fidelity: LottieFidelity = .lottieWeb, limits: Limits = Limits()) {
    local = LocalAssets(fidelity: fidelity, limits: limits, fonts: .none)
  }

  /// Nil: no image beside the file is read.
  public func image(_ request: ImageRequest) -> [UInt8]? { nil }

  /// A font that the document holds; nil for all others.
  public func font(_ query: LottieFontQuery) -> (any LottieFontFace)? { local.font(query) }
}
