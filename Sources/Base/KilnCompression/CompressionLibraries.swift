internal import CKilnDeflate
internal import CKilnZlib

/// The C libraries of this module. Their versions decide which bytes come out.
package enum CompressionLibraries {
  /// Names and versions, in a fixed order.
  package static var versions: [String] {
    ["zlib \(String(cString: zlibVersion()))", "libdeflate \(LIBDEFLATE_VERSION_STRING)"]
  }
}
