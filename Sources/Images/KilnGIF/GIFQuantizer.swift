internal import KilnPalettes
package import KilnPixels

/// Dithering: how colours that a palette lacks are approximated.
public enum GIFDither: String, Sendable, Hashable, CaseIterable {
  /// None: each pixel gets the nearest colour.
  case none
  /// Ordered dithering of two colours with Bayer's matrix. Unchanged pixels keep their indices.
  case ordered
  /// Floyd–Steinberg error diffusion. Best approximation, largest files.
  case diffusion
}

/// Turns pixels into indices of a palette.
package struct GIFQuantizer: Sendable {
  /// Colours that pixels are mapped to.
  package let palette: GIFPalette
  private let dither: GIFDither
  /// Direct-mapped cache of mixtures by pixel.
  private var keys = [UInt32](repeating: 0, count: 1 << 14)
  private var mixtures = [(first: UInt8, second: UInt8, share: Float)](repeating: (0, 0, 0), count: 1 << 14)

  /// A quantizer that maps to a palette; an exact palette is not dithered.
  package init(_ palette: GIFPalette, dither: GIFDither) {
    self.palette = palette
    self.dither = palette.error == 0 ? .none : dither
  }

  /// Whether a colour at a place always gets the same index.
  package var isStable: Bool { dither != .diffusion }

  /// The index of each pixel in the palette's `GIFColorTable`.
  ///
  /// - Parameters:
  ///   - x: Column of the canvas at which the pixels start.
  ///   - y: Row of the canvas at which the pixels start.
  package mutating func indices(of pixmap: Pixmap, x: Int, y: Int) -> [UInt8] {
    if dither == .diffusion { return diffused(pixmap) }
    var result = [UInt8](repeating: GIFColorTable.transparent, count: pixmap.pixels.count)
    var last: UInt32 = 0
    var mixture: (first: UInt8, second: UInt8, share: Float) = (0, 0, 0)
    for row in 0..<pixmap.height {
      for column in 0..<pixmap.width {
        let offset = row * pixmap.width + column
        let pixel = pixmap.pixels[offset]
        guard pixel != 0 else { continue }
        if pixel != last {
          mixture = self.mixture(for: pixel)
          last = pixel
        }
        let isSecond = mixture.share > BayerMatrix.threshold(x + column, y + row)
        result[offset] = (isSecond ? mixture.second : mixture.first) + 1
      }
    }
    return result
  }

  private mutating func mixture(for pixel: UInt32) -> (first: UInt8, second: UInt8, share: Float) {
    let place = Int(truncatingIfNeeded: (pixel &* 0x9E37_79B1) >> 18)
    if keys[place] == pixel { return mixtures[place] }
    let mixture =
      dither == .ordered
      ? palette.mixture(for: pixel.channels) : (UInt8(palette.nearest(to: pixel.channels)), 0, Float(0))
    keys[place] = pixel
    mixtures[place] = mixture
    return mixture
  }

  private func diffused(_ pixmap: Pixmap) -> [UInt8] {
    let width = pixmap.width
    var result = [UInt8](repeating: GIFColorTable.transparent, count: pixmap.pixels.count)
    // Errors for this row and the next, with one more pixel on either side.
    var here = [SIMD4<Float>](repeating: .zero, count: width + 2)
    var below = here
    for row in 0..<pixmap.height {
      let step = row.isMultiple(of: 2) ? 1 : -1
      for offset in 0..<width {
        let x = step > 0 ? offset : width - 1 - offset
        let pixel = pixmap.pixels[row * width + x]
        guard pixel != 0 else { continue }
        // So that errors do not run away where the palette ends.
        let wanted = (pixel.channels + here[x + 1])
          .clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
        let index = palette.nearest(to: wanted)
        result[row * width + x] = UInt8(index + 1)
        let error = (wanted - palette.colors[index].channels) / 16
        here[x + 1 + step] += error * 7
        below[x + 1 - step] += error * 3
        below[x + 1] += error * 5
        below[x + 1 + step] += error
      }
      here = below
      for index in below.indices { below[index] = .zero }
    }
    return result
  }
}
