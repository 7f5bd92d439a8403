internal import Geometry
internal import Pixels

/// A picture through an affine map, sampled bilinearly. Beyond its edges the edge pixels go on.
struct ImagePainter: SpanPainter {
  private let image: Pixmap
  /// Target pixels → image pixels.
  private let back: Affine
  /// 0…255.
  private let opacity: UInt32

  init(_ image: Pixmap, back: Affine, opacity: UInt32) {
    self.image = image
    self.back = back
    self.opacity = opacity
  }

  func paint(_ pixels: inout MutableSpan<UInt32>, _ run: Range<Int>, x: Int, y: Int, coverage: UInt32) {
    let factor = scaled(coverage)
    var point = back.apply(Point(Double(x) + 0.5, Double(y) + 0.5))
    for index in run {
      let source = sample(point)
      let weighted = factor == 255 ? source : PixelArithmetic.scale(source, by: factor)
      pixels[index] = PixelArithmetic.over(weighted, pixels[index])
      point = point + Point(back.a, back.b)
    }
  }

  func blended(over destination: UInt32, x: Int, y: Int, coverage: UInt32) -> UInt32 {
    let source = sample(back.apply(Point(Double(x) + 0.5, Double(y) + 0.5)))
    return PixelArithmetic.over(PixelArithmetic.scale(source, by: scaled(coverage)), destination)
  }

  /// Coverage times opacity, 0…255.
  private func scaled(_ coverage: UInt32) -> UInt32 { (coverage * opacity * 257 + 32768) >> 16 }

  /// Four neighbours weighted by their distance in 1/256 pixel, in premultiplied channels.
  @inline(__always)
  private func sample(_ point: Point) -> UInt32 {
    let x = max(0, min(Double(image.width - 1), point.x - 0.5))
    let y = max(0, min(Double(image.height - 1), point.y - 0.5))
    let column = Int(x)
    let row = Int(y)
    let fx = UInt32((x - Double(column)) * 256)
    let fy = UInt32((y - Double(row)) * 256)
    let right = min(column + 1, image.width - 1)
    let upper = row * image.width
    let lower = min(row + 1, image.height - 1) * image.width
    if fx == 0 && fy == 0 { return image.pixels[upper + column] }
    let top = Self.mix(image.pixels[upper + column], image.pixels[upper + right], fx)
    let bottom = Self.mix(image.pixels[lower + column], image.pixels[lower + right], fx)
    return Self.mix(top, bottom, fy)
  }

  /// `a + (b - a) * weight / 256`, rounded, in all four channels.
  @inline(__always)
  private static func mix(_ a: UInt32, _ b: UInt32, _ weight: UInt32) -> UInt32 {
    let rest = 256 &- weight
    let low = ((a & 0xFF00FF) &* rest &+ (b & 0xFF00FF) &* weight &+ 0x80_0080) >> 8 & 0xFF00FF
    let high = ((a >> 8 & 0xFF00FF) &* rest &+ (b >> 8 & 0xFF00FF) &* weight &+ 0x80_0080) & 0xFF00_FF00
    return low | high
  }
}
