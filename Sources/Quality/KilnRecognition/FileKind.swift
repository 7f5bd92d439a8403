internal import KilnCompression
package import KilnDiagnostics
internal import KilnImages
internal import KilnJSON
internal import KilnPictureImport
package import KilnPixels
internal import KilnSVGAFormat
internal import KilnTimelineJSON
internal import KilnVideo

/// Kind of a file by its first bytes: the one place that tells formats of animations and pictures from each other.
package enum FileKind: Sendable, Hashable {
  case svga
  /// A picture of a format that Kiln writes, and JPEG.
  case picture(ImageFormat)
  case gif
  /// MP4, QuickTime or WebM.
  case video
  /// Descriptor of an atlas.
  case atlas
  case timeline
  /// JSON of another kind: Lottie, unless it is no animation.
  case json
  /// Lottie packed with gzip.
  case gzip
  /// A ZIP archive that is no SVGA: dotLottie, or a Lottie file with images.
  case archive

  /// The kind of a file; nil if Kiln does not know it.
  package init?(_ bytes: [UInt8]) {
    if SVGAContainer.recognizes(bytes) {
      self = .svga
    } else if let format = ImageFormat.sniff(bytes) {
      self = .picture(format)
    } else if PictureFrames.recognizes(bytes) {
      self = .gif
    } else if StoredVideo.recognizes(bytes) {
      self = .video
    } else if AtlasSheet.recognizes(bytes) {
      self = .atlas
    } else if TimelineJSON.recognizes(bytes) {
      self = .timeline
    } else if Gzip.isGzip(bytes) {
      self = .gzip
    } else if ZipArchive.isZip(bytes) {
      self = .archive
    } else if JSONText.startsWithContainer(bytes) {
      self = .json
    } else {
      return nil
    }
  }
}

extension Diagnostic {
  /// An error for a file that is no animation, which names its actual format if that is known.
  ///
  /// - Parameter advice: Advice for a file of another kind.
  package static func noAnimation(_ bytes: [UInt8], advice: String) -> Diagnostic {
    unknownFormat(bytes, kind: StillFormat.sniff(bytes)?.phrase, advice: advice)
  }
}
