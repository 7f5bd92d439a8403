import Kiln

/// Animations that the snippets read, and the folder that they write to.
struct Samples {
  /// Path of the folder `Conversions`, which holds the samples.
  let conversions: String
  /// The folder for pictures of articles: `CATALOGUE/NAME.png`.
  let output: String

  /// A badge that turns, as Lottie.
  var badge: String { conversions + "/lottie-badge-to-svga/badge.json" }
  /// A paper plane on its way, as Lottie.
  var plane: String { conversions + "/lottie-plane-to-webp/plane.json" }
  /// A heart that an app counts, as SVGA, with a key for the user's picture.
  var like: String { conversions + "/svga-like-to-atlas/like.svga" }
  /// Points on orbits, which expressions move, as Lottie.
  var orbit: String { conversions + "/lottie-orbit-to-lottie/orbit.json" }

  /// Writes a picture of an article.
  ///
  /// - Parameter name: `CATALOGUE/NAME`, without an extension.
  func write(_ file: NamedFile, as name: String) throws(Diagnostic) {
    let path = output + "/" + name + ".png"
    try Files.makeFolder(around: path)
    try Files.write(file.bytes, to: path)
  }
}
