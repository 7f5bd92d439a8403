/// A rectangle of pixels: premultiplied sRGB, eight bits a channel, rows from top to bottom without padding.
///
/// A pixel is one 32-bit word with red in the lowest byte: `red | green << 8 | blue << 16 | alpha << 24`.
/// Guarantee: no colour channel exceeds alpha.
public struct Pixmap: Sendable, Hashable {
  /// Pixels along a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// All pixels, row by row.
  public var pixels: [UInt32]

  /// A transparent pixmap. Sizes below zero count as zero.
  public init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
    pixels = [UInt32](repeating: 0, count: self.width * self.height)
  }

  /// Wraps pixels that are premultiplied already.
  ///
  /// - Precondition: `pixels.count == width * height`.
  public init(width: Int, height: Int, pixels: [UInt32]) {
    precondition(width >= 0 && height >= 0 && pixels.count == width * height, "pixel count must match the size")
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// A transparent pixmap in the memory of pixels that are not needed any more.
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

  /// The pixel at a column and row.
  public subscript(x: Int, y: Int) -> UInt32 {
    get { pixels[y * width + x] }
    set { pixels[y * width + x] = newValue }
  }

  /// Makes every pixel transparent.
  public mutating func clear() {
    pixels.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
  }

  /// Makes the pixels of a rectangle transparent, as far as it lies inside.
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

  /// Feeds size and pixels to the hasher; all pixels at once, which is several times as fast as one by one.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(width)
    hasher.combine(height)
    pixels.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}
