package import KilnDiagnostics

/// Rules of this module.
package enum ImageCodecRules {
  /// All rules that this module declares.
  package static let all: [Rule] = [
    .imageFormatUnknown, .imageInvalid, .imageUnsupported, .imageLibraryMissing, .imageProfileIgnored,
    .imageNotEncodable,
  ]
}

extension Rule {
  /// An image in an unknown format.
  package static let imageFormatUnknown = Rule(
    "image.format.unknown", .error, .rejected,
    "An image is neither PNG, JPEG, WebP, GIF, AVIF nor SVG.",
    why: "The picture cannot be decoded.",
    remedy: "Export the picture as PNG, JPEG or WebP.")
  /// An image that violates its format.
  package static let imageInvalid = Rule(
    "image.data.invalid", .error, .rejected,
    "An image is damaged or ends too early.",
    why: "The picture cannot be decoded.",
    remedy: "Export the picture again, as PNG.")
  /// A valid image that uses an unsupported feature.
  package static let imageUnsupported = Rule(
    "image.feature.unsupported", .error, .rejected,
    "An image uses a feature of its format that Kiln does not read.",
    why: "The picture cannot be decoded.",
    remedy: "Export the picture again, as PNG with 8 bits a channel.")
  /// An image whose format needs a library that is not there.
  package static let imageLibraryMissing = Rule(
    "image.library.missing", .error, .rejected,
    "An image's format needs a library that is not there, such as libavif or librsvg.",
    why: "The picture cannot be decoded on this machine.",
    remedy:
      "Install libavif (Debian and Ubuntu: libavif16 or libavif15) or librsvg (librsvg2-2), or export the picture as "
      + "PNG.")
  /// A colour profile that is damaged, too large, or for other channels than the image's.
  package static let imageProfileIgnored = Rule(
    "image.profile.ignored", .warning, .approximated,
    "An image's colour profile is damaged or not supported and is ignored, so that its colours may be wrong.",
    why: "Without its profile a picture's colours may be duller or brighter than the designer sees them.",
    remedy: "Export the picture again as PNG in sRGB.")
}

extension Diagnostic {
  /// The program was built without the library that decodes a format.
  static func leftOut(_ format: String, _ library: String, _ trait: PackageTrait) -> Diagnostic {
    Diagnostic(
      .imageLibraryMissing, "\(format) images need \(library), which this program was built without",
      advice: "\(trait.advice), or export the image as PNG")
  }

  /// The library that decodes a format is not there.
  ///
  /// - Parameter packages: Names of its packages on Debian and Ubuntu.
  static func missingLibrary(_ format: String, _ library: String, packages: String) -> Diagnostic {
    Diagnostic(
      .imageLibraryMissing, "\(format) images need \(library), which is not there",
      advice: "install \(library) (Debian and Ubuntu: \(packages)), or export the image as PNG")
  }
}
