public import Diagnostics

extension Rule {
  /// A ZIP of SVGA 1.x.
  public static let svgaContainerZip = Rule(
    "svga.container.zip", .error, .rejected, "The file is an SVGA 1.x ZIP archive, which is not read yet.")
  /// Bytes that start like nothing that an SVGA player reads.
  public static let svgaContainerUnknown = Rule(
    "svga.container.unknown", .error, .rejected, "The file is neither a zlib stream nor a ZIP archive.")
  /// A zlib stream that cannot be inflated.
  public static let svgaContainerDamaged = Rule(
    "svga.container.damaged", .error, .rejected, "The file is cut off or damaged and cannot be inflated.")
  /// A zlib stream that holds something else than a movie.
  public static let svgaMovieDamaged = Rule(
    "svga.movie.damaged", .error, .rejected, "The inflated bytes are not an SVGA movie.")
}

/// The rules of this module.
public enum SVGAFormatRules {
  /// All of them.
  public static let all: [Rule] = [
    .svgaContainerZip, .svgaContainerUnknown, .svgaContainerDamaged, .svgaMovieDamaged,
  ]
}
