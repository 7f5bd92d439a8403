extension Pixmap {
  /// Composites another pixmap over this one (source-over). What lies outside of this one is left out.
  ///
  /// - Parameters:
  ///   - x: Column of the source's first column.
  ///   - y: Row of the source's first row.
  public mutating func composite(_ source: Pixmap, x: Int, y: Int) {
    let area = PixelRect(x: x, y: y, width: source.width, height: source.height).intersection(bounds)
    guard !area.isEmpty else { return }
    for row in area.minY..<area.maxY {
      var from = (row - y) * source.width + area.minX - x
      for to in row * width + area.minX..<row * width + area.maxX {
        pixels[to] = Premultiplication.over(source.pixels[from], pixels[to])
        from += 1
      }
    }
  }
}

extension Premultiplication {
  /// A premultiplied pixel over another one.
  fileprivate static func over(_ top: UInt32, _ bottom: UInt32) -> UInt32 {
    let alpha = top >> 24
    if alpha == 255 || bottom == 0 { return top }
    if alpha == 0 { return bottom }
    func channel(_ shift: UInt32) -> UInt32 {
      min(255, (top >> shift & 255) + multiply(bottom >> shift & 255, 255 - alpha)) << shift
    }
    return channel(0) | channel(8) | channel(16) | channel(24)
  }
}
