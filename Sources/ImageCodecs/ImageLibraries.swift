internal import CJPEG
internal import CLCMS
internal import CPNG
internal import CWebP

/// The C libraries of this module. Their versions decide which bytes and pixels come out.
public enum ImageLibraries {
  /// Names and versions, in a fixed order.
  public static var versions: [String] {
    [
      "libpng \(png_access_version_number())", "libwebp \(WebPGetEncoderVersion())", "libjpeg \(JPEG_LIB_VERSION)",
      "lcms2 \(cmsGetEncodedCMMversion())",
    ]
  }
}
