import KilnDiagnostics
import KilnImages
import Testing

/// Colour profiles are read once for all frames and images that have them.
@Suite(.enabled(if: PackageTrait.colorProfiles.isEnabled)) struct ColorTransformCacheTests {
  private func convert(_ gamma: Double, _ cache: ColorTransformCache) -> ColorFault? {
    var pixels: [UInt8] = [10, 20, 30, 255]
    return ColorConversion.convert(
      &pixels, .rgb, from: [.success(.primaries(.standard, .power(gamma)))], cache: cache)
  }

  @Test func equalDescriptionsAreReadOnce() {
    let cache = ColorTransformCache()
    for _ in 0..<100 { #expect(convert(1.8, cache) == nil) }
    #expect(cache.madeCount == 1)
    for gamma in [1.5, 1.8, 1.5, 1.8] { #expect(convert(gamma, cache) == nil) }
    #expect(cache.madeCount == 2)
  }

  @Test func faultsAreRememberedToo() {
    let cache = ColorTransformCache()
    for _ in 0..<3 {
      var pixels: [UInt8] = [10, 20, 30, 255]
      let damaged: [ColorConversion.Candidate] = [.success(.deflatedProfile([1, 2, 3]))]
      #expect(ColorConversion.convert(&pixels, .rgb, from: damaged, cache: cache) == .damaged)
      #expect(pixels == [10, 20, 30, 255])
    }
    #expect(cache.madeCount == 1)
  }

  @Test func imagesWithoutADescriptionTakeNoPlace() {
    let cache = ColorTransformCache()
    var pixels: [UInt8] = [10, 20, 30, 255]
    for candidates in [[], [.success(.standard)]] as [[ColorConversion.Candidate]] {
      #expect(ColorConversion.convert(&pixels, .rgb, from: candidates, cache: cache) == nil)
    }
    #expect(cache.madeCount == 0)
  }
}
