internal import CKilnDeflate
internal import CKilnZlib

/// The C libraries of this module. Their versions decide which bytes come out.
public enum CompressionLibraries {
  /// Names and versions, in a fixed order.
  public static var versions: [String] {
    ["zlib \(String(cString: zlibVersion()))", "libdeflate \(LIBDEFLATE_VERSION_STRING)"]
  }
}
