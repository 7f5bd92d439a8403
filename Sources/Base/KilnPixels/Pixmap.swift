/// A raster image: premultiplied sRGB with 8 bits a channel, rows from top to bottom without padding.
///
/// A pixel is one 32-bit word with red in the lowest byte: `red | green << 8 | blue << 16 | alpha << 24`. No colour
/// channel exceeds alpha.
public struct Pixmap: Sendable, Hashable {
  /// Width in pixels.
  public let width: Int
  /// Height in pixels.
  public let height: Int
  /// All pixels, row by row; `width * height` words.
  public var pixels: [UInt32]

  /// A transparent pixmap; negative sizes are taken as 0.
  public init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
    pixels = [UInt32](repeating: 0, count: self.width * self.height)
  }

  /// A pixmap of premultiplied pixels.
  ///
  /// - Precondition: `pixels.count == width * height`.
  public init(width: Int, height: Int, pixels: [UInt32]) {
    precondition(width >= 0 && height >= 0 && pixels.count == width * height, "pixel count must match the size")
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// A transparent pixmap that reuses the memory of an array; negative sizes are taken as 0.
  public init(width: Int, height: Int, reusing memory: consuming [UInt32]) {
    self.width = max(0, width)
    self.height = max(0, height)
    let count = self.width * self.height
    if memory.count > count { memory.removeLast(memory.count - count) }
    let reused = memory.count
    memory.append(contentsOf: repeatElement(0, count: count - reused))
    memory.withUnsafeMutableBufferPointer { $0[..<reused].update(repeating: 0) }
    pixels = memory
  }

  /// The pixel at column `x` and row `y`.
  public subscript(x: Int, y: Int) -> UInt32 {
    get { pixels[y * width + x] }
    set { pixels[y * width + x] = newValue }
  }

  /// Makes every pixel transparent.
  public mutating func clear() {
    pixels.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
  }

  /// Makes the pixels of a rectangle transparent; the rectangle is clipped to the pixmap.
  public mutating func clear(_ rect: PixelRect) {
    let rect = rect.intersection(bounds)
    guard !rect.isEmpty else { return }
    let (first, stride, count) = (rect.minY * width + rect.minX, width, rect.width)
    pixels.withUnsafeMutableBufferPointer { pixels in
      for row in 0..<rect.height {
        let start = first + row * stride
        pixels[start..<start + count].update(repeating: 0)
      }
    }
  }

  /// The picture in black, with the same alpha.
  package var alphaInBlack: Pixmap {
    Pixmap(width: width, height: height, pixels: pixels.map { $0 & 0xFF00_0000 })
  }
}
