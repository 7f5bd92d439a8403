import KilnPixels
import KilnVideo
import Testing

@Suite struct VideoAreasTests {
  private static let vapSizes: [(width: Int, height: Int, columns: Int, rows: Int, scale: Double)] = [
    (750, 750, 1504, 752, 1), (512, 512, 1040, 512, 1), (300, 600, 608, 608, 1), (750, 1334, 1504, 1344, 1),
    (768, 768, 1504, 768, 732.0 / 768), (1000, 1000, 1504, 1008, 0.5), (101, 57, 112, 128, 1),
  ]

  @Test(arguments: vapSizes)
  func vapHasTheLargestAlphaThatFits(_ size: (width: Int, height: Int, columns: Int, rows: Int, scale: Double)) throws {
    let areas = VideoAreas(width: size.width, height: size.height, alpha: .vap)
    let alpha = try #require(areas.alpha)
    #expect(areas.videoWidth == size.columns && areas.videoHeight == size.rows, "\(areas)")
    #expect(abs(Double(alpha.width) / Double(size.width) - size.scale) < 0.01, "\(alpha)")
  }

  @Test(arguments: AlphaPlacement.allCases, [(64, 48), (61, 47), (1, 1), (1503, 3), (4000, 2000)])
  func areasLieApartAtEvenPlacesOfAnEvenFrame(_ placement: AlphaPlacement, _ size: (Int, Int)) {
    let areas = VideoAreas(width: size.0, height: size.1, alpha: placement)
    let frame = PixelRect(x: 0, y: 0, width: areas.videoWidth, height: areas.videoHeight)
    #expect(areas.color.width == size.0 && areas.color.height == size.1)
    #expect(areas.videoWidth % 2 == 0 && areas.videoHeight % 2 == 0)
    for area in [areas.color, areas.alpha].compactMap(\.self) {
      #expect(area.intersection(frame) == area)
      #expect(area.minX % 2 == 0 && area.minY % 2 == 0)
    }
    #expect((areas.alpha == nil) == (placement == .none))
    if let alpha = areas.alpha { #expect(alpha.intersection(areas.color).isEmpty) }
  }

  @Test(arguments: AlphaPlacement.allCases) func framesAreTakenApartAgain(_ placement: AlphaPlacement) {
    var picture = Pixmap(width: 31, height: 17)
    for index in picture.pixels.indices {
      let alpha = placement == .none ? 255 : UInt32(index * 7 % 256)
      picture.pixels[index] = Premultiplication.premultiply(UInt32(index * 2_654_435 & 0xFF_FFFF) | alpha << 24)
    }
    let areas = VideoAreas(width: 31, height: 17, alpha: placement)
    var (composer, separator) = (FrameComposer(areas), FrameSeparator(areas))
    #expect(separator.picture(of: composer.frame(of: picture)) == picture)
  }

  /// Opaque shapes on clear ground, with alpha at half of the size: what players show on white is nearer to the picture than
  /// with colours that are multiplied by the exact alpha.
  @Test func smallAlphaLeavesNoDarkEdges() throws {
    var picture = Pixmap(width: 60, height: 40)
    for y in 0..<40 {
      for x in 0..<60 where (x / 7 + y / 5) % 2 == 0 { picture[x, y] = 0xFF20_A0F0 }
    }
    let areas = VideoAreas(
      videoWidth: 96, videoHeight: 48, color: picture.bounds, alpha: PixelRect(x: 64, y: 0, width: 30, height: 20))
    var (composer, separator) = (FrameComposer(areas), FrameSeparator(areas))
    let shown = separator.picture(of: composer.frame(of: picture))
    // The same alpha with colours of the picture.
    var plain = shown
    for index in plain.pixels.indices {
      let alpha = shown.pixels[index] >> 24
      let color = picture.pixels[index]
      var bounded = alpha << 24
      for shift in [UInt32(0), 8, 16] { bounded |= min(alpha, color >> shift & 255) << shift }
      plain.pixels[index] = bounded
    }
    let (own, other) = (Self.errorOnWhite(shown, picture), Self.errorOnWhite(plain, picture))
    #expect(own * 4 < other * 3, "\(own) and \(other)")
  }

  private static func errorOnWhite(_ a: Pixmap, _ b: Pixmap) -> Int {
    func onWhite(_ pixel: UInt32, _ shift: UInt32) -> Int { Int(pixel >> shift & 255) + 255 - Int(pixel >> 24) }
    return zip(a.pixels, b.pixels).reduce(0) { sum, pair in
      [UInt32(0), 8, 16].reduce(sum) { sum, shift in
        let difference = onWhite(pair.0, shift) - onWhite(pair.1, shift)
        return sum + difference * difference
      }
    }
  }
}
