import KilnPalettes
import KilnPixels
import KilnTestSupport
import Testing

@Suite struct ColorQuantizerTests {
  /// A slope of `count` reds that starts at a value.
  private func slope(_ count: Int, from first: UInt32 = 0) -> Pixmap {
    Pixmap(width: count, height: 1, pixels: (0..<UInt32(count)).map { rgba(first + $0, 0, 0) })
  }

  @Test func theErrorIsThatOfThePixels() throws {
    let picture = slope(200)
    let result = try #require(ColorQuantizer(colors: 51, maximumError: 100).quantized(picture))
    #expect(Set(result.picture.pixels).count <= 51)
    let squares = zip(picture.pixels, result.picture.pixels).reduce(0.0) { sum, pair in
      let difference = Double(pair.0 & 255) - Double(pair.1 & 255)
      return sum + difference * difference
    }
    // One of four channels differs.
    #expect(abs(result.error - (squares / 4 / 200).squareRoot()) < 1e-3)
    // Four neighbours to a colour: their mean is at most 2 away.
    #expect(result.error < 1)
  }

  @Test func tooLargeAnErrorLeavesThePictureAlone() {
    #expect(ColorQuantizer(colors: 4, maximumError: 1).quantized(slope(200)) == nil)
    #expect(ColorQuantizer(colors: 4, maximumError: 60).quantized(slope(200)) != nil)
  }

  @Test func fewColoursStay() {
    #expect(ColorQuantizer(colors: 16, maximumError: 100).quantized(slope(16)) == nil)
  }

  @Test func transparentStaysTransparentAndOpaqueOpaque() throws {
    var picture = slope(100, from: 100)
    for index in 0..<50 { picture.pixels[index] = 0 }
    let result = try #require(ColorQuantizer(colors: 5, maximumError: 100).quantized(picture))
    #expect(result.picture.pixels[..<50].allSatisfy { $0 == 0 })
    #expect(result.picture.pixels[50...].allSatisfy { $0 >> 24 == 255 })
  }

  @Test func channelsStayBelowAlpha() throws {
    var random = SplitMix64(seed: 5)
    let picture = random.pixmap(width: 64, height: 64)
    let result = try #require(ColorQuantizer(colors: 256, maximumError: 255).quantized(picture))
    #expect(Set(result.picture.pixels).count <= 256)
    for pixel in result.picture.pixels {
      #expect(max(pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255) <= pixel >> 24)
    }
  }
}
