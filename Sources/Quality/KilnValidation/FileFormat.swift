internal import KilnCompression
internal import KilnDiagnostics
internal import KilnImages
internal import KilnPictureImport
internal import KilnPixels
internal import KilnSVGAFormat
internal import KilnTimelineJSON

/// Formats of files as reports and project files name them.
public enum FileFormat {
  /// All names.
  public static let names = ["lottie", "dotlottie", "tgs", "svga", "timeline", "webp", "apng", "png", "atlas"]

  /// The format of a file as its validation will report it; empty if it is none of these.
  static func name(of bytes: [UInt8], limits: Limits) -> String {
    guard bytes.count <= limits.inputBytes else { return "" }
    if SVGAContainer.recognizes(bytes) { return "svga" }
    if let image = ImageFormat.sniff(bytes) {
      guard image != .webp else { return "webp" }
      guard let info = try? PictureInfo(bytes, limits: limits) else { return "" }
      return info.frames.count > 1 || info.durationMilliseconds > 0 ? "apng" : "png"
    }
    if AtlasDescriptor.recognizes(bytes) { return "atlas" }
    if TimelineJSON.recognizes(bytes) { return "timeline" }
    if Gzip.isGzip(bytes) { return "tgs" }
    guard ZipArchive.isZip(bytes) else { return "lottie" }
    let entries = (try? ZipArchive(bytes: bytes, limits: limits))?.entries ?? []
    let hasManifest = entries.contains { $0.name == "manifest.json" || $0.name.hasSuffix("/manifest.json") }
    return hasManifest ? "dotlottie" : "lottie"
  }
}
