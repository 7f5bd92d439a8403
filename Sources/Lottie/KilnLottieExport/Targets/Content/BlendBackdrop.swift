internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport
internal import KilnPixels
internal import KilnTimeline

/// Backdrop of a layer with a blend mode: the layers below it, in the space of its composition.
///
/// Pictures with the coverage of the layer, and with the colours that it has there together with the backdrop, look as the
/// layer does with its mode, and need none. Nothing below the layer changes.
struct BlendBackdrop {
  /// Timeline of the layers below.
  let below: Timeline
  /// Timeline of the layers below and the layer.
  let blended: Timeline

  /// Bytes that the pictures may have together.
  var maximumBytes = 0

  /// A layer without its mode, and its backdrop; nil if it is seen over too many frames, or in none.
  static func split(
    _ layer: LottieLayer, in composition: DocumentComposition, _ draft: RewriteDraft
  ) throws(Diagnostic) -> (layer: LayerTimeline, backdrop: BlendBackdrop)? {
    guard let position = composition.layers.firstIndex(where: { $0.node == layer.node }),
      let size = size(of: composition, draft)
    else { return nil }
    let layers = composition.layers
    func timeline(_ isSeen: @escaping (Int) -> Bool, isPlain: Bool = false) throws(Diagnostic) -> LayerTimeline? {
      try LayerTimeline(of: layer, in: composition, size: size, draft) { index, copy in
        // Mattes are not drawn by themselves.
        if !isSeen(index), !layers[index].isMatteSource { copy.set("hd", "true") }
        if isPlain, index == position { copy.remove("bm") }
      }
    }
    guard let alone = try timeline({ $0 == position }, isPlain: true), let below = try timeline({ $0 > position }),
      let blended = try timeline({ $0 >= position })
    else { return nil }
    return (alone, BlendBackdrop(below: below.timeline, blended: blended.timeline))
  }

  /// Largest size with which a composition is shown; nil if nothing shows it.
  private static func size(of composition: DocumentComposition, _ draft: RewriteDraft) -> Size? {
    guard let id = composition.id else { return Size(draft.document.width, draft.document.height) }
    var size: Size?
    for layer in draft.compositions.flatMap(\.layers) {
      guard case .precomposition(id, let width, let height, _) = layer.content else { continue }
      size = Size(max(width, size?.width ?? 0), max(height, size?.height ?? 0))
    }
    return size
  }
}

extension Pixmap {
  /// Changes colours, but not the coverage, so that this picture over another one gives a third one of the same size.
  mutating func takeColors(of result: Pixmap, over below: Pixmap) {
    for index in pixels.indices where index < result.pixels.count && index < below.pixels.count {
      let alpha = pixels[index] >> 24
      var color = alpha << 24
      for shift: UInt32 in [0, 8, 16] where alpha > 0 {
        let hidden = ((below.pixels[index] >> shift & 255) * (255 - alpha) + 127) / 255
        let value = result.pixels[index] >> shift & 255
        color |= min(alpha, value > hidden ? value - hidden : 0) << shift
      }
      pixels[index] = color
    }
  }
}
