internal import KilnCompression
package import KilnDiagnostics
internal import KilnImages
internal import KilnPixels
internal import KilnRecognition
internal import KilnVideo

/// Formats of files as reports and project files name them.
public enum FileFormat {
  /// All names.
  public static let names = [
    "lottie", "dotlottie", "tgs", "svga", "timeline", "webp", "apng", "png", "atlas", "mp4", "webm", "mov",
  ]

  /// The format of a file as its validation will report it; empty if it is none of these.
  package static func name(of bytes: [UInt8], limits: Limits) -> String {
    guard bytes.count <= limits.inputBytes else { return "" }
    switch FileKind(bytes) {
    case .svga: return "svga"
    case .picture(.webp): return "webp"
    case .picture:
      guard let info = try? PictureInfo(bytes, limits: limits) else { return "" }
      return info.frames.count > 1 || info.durationMilliseconds > 0 ? "apng" : "png"
    case .atlas: return "atlas"
    case .video: return (try? StoredVideo(bytes, limits: limits))?.format ?? ""
    case .timeline: return "timeline"
    case .gzip: return "tgs"
    case .archive:
      let entries = (try? ZipArchive(bytes: bytes, limits: limits))?.entries ?? []
      let hasManifest = entries.contains { $0.name == "manifest.json" || $0.name.hasSuffix("/manifest.json") }
      return hasManifest ? "dotlottie" : "lottie"
    case .json, .gif, nil: return "lottie"
    }
  }
}
