import KilnPixels

/// Operations of readers on pages, written from what the formats say.
enum AtlasReading {
  /// A part of a page.
  static func region(_ page: Pixmap, x: Int, y: Int, width: Int, height: Int) -> Pixmap {
    page.cropped(to: PixelRect(x: x, y: y, width: width, height: height))
  }

  /// A region that lies on its page turned clockwise, upright again: its column `x` from the left is row `x` on the page,
  /// its first row the last column.
  static func uprightFromClockwise(_ region: Pixmap) -> Pixmap {
    var upright = Pixmap(width: region.height, height: region.width)
    for y in 0..<upright.height {
      for x in 0..<upright.width { upright[x, y] = region[region.width - 1 - y, x] }
    }
    return upright
  }

  /// A region that lies on its page turned counterclockwise, upright again.
  static func uprightFromCounterclockwise(_ region: Pixmap) -> Pixmap {
    var upright = Pixmap(width: region.height, height: region.width)
    for y in 0..<upright.height {
      for x in 0..<upright.width { upright[x, y] = region[y, region.height - 1 - x] }
    }
    return upright
  }

  /// A picture with left and right or top and bottom exchanged.
  static func mirrored(_ picture: Pixmap, x isX: Bool, y isY: Bool) -> Pixmap {
    var result = picture
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        result[x, y] = picture[isX ? picture.width - 1 - x : x, isY ? picture.height - 1 - y : y]
      }
    }
    return result
  }

  /// A canvas with a picture on it.
  static func canvas(width: Int, height: Int, _ picture: Pixmap, x: Int, y: Int) -> Pixmap {
    var canvas = Pixmap(width: width, height: height)
    canvas.copy(picture, x: x, y: y)
    return canvas
  }
}
