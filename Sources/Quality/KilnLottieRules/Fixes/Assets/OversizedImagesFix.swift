#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import KilnCompression
internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnImages
internal import KilnPNG
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnPixels
internal import KilnRasterizer
internal import KilnRuleEngine
internal import KilnTimeline

/// Reduces embedded PNG and WebP images to the size at which they are drawn largest, with room for sharp screens.
///
/// JPEG images stay: encoding them again would lose more than size.
struct OversizedImagesFix: LottieFix {
  let rules: [Rule] = [.assetImageOversized]
  let summary = "reduces embedded images that are larger than ever drawn"
  /// Pixels of an image for each pixel of the canvas where it is drawn largest.
  var sharpness = 2.0

  var weakerForms: [any LottieFix] {
    sharpness == 2 ? [OversizedImagesFix(sharpness: 3), OversizedImagesFix(sharpness: 4)] : []
  }

  func apply(to draft: inout FixDraft) {
    let images = draft.root["assets"].map { assets in
      assets.children.compactMap { asset in
        asset["p"].flatMap { file in Self.embedded(asset, file, in: draft.document).map { (asset, file, $0) } }
      }
    }
    // Themes replace images by others, and scripts move them.
    guard let images, !images.isEmpty, !draft.isScripted, !draft.surroundings.hasThemes,
      let timeline = draft.surroundings.bake(draft.result)
    else { return }
    var scales: [[UInt8]: Double] = [:]
    for use in ImageUseFinder(timeline).uses() {
      scales[timeline[use.image].bytes] = max(scales[timeline[use.image].bytes] ?? 0, use.scale)
    }
    for (asset, file, bytes) in images {
      guard let scale = scales[bytes], let smaller = smaller(bytes, by: scale, draft.surroundings.limits) else {
        continue
      }
      let type = smaller.format == .webp ? "image/webp" : "image/png"
      draft.edits.replace(
        file, by: "\"data:\(type);base64,\(Data(smaller.bytes).base64EncodedString())\"")
      draft.note(
        .changed,
        "the image “\(asset["id"]?.identifier ?? "")” reduced from \(smaller.before) to \(smaller.after) px, it is never "
          + "drawn larger", at: DocumentPath(pointer: asset.pointer))
    }
  }

  private static func embedded(_ asset: JSONValue, _ file: JSONValue, in document: LottieDocument) -> [UInt8]? {
    guard asset["sid"] == nil, let id = asset["id"]?.identifier, case .image(let image)? = document.assets[id],
      image.node == asset.index, file.string == image.file
    else { return nil }
    return image.embeddedBytes
  }

  private struct Smaller {
    var bytes: [UInt8]
    var format: ImageFormat
    var before: String
    var after: String
  }

  /// The image with fewer pixels and bytes; nil if it is not much larger than drawn, or cannot be decoded.
  private func smaller(_ bytes: [UInt8], by scale: Double, _ limits: Limits) -> Smaller? {
    guard let header = ImageHeader(bytes), header.format != .jpeg, scale > 0, header.decodedBytes / 4 <= limits.pixels
    else { return nil }
    let factor = scale * sharpness
    let width = Int(clamping: (Double(header.width) * factor).rounded(.up), to: 1...max(1, header.width))
    let height = Int(clamping: (Double(header.height) * factor).rounded(.up), to: 1...max(1, header.height))
    // A few pixels are not worth a resampled image.
    guard width * height * 4 < header.width * header.height * 3 else { return nil }
    do throws(Diagnostic) {
      let picture = MipmappedImage(try ImageDecoder.decode(bytes, limits: limits))
      var canvas = Pixmap(width: width, height: height)
      var rasterizer = Rasterizer()
      let transform = Affine.scale(Double(width) / Double(picture.width), Double(height) / Double(picture.height))
      rasterizer.draw(picture, transform: transform, opacity: 1, into: &canvas)
      let encoded = try encode(canvas, as: header.format)
      guard encoded.count < bytes.count else { return nil }
      return Smaller(
        bytes: encoded, format: header.format, before: "\(header.width) × \(header.height)",
        after: "\(width) × \(height)")
    } catch {
      // Players may read what we cannot.
      return nil
    }
  }

  private func encode(_ picture: Pixmap, as format: ImageFormat) throws(Diagnostic) -> [UInt8] {
    guard format == .webp else { return try PNGEncoder.encode(picture, effort: .normal) }
    return try WebPFrameEncoder.encode(picture, options: WebPEncoderOptions())
  }
}
