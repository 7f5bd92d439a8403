internal import KilnPixels

/// Few colours with error diffusion (Floyd and Steinberg) where the picture is smooth.
///
/// There steps between colours would be seen as bands. Elsewhere the nearest colours look right, and noise would only cost
/// bytes.
struct SmoothDither {
  /// Difference between neighbours, in a channel, up to which they are smooth.
  private static let smoothest: Int32 = 10
  /// Part of an error that is passed on; the rest would be noise.
  private static let strength: Float = 0.8
  /// Error in a channel that is passed on at most.
  private static let largestError: Float = 16

  private let palette: [SIMD4<Float>]
  /// Index of the nearest colour of the palette, by colour.
  private var nearest: [UInt32: Int] = [:]

  init(_ palette: [SIMD4<Float>]) {
    self.palette = palette.map { $0.rounded(.toNearestOrEven) }
  }

  /// The picture in colours of the palette; transparent stays transparent.
  mutating func dithered(_ pixmap: Pixmap) -> Pixmap {
    let width = pixmap.width
    var result = pixmap
    var errors = [SIMD4<Float>](repeating: .zero, count: width + 2)
    for y in 0..<pixmap.height {
      // Errors of this row from the one above stand at x + 1; those for the next are collected.
      var next = [SIMD4<Float>](repeating: .zero, count: width + 2)
      var carried = SIMD4<Float>.zero
      for x in 0..<width {
        let word = pixmap.pixels[y * width + x]
        guard word != 0 else {
          carried = .zero
          continue
        }
        let isSmooth = Self.isSmooth(pixmap, x, y)
        let wanted = isSmooth ? word.channels + carried + errors[x + 1] : word.channels
        let color = palette[index(of: wanted)]
        result.pixels[y * width + x] = color.word
        guard isSmooth else {
          carried = .zero
          continue
        }
        let limit = SIMD4<Float>(repeating: Self.largestError)
        let error = (wanted - color).clamped(lowerBound: -limit, upperBound: limit) * (Self.strength / 16)
        carried = error * 7
        next[x] += error * 3
        next[x + 1] += error * 5
        next[x + 2] += error
      }
      errors = next
    }
    return result
  }

  private mutating func index(of color: SIMD4<Float>) -> Int {
    let rounded = color.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255)).rounded(.toNearestOrEven)
    let word = rounded.word
    if let known = nearest[word] { return known }
    let index = ColorClusters.nearest(to: rounded, in: palette)
    nearest[word] = index
    return index
  }

  /// Whether a pixel differs from a neighbour, and from none by much.
  private static func isSmooth(_ pixmap: Pixmap, _ x: Int, _ y: Int) -> Bool {
    let (width, height) = (pixmap.width, pixmap.height)
    let word = pixmap.pixels[y * width + x]
    var differs = false
    for (column, row) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
      guard column >= 0, column < width, row >= 0, row < height else { continue }
      let other = pixmap.pixels[row * width + column]
      if other == word { continue }
      differs = true
      for shift in stride(from: UInt32(0), through: 24, by: 8) {
        let difference = Int32(word >> shift & 255) - Int32(other >> shift & 255)
        if abs(difference) > smoothest { return false }
      }
    }
    return differs
  }
}
