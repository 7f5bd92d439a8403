internal import KilnCompression
internal import KilnDiagnostics
internal import KilnImages
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnPNG
internal import KilnPixels

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Pictures in WebP, and grey ones with an alpha channel, as PNG with all channels.
struct PictureFormatRewrite: TargetRewrite {
  let features = ["webpImages", "greyPictures"]

  func edit(_ draft: inout RewriteDraft) throws(Diagnostic) {
    let (webP, grey) = (draft.support.isLacking("webpImages"), draft.support.isLacking("greyPictures"))
    guard webP || grey, let assets = draft.document.tree.root["assets"] else { return }
    for asset in assets.children {
      guard let file = asset["p"], let text = file.string, text.hasPrefix("data:"),
        let comma = text.utf8.firstIndex(of: UInt8(ascii: ",")),
        let data = Data(base64Encoded: String(text[text.index(after: comma)...])),
        (webP && StillFormat.sniff(Array(data)) == .webp) || (grey && Self.isGreyWithAlpha(Array(data))),
        let pixmap = try? ImageDecoder.decode(Array(data), limits: draft.limits)
      else { continue }
      let bytes = try Self.encoded(pixmap, .light, draft)
      draft.edits.replace(file, by: JSONText.quoted("data:image/png;base64," + Data(bytes).base64EncodedString()))
    }
  }

  /// A PNG file that targets read.
  static func encoded(
    _ pixmap: Pixmap, _ effort: CompressionEffort, _ draft: RewriteDraft
  ) throws(Diagnostic) -> [UInt8] {
    try PNGEncoder.encode(pixmap, effort: effort, allowsGreyAlpha: !draft.support.isLacking("greyPictures"))
  }

  /// Whether a file is a PNG with a channel of grey and one of alpha.
  private static func isGreyWithAlpha(_ file: [UInt8]) -> Bool {
    StillFormat.sniff(file) == .png && file.count > 25 && file[25] == 4
  }
}
