import KilnExporting
import KilnPixels
import KilnRendering
import KilnTimeline
import KilnWebPExport
import Testing

@Suite struct WebPCompatibilityTests {
  @Test(arguments: [30.0: 30.0, 60: 60, 90: 90, 100: 50, 120: 60, 144: 72, 240: 80, 1000: 1000.0 / 11])
  func framesAreNeverTooShortForBrowsers(_ asked: Double, _ expected: Double) {
    let rate = WebPCompatibility.default.frameRates.nearest(to: asked)
    #expect(abs(rate - expected) < 1e-9)
    #expect(1000 / rate >= 11 - 1e-9)
  }

  @Test(arguments: [30.0: 30.0, 50: 50, 60: 50, 100: 50, 120: 50])
  func oldLibrariesGetFiftyFramesASecond(_ asked: Double, _ expected: Double) {
    #expect(abs(WebPCompatibility.wide.frameRates.nearest(to: asked) - expected) < 1e-9)
  }

  @Test func bandsAreToldFromFlatArtwork() throws {
    var (bands, flat) = (Pixmap(width: 200, height: 200), Pixmap(width: 200, height: 200))
    var slanted = bands
    for y in 0..<200 {
      for x in 0..<200 {
        bands[x, y] = 0xFF00_0000 | UInt32(x / 4)
        slanted[x, y] = 0xFF00_0000 | UInt32((x + y) / 4)
        flat[x, y] = (x / 3 + y / 2).isMultiple(of: 2) ? 0xFF00_00FF : 0xFF00_FF00
      }
    }
    #expect(PixelStatistics(bands).isBanded)
    #expect(PixelStatistics(slanted).isBanded)
    #expect(!PixelStatistics(flat).isBanded)
  }
}
