internal import CKilnJPEG
internal import CKilnLCMS
internal import CKilnPNG
internal import CKilnWebP

/// The C libraries of this module. Their versions decide which bytes and pixels come out.
package enum ImageLibraries {
  /// Names and versions, in a fixed order.
  ///
  /// Loads those that are loaded at need.
  package static var versions: [String] {
    let loaded = [
      AVIFLibrary.shared.map { "libavif \($0.version)" }, SVGLibrary.shared.map { "librsvg \($0.version)" },
    ]
    return [
      "libpng \(png_access_version_number())", "libwebp \(WebPGetEncoderVersion())", "libjpeg \(JPEG_LIB_VERSION)",
      "lcms2 \(cmsGetEncodedCMMversion())",
    ] + loaded.compactMap(\.self)
  }
}
