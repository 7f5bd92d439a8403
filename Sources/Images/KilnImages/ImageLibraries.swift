internal import CKilnPNG
internal import CKilnWebP

#if JPEG
  internal import CKilnJPEG
#endif
#if ColorProfiles
  internal import CKilnLCMS
#endif

/// The C libraries of this module. Their versions decide which bytes and pixels come out.
package enum ImageLibraries {
  /// Names and versions, in a fixed order.
  ///
  /// Loads those that are loaded at need.
  package static var versions: [String] {
    var versions = ["libpng \(png_access_version_number())", "libwebp \(WebPGetEncoderVersion())"]
    #if JPEG
      versions.append("libjpeg \(JPEG_LIB_VERSION)")
    #endif
    #if ColorProfiles
      versions.append("lcms2 \(cmsGetEncodedCMMversion())")
    #endif
    let loaded = [avifVersion.map { "libavif \($0)" }, svgVersion.map { "librsvg \($0)" }]
    return versions + loaded.compactMap(\.self)
  }

  /// Version of libavif, which is loaded at need; nil if it is not there.
  package static var avifVersion: String? { AVIFLibrary.shared?.version }

  /// Version of librsvg, which is loaded at need; nil if it is not there.
  package static var svgVersion: String? { SVGLibrary.shared?.version }
}
