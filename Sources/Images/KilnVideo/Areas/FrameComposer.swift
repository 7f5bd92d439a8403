package import KilnPixels

/// Lays out a picture as a frame of a video: colours and alpha in their areas.
package struct FrameComposer: Sendable {
  private let areas: VideoAreas
  /// nil for alpha at full size.
  private let scaling: AlphaScaling?
  private var row: [SIMD4<Float>]

  /// Part of the surroundings' colour in that of a transparent pixel: enough for one that has none of its own.
  private static let surroundings: Float = 1 / 32

  package init(_ areas: VideoAreas) {
    self.areas = areas
    if let alpha = areas.alpha, !areas.hasFullAlpha {
      scaling = AlphaScaling(
        width: areas.color.width, height: areas.color.height, smallWidth: alpha.width, smallHeight: alpha.height)
    } else {
      scaling = nil
    }
    row = Array(repeating: .zero, count: areas.color.width)
  }

  /// The bytes of a frame: red, green, blue for each pixel, rows without padding.
  ///
  /// - Parameter picture: Has the size of the area of colours.
  package mutating func frame(of picture: Pixmap) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: areas.videoWidth * areas.videoHeight * 3)
    if let scaling {
      composeScaled(picture, scaling, &bytes)
    } else {
      composeFull(picture, &bytes)
    }
    return bytes
  }

  private func composeFull(_ picture: Pixmap, _ bytes: inout [UInt8]) {
    let (width, stride) = (areas.color.width, areas.videoWidth * 3)
    for y in 0..<areas.color.height {
      var place = (areas.color.minY + y) * stride + areas.color.minX * 3
      for pixel in picture.pixels[y * width..<(y + 1) * width] {
        bytes[place] = UInt8(truncatingIfNeeded: pixel)
        bytes[place + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
        bytes[place + 2] = UInt8(truncatingIfNeeded: pixel >> 16)
        place += 3
      }
      guard let alpha = areas.alpha else { continue }
      place = (alpha.minY + y) * stride + alpha.minX * 3
      for pixel in picture.pixels[y * width..<(y + 1) * width] {
        Self.store(UInt8(truncatingIfNeeded: pixel >> 24), at: place, in: &bytes)
        place += 3
      }
    }
  }

  /// Colours are multiplied by the alpha that players make of the small one: with the exact one, what is translucent there
  /// and opaque here would be dark.
  private mutating func composeScaled(_ picture: Pixmap, _ scaling: AlphaScaling, _ bytes: inout [UInt8]) {
    guard let alpha = areas.alpha else { return }
    var small = scaling.reduced(picture)
    let stride = areas.videoWidth * 3
    for index in small.indices {
      small[index].w = small[index].w.rounded()
      let (y, x) = index.quotientAndRemainder(dividingBy: alpha.width)
      Self.store(UInt8(small[index].w), at: (alpha.minY + y) * stride + (alpha.minX + x) * 3, in: &bytes)
    }
    let width = areas.color.width
    for y in 0..<areas.color.height {
      scaling.enlarge(small, row: y, into: &row)
      var place = (areas.color.minY + y) * stride + areas.color.minX * 3
      for x in 0..<width {
        let color = Self.color(of: picture.pixels[y * width + x], around: row[x])
        for channel in 0..<3 { bytes[place + channel] = color[channel] }
        place += 3
      }
    }
  }

  /// The colour of a pixel, multiplied by the alpha that players rebuild.
  ///
  /// - Parameter rebuilt: Colours around it, premultiplied by their own alpha, and the rebuilt alpha.
  private static func color(of pixel: UInt32, around rebuilt: SIMD4<Float>) -> SIMD4<UInt8> {
    let alpha = Float(pixel >> 24)
    guard rebuilt.w > 0 else { return .zero }
    let own = SIMD4<Float>(Float(pixel & 255), Float(pixel >> 8 & 255), Float(pixel >> 16 & 255), 0)
    let weight = surroundings * (1 - alpha / 255)
    let color = (own + rebuilt * weight) * (rebuilt.w / (alpha + rebuilt.w * weight + 1e-6))
    let bounded = color.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255)).rounded(.toNearestOrAwayFromZero)
    return SIMD4<UInt8>(truncatingIfNeeded: SIMD4<Int32>(bounded))
  }

  private static func store(_ grey: UInt8, at place: Int, in bytes: inout [UInt8]) {
    bytes[place] = grey
    bytes[place + 1] = grey
    bytes[place + 2] = grey
  }
}
