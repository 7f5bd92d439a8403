internal import KilnCompression
internal import KilnDiagnostics
internal import KilnImages
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnPNG

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Pictures in WebP as PNG.
struct PictureFormatRewrite: TargetRewrite {
  let features = ["webpImages"]

  func edit(_ draft: inout RewriteDraft) throws(Diagnostic) {
    guard draft.support.isLacking("webpImages"), let assets = draft.document.tree.root["assets"] else { return }
    for asset in assets.children {
      guard let file = asset["p"], let text = file.string, text.hasPrefix("data:"),
        let comma = text.utf8.firstIndex(of: UInt8(ascii: ",")),
        let data = Data(base64Encoded: String(text[text.index(after: comma)...])),
        StillFormat.sniff(Array(data)) == .webp,
        let pixmap = try? ImageDecoder.decode(Array(data), limits: draft.limits)
      else { continue }
      // rlottie does not multiply grey by its alpha.
      let bytes = try PNGEncoder.encode(pixmap, effort: .light, allowsGreyAlpha: false)
      draft.edits.replace(file, by: JSONText.quoted("data:image/png;base64," + Data(bytes).base64EncodedString()))
    }
  }
}
