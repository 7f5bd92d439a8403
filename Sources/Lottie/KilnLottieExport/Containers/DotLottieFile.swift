internal import KilnCompression
internal import KilnDiagnostics

/// A dotLottie archive of version 2 with one animation, whose pictures and sounds are embedded.
enum DotLottieFile {
  /// Media type of the files.
  static let mediaType = "application/zip+dotlottie"

  /// The archive.
  ///
  /// - Parameter name: ID of the animation; what no file name should have in it becomes a hyphen.
  /// - Throws: `compression.zip.tooLarge`.
  static func bytes(of document: [UInt8], named name: String) throws(Diagnostic) -> [UInt8] {
    let id = String(
      String.UnicodeScalarView(
        name.unicodeScalars.map { $0.value < 0x20 || "/\\:*?\"<>|.".unicodeScalars.contains($0) ? "-" : $0 }))
    let manifest = LottieText { text in
      text.object { text in
        text.member("version", "2")
        text.member("generator", "kiln")
        text.key("animations")
        text.array { text in
          text.object { $0.member("id", id.isEmpty ? "animation" : id) }
        }
      }
    }
    var writer = ZipWriter()
    try writer.add("manifest.json", manifest.bytes)
    try writer.add("a/\(id.isEmpty ? "animation" : id).json", document)
    return try writer.finish()
  }
}
