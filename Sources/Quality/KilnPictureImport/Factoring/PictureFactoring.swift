internal import KilnPixels

/// Factoring of an animation's pictures into few bitmaps that show exactly the same: a background, regions that are shown in
/// several pictures, objects that move, and of each picture what is left.
///
/// Bitmaps above the background overlap it only where it is opaque and they are, too, and each other nowhere, so that drawing
/// one over the other gives the pixels of the picture. The result is the same for any machine; its bitmaps have no more
/// pixels than those of the pictures.
struct PictureFactoring {
  /// Cost of a bitmap beside its area, in pixels: its header and palette, its sprite, and what a player does for it. Less on
  /// small canvases, whose parts are small.
  private static func overhead(_ grid: BlockGrid) -> Int { max(512, min(3072, grid.width * grid.height / 32)) }
  /// Most bitmaps.
  private let maximumParts: Int

  init(maximumParts: Int) { self.maximumParts = maximumParts }

  /// Parts of pictures of one size, from back to front.
  func parts(of pictures: [Pixmap]) -> [PicturePart] {
    let plain = Self.whole(pictures)
    guard pictures.count > 1, let first = pictures.first, !first.pixels.isEmpty else { return plain }
    let grid = BlockGrid(width: first.width, height: first.height)
    let whole = pictures
    var pictures = pictures
    var contents = BlockContents(pictures, grid)
    let backdrop = Self.backdrop(of: contents, pictures)
    let moving = MovingObjects.extracted(from: &pictures, backdrop: backdrop, overhead: Self.overhead(grid))
    if !moving.isEmpty { contents = BlockContents(pictures, grid) }
    var overhead = Self.overhead(grid)
    // With a higher cost there are fewer bitmaps, until each picture has one.
    for _ in 0..<5 {
      let factoring = RegionFactoring(pictures, contents, overhead: overhead)
      if let regions = factoring.parts(atMost: max(maximumParts, pictures.count)) {
        let parts = (regions + moving).merged()
        return parts.area <= plain.area && Self.areExact(parts, whole) ? parts : plain
      }
      overhead *= 4
    }
    return plain
  }

  /// Whether parts drawn over each other give the pixels of the pictures.
  private static func areExact(_ parts: [PicturePart], _ pictures: [Pixmap]) -> Bool {
    var drawn: [[(part: Int, place: PicturePart.Place)]] = pictures.map { _ in [] }
    for (index, part) in parts.enumerated() {
      for place in part.places { drawn[place.picture].append((index, place)) }
    }
    guard let first = pictures.first else { return true }
    var canvas = Pixmap(width: first.width, height: first.height)
    return zip(drawn, pictures).allSatisfy { drawn, picture in
      canvas.clear()
      for (part, place) in drawn { canvas.composite(parts[part].bitmap, x: place.x, y: place.y) }
      return canvas == picture
    }
  }

  /// Each picture as a bitmap of what is visible in it, equal ones once.
  private static func whole(_ pictures: [Pixmap]) -> [PicturePart] {
    var parts: [PicturePart] = []
    for (index, picture) in pictures.enumerated() {
      let area = picture.contentBounds
      guard !area.isEmpty else { continue }
      let place = PicturePart.Place(picture: index, x: area.minX, y: area.minY)
      parts.append(PicturePart(role: .rest, bitmap: picture.cropped(to: area), places: [place]))
    }
    return parts.merged()
  }

  /// What each block shows in most pictures.
  private static func backdrop(of contents: BlockContents, _ pictures: [Pixmap]) -> Pixmap {
    let grid = contents.grid
    var backdrop = Pixmap(width: grid.width, height: grid.height)
    for block in 0..<grid.count {
      let label = contents.mostFrequentLabel(of: block)
      guard label != BlockContents.empty else { continue }
      backdrop.copy(grid.pixels(of: block), of: pictures[Int(label)])
    }
    return backdrop
  }
}
