public import KilnPixels

/// Plans sub-frame rectangles that turn one canvas into the next: every viewer shows exactly the picture, and the file
/// stays small.
///
/// A change is one rectangle: two would be two frames of the file, and browsers show no frame for less than 11 ms, so
/// that half of a change would be seen before the other.
public struct SubframePlanner: Sendable {
  /// Canvas that a viewer shows before the next patch.
  public private(set) var canvas: Pixmap
  /// The rectangle of the patch before, if that is known.
  private var lastRect: PixelRect?
  /// Canvas on which the last patch was drawn; only kept if the format can return to it (`SubframeDisposal.previous`).
  private var canvasBefore: Pixmap?
  private let rules: SubframeRules

  /// A planner that begins with a transparent canvas.
  public init(width: Int, height: Int, rules: SubframeRules) {
    canvas = Pixmap(width: width, height: height)
    self.rules = rules
  }

  /// Begins with a canvas that some patch before has left; nothing is known about that patch.
  public mutating func start(with canvas: Pixmap) {
    self.canvas = canvas
    lastRect = nil
    canvasBefore = nil
  }

  /// Patches of which each shows a picture, in order of their estimated size; empty if nothing changes.
  ///
  /// - Parameters:
  ///   - damage: Outside of it the picture equals the canvas.
  ///   - extent: Pixels that the rectangle must contain besides those that change.
  public func subframes(toShow picture: Pixmap, damage: PixelRect, extent: PixelRect = .empty) -> [Subframe] {
    let changed = picture.differenceBounds(from: canvas, in: damage)
    guard !changed.isEmpty || !extent.isEmpty else { return [] }
    let replacement = Subframe(rect: aligned(changed.union(extent)), of: picture)
    var subframes = rules.alwaysBlends ? [] : [replacement]
    if let addition = replacement.addition(to: canvas) {
      if rules.allowsBlending { subframes.append(addition) }
    } else if let subframe = subframeAfterClearing(toShow: picture, damage: damage, extent: extent) {
      subframes.append(subframe)
    }
    subframes += subframesAfterRestoring(toShow: picture, damage: damage, extent: extent)
    guard subframes.count > 1 else { return subframes }
    // Holes halve libwebp's time, which is worth a few bytes. Of equals, the smaller rectangle takes less.
    let estimates = subframes.map { subframe in
      (subframe.pixelStatistics.novelty * (subframe.isBlended ? 93 : 100), subframe.rect.width * subframe.rect.height)
    }
    return subframes.indices.sorted { estimates[$0] < estimates[$1] }.map { subframes[$0] }
  }

  /// The whole picture, which needs nothing of the canvas.
  public func keyFrame(_ picture: Pixmap) -> Subframe { Subframe(rect: picture.bounds, of: picture) }

  /// The first pixel, for a frame that shows nothing.
  public func pixel(of picture: Pixmap) -> Subframe {
    Subframe(rect: PixelRect(x: 0, y: 0, width: 1, height: 1), of: picture)
  }

  /// Records that a patch was chosen, after which the viewer shows the picture.
  public mutating func show(_ picture: Pixmap, damage: PixelRect, by subframe: Subframe) {
    if rules.disposals.contains(.previous), subframe.disposal != .previous {
      var before = canvas
      if subframe.disposal == .background, let lastRect { before.clear(lastRect) }
      canvasBefore = before
    }
    canvas.copy(damage, of: picture)
    lastRect = subframe.rect
  }

  /// A subframe after the rectangle of the previous one was cleared, so that it need not erase that.
  private func subframeAfterClearing(toShow picture: Pixmap, damage: PixelRect, extent: PixelRect) -> Subframe? {
    guard let lastRect, rules.disposals.contains(.background) else { return nil }
    var cleared = canvas
    cleared.clear(lastRect)
    var changed = picture.differenceBounds(from: cleared, in: damage.union(lastRect)).union(extent)
    // The canvas becomes empty; a frame has at least one pixel.
    if changed.isEmpty { changed = PixelRect(x: lastRect.minX, y: lastRect.minY, width: 1, height: 1) }
    var subframe = Subframe(rect: aligned(changed), of: picture)
    subframe.disposal = .background
    return rules.alwaysBlends ? subframe.addition(to: cleared) : subframe
  }

  /// Subframes onto the canvas before the previous subframe, which lasted for one frame only and is disposed of.
  private func subframesAfterRestoring(toShow picture: Pixmap, damage: PixelRect, extent: PixelRect) -> [Subframe] {
    guard let lastRect, let canvasBefore, rules.disposals.contains(.previous) else { return [] }
    var changed = picture.differenceBounds(from: canvasBefore, in: damage.union(lastRect)).union(extent)
    if changed.isEmpty { changed = PixelRect(x: lastRect.minX, y: lastRect.minY, width: 1, height: 1) }
    var replacement = Subframe(rect: aligned(changed), of: picture)
    replacement.disposal = .previous
    var subframes = rules.alwaysBlends ? [] : [replacement]
    if let addition = replacement.addition(to: canvasBefore) { subframes.append(addition) }
    return subframes
  }

  /// The rectangle with its left and top moved to multiples of the alignment.
  private func aligned(_ rect: PixelRect) -> PixelRect {
    let mask = ~(rules.alignment - 1)
    return PixelRect(minX: rect.minX & mask, minY: rect.minY & mask, maxX: rect.maxX, maxY: rect.maxY)
  }
}

extension Subframe {
  fileprivate init(rect: PixelRect, of picture: Pixmap) {
    self.init(rect: rect, pixels: picture.cropped(to: rect))
  }

  /// The same as pixels that are composited onto a canvas; nil where that cannot give the picture.
  fileprivate func addition(to canvas: Pixmap) -> Subframe? {
    pixels.addition(to: canvas, x: rect.minX, y: rect.minY).map {
      Subframe(rect: rect, pixels: $0, isBlended: true, disposal: disposal)
    }
  }
}

extension Pixmap {
  /// The pixels that differ from a canvas, on transparent ground; smaller than all pixels when encoded.
  ///
  /// nil where blending them would not give these pixels exactly. Changed pixels must be opaque: blending cannot take
  /// away, and decoders disagree even where a translucent pixel comes over a transparent one.
  ///
  /// - Parameters:
  ///   - left: Column of the canvas at which the pixels start.
  ///   - top: Row of the canvas at which the pixels start.
  public func addition(to canvas: Pixmap, x left: Int = 0, y top: Int = 0) -> Pixmap? {
    var result = self
    var missing: UInt32 = 0
    for row in 0..<height {
      let start = (top + row) * canvas.width + left
      let before = canvas.pixels.span.extracting(start..<start + width)
      var target = result.pixels.mutableSpan
      for x in 0..<width {
        let pixel = target[row * width + x]
        let isSame = pixel == before[x]
        missing |= isSame ? 0 : ~pixel
        target[row * width + x] = isSame ? 0 : pixel
      }
    }
    return missing >> 24 == 0 ? result : nil
  }
}
