internal import KilnDiagnostics
internal import KilnImages
internal import KilnLottieImport
internal import KilnPictureImport
internal import KilnPixels
internal import KilnRuleEngine
internal import KilnVideo

/// A picture that was made of an animation: WebP or PNG, animated or still, an atlas, or a video.
final class PictureVisit {
  /// `webp`, `apng`, `png`, `atlas`, `mp4`, `webm` or `mov`.
  let format: String
  /// Canvas in pixels; of an atlas the page as the descriptor says.
  let width: Int
  let height: Int
  /// Duration of each frame in milliseconds; of a still picture none.
  let milliseconds: [Double]
  /// Number of plays; 0 for ever.
  let loopCount: Int
  /// The descriptor; nil for all but atlases.
  let atlas: AtlasSheet?
  /// The page beside the descriptor; nil if it was not found or is no image.
  let page: ImageHeader?
  /// The video; nil for all others.
  let video: StoredVideo?
  /// Whether a frame of a WebP keeps what was there before and is drawn over it.
  let blendsOverKeptFrames: Bool
  /// Bytes of the file.
  let byteCount: Int
  let findings: FindingCollector

  init(
    _ bytes: [UInt8], _ findings: FindingCollector, assets: any AssetLoader, limits: Limits
  ) throws(Diagnostic) {
    self.findings = findings
    byteCount = bytes.count
    if StoredVideo.recognizes(bytes) {
      let video = try StoredVideo(bytes, limits: limits)
      (format, width, height, milliseconds) = (video.format, video.width, video.height, video.milliseconds)
      (loopCount, atlas, page, blendsOverKeptFrames) = (0, nil, nil, false)
      self.video = video
      return
    }
    video = nil
    guard let kind = ImageFormat.sniff(bytes) else {
      // Of several pages each has a descriptor of its own, which is a file like this one.
      let atlas = try AtlasSheet(pageOf: bytes, limits: limits)
      format = "atlas"
      (width, height) = (atlas.width, atlas.height)
      milliseconds = atlas.frames.map(\.milliseconds)
      loopCount = 0
      page = try assets.image(ImageRequest(page: atlas.page)).flatMap {
        ImageHeader($0)
      }
      self.atlas = atlas
      blendsOverKeptFrames = false
      return
    }
    let info = try PictureInfo(bytes, limits: limits)
    let isAnimated = info.frames.count > 1 || info.durationMilliseconds > 0
    format = kind == .webp ? "webp" : isAnimated ? "apng" : "png"
    (width, height) = (info.width, info.height)
    milliseconds = isAnimated ? info.frames.map(\.milliseconds) : []
    loopCount = info.loopCount
    (atlas, page) = (nil, nil)
    blendsOverKeptFrames = kind == .webp && Self.blendsOverKeptFrames(bytes)
  }

  /// Adds a finding.
  func report(_ rule: Rule, _ message: @autoclosure () -> String, at pointer: String = "") {
    findings.report(rule, message(), at: DocumentPath(pointer: pointer))
  }

  /// Value of a rule's option.
  func value(_ option: ValidationRule.Option, of rule: Rule) -> Double { findings.value(option, of: rule) }

  /// Whether an `ANMF` chunk after the first blends, and the one before it is not disposed of (WebP container
  /// specification, “Animation”).
  private static func blendsOverKeptFrames(_ bytes: [UInt8]) -> Bool {
    var position = 12
    var keepsLast = false
    var hasAlpha = false
    while position + 8 <= bytes.count {
      let size = (0..<4).reduce(0) { $0 | Int(bytes[position + 4 + $1]) << (8 * $1) }
      let name = bytes[position..<position + 4]
      if name.elementsEqual("VP8X".utf8), position + 9 <= bytes.count { hasAlpha = bytes[position + 8] & 0x10 != 0 }
      if name.elementsEqual("ANMF".utf8), position + 24 <= bytes.count {
        let flags = bytes[position + 23]
        if hasAlpha, keepsLast, flags & 2 == 0 { return true }
        keepsLast = flags & 1 == 0
      }
      position += 8 + size + size % 2
    }
    return false
  }
}
