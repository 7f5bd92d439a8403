package import KilnPixels

/// Composition of a picture from the areas of a video's frame, as players show it. The counterpart of `FrameComposer`.
package struct FrameSeparator: Sendable {
  private let areas: VideoAreas
  private let scaling: AlphaScaling?
  private var row: [SIMD4<Float>]

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

  /// The picture of a frame of red, green and blue bytes.
  ///
  /// - Precondition: The frame has the size of the video.
  package mutating func picture(of frame: [UInt8]) -> Pixmap {
    precondition(frame.count == areas.videoWidth * areas.videoHeight * 3, "byte count must match the size")
    var picture = Pixmap(width: areas.color.width, height: areas.color.height)
    let (width, stride) = (areas.color.width, areas.videoWidth * 3)
    let small = scaling.map { smallAlpha(of: frame, $0) } ?? []
    for y in 0..<areas.color.height {
      scaling?.enlarge(small, row: y, into: &row)
      var place = (areas.color.minY + y) * stride + areas.color.minX * 3
      var alphaPlace = areas.alpha.map { ($0.minY + y) * stride + $0.minX * 3 } ?? 0
      for x in 0..<width {
        var alpha: UInt32 = 255
        if scaling != nil {
          alpha = UInt32(row[x].w.rounded())
        } else if areas.alpha != nil {
          alpha = UInt32(frame[alphaPlace])
          alphaPlace += 3
        }
        // Codecs leave colours a little above alpha, which no pixmap has.
        picture.pixels[y * width + x] =
          min(alpha, UInt32(frame[place])) | min(alpha, UInt32(frame[place + 1])) << 8
          | min(alpha, UInt32(frame[place + 2])) << 16 | alpha << 24
        place += 3
      }
    }
    return picture
  }

  private func smallAlpha(of frame: [UInt8], _ scaling: AlphaScaling) -> [SIMD4<Float>] {
    guard let alpha = areas.alpha else { return [] }
    var small: [SIMD4<Float>] = []
    small.reserveCapacity(alpha.width * alpha.height)
    for y in alpha.minY..<alpha.maxY {
      for x in alpha.minX..<alpha.maxX { small.append(SIMD4(0, 0, 0, Float(frame[(y * areas.videoWidth + x) * 3]))) }
    }
    return small
  }
}
