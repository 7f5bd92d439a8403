internal import Pixels

/// Decides what is stored of each frame, so that every viewer shows exactly that frame and the file stays small.
///
/// A change is one rectangle: two would be two frames of the file, and browsers show no frame for less than 11 ms, so
/// that half of a change would be seen before the other.
struct PatchPlanner: Sendable {
  /// What a viewer shows before the next patch.
  private(set) var canvas: Pixmap
  /// The rectangle of the patch before, if that is known.
  private var lastRect: PixelRect?
  /// Whether patches may leave unchanged pixels transparent.
  private let allowsBlending: Bool

  init(width: Int, height: Int, allowsBlending: Bool) {
    canvas = Pixmap(width: width, height: height)
    self.allowsBlending = allowsBlending
  }

  /// Begins with a canvas that some patch before has left; nothing is known about that patch.
  mutating func start(with canvas: Pixmap) {
    self.canvas = canvas
    lastRect = nil
  }

  /// The ways to show a picture, the most promising first; none if nothing changes.
  ///
  /// - Parameter damage: Outside of it the picture equals the canvas.
  func patches(toShow picture: Pixmap, damage: PixelRect) -> [Patch] {
    let changed = picture.differenceBounds(from: canvas, in: damage)
    guard !changed.isEmpty else { return [] }
    let replacement = Patch(rect: changed.evenStart, of: picture)
    var patches = [replacement]
    switch replacement.addition(to: canvas) {
    case .possible(let addition):
      guard allowsBlending else { break }
      patches.append(Patch(rect: replacement.rect, pixels: addition, isBlended: true))
    case .impossible:
      if let patch = patchAfterDisposal(toShow: picture, damage: damage) { patches.append(patch) }
    }
    guard patches.count > 1 else { return patches }
    // Holes halve libwebp's time, which is worth a few bytes. Of equals, the smaller rectangle takes less.
    let estimates = patches.map { patch in
      (patch.texture.novelty * (patch.isBlended ? 93 : 100), patch.rect.width * patch.rect.height)
    }
    return patches.indices.sorted { estimates[$0] < estimates[$1] }.map { patches[$0] }
  }

  /// The whole picture, which needs nothing of the canvas.
  func keyFrame(_ picture: Pixmap) -> Patch { Patch(rect: picture.bounds, of: picture) }

  /// The first pixel, for a frame that shows nothing.
  func pixel(of picture: Pixmap) -> Patch { Patch(rect: PixelRect(x: 0, y: 0, width: 1, height: 1), of: picture) }

  /// Notes what the viewer shows after a patch.
  mutating func show(_ picture: Pixmap, damage: PixelRect, by patch: Patch) {
    canvas.copy(damage, of: picture)
    lastRect = patch.rect
  }

  /// A patch that needs not erase what the one before has drawn, because that is gone already.
  private func patchAfterDisposal(toShow picture: Pixmap, damage: PixelRect) -> Patch? {
    guard let lastRect else { return nil }
    var cleared = canvas
    cleared.clear(lastRect)
    var changed = picture.differenceBounds(from: cleared, in: damage.union(lastRect))
    // Everything is gone; a frame has one pixel at least.
    if changed.isEmpty { changed = PixelRect(x: lastRect.minX, y: lastRect.minY, width: 1, height: 1) }
    var patch = Patch(rect: changed.evenStart, of: picture)
    patch.isAfterDisposal = true
    return patch
  }
}

extension Patch {
  fileprivate init(rect: PixelRect, of picture: Pixmap) {
    self.init(rect: rect, pixels: picture.cropped(to: rect))
  }
}

extension PixelRect {
  /// The rectangle with its left and top moved to even numbers.
  fileprivate var evenStart: PixelRect { PixelRect(minX: minX & ~1, minY: minY & ~1, maxX: maxX, maxY: maxY) }
}

extension Patch {
  /// What blending needs.
  fileprivate enum Addition {
    case possible(Pixmap)
    case impossible
  }

  /// The pixels that differ from a canvas, on transparent ground, which codes smaller than all of them.
  ///
  /// Impossible where blending would not give this picture exactly. Changed pixels must be opaque: blending cannot
  /// take away, and libwebp's decoder is off by one even where a translucent pixel comes over a transparent one.
  fileprivate func addition(to canvas: Pixmap) -> Addition {
    var result = pixels
    var missing: UInt32 = 0
    for row in 0..<rect.height {
      let start = (rect.minY + row) * canvas.width + rect.minX
      let before = canvas.pixels.span.extracting(start..<start + rect.width)
      var target = result.pixels.mutableSpan
      for x in 0..<rect.width {
        let pixel = target[row * rect.width + x]
        let isSame = pixel == before[x]
        missing |= isSame ? 0 : ~pixel
        target[row * rect.width + x] = isSame ? 0 : pixel
      }
    }
    return missing >> 24 == 0 ? .possible(result) : .impossible
  }
}
