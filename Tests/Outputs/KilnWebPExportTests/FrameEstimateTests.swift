import KilnPixels
import KilnWebPExport
import Testing

/// Where what is seen was stored, and which frames a lower rate shows.
@Suite struct FrameEstimateTests {
  @Test func thePartThatPatchesNeverCoveredIsTheFirstFrames() {
    var area = SubframeCoverage(width: 320, height: 320)
    #expect(area.add(PixelRect(x: 0, y: 0, width: 320, height: 320), own: 1) == 1)
    // A quarter of the canvas, and of what is seen.
    let quarter = PixelRect(x: 0, y: 0, width: 160, height: 160)
    #expect(area.add(quarter, own: 0.25) == 0.75)
    // Of what is seen outside of the next quarter, a third was stored by the last subframe.
    let next = PixelRect(x: 160, y: 0, width: 160, height: 160)
    #expect(abs(area.add(next, own: 0.25) - 0.5) < 1e-9)
    #expect(abs(area.add(quarter, own: 0.25) - 0.5) < 1e-9)
    #expect(area.add(PixelRect(x: 0, y: 0, width: 320, height: 320), own: 1) == 0)
  }

  @Test(arguments: [1, 31, 33, 5000]) func rectanglesAtTheBordersStayInside(side: Int) {
    var area = SubframeCoverage(width: side, height: 1)
    _ = area.add(PixelRect(x: 0, y: 0, width: side, height: 1), own: 1)
    let share = area.add(PixelRect(x: side - 1, y: 0, width: 1, height: 1), own: 0.5)
    #expect((0...0.5).contains(share))
  }

  @Test func framesOfALowerRateHaveTheLargestChangeThatTheyShow() {
    let all = [10, 1, 7, 0, 0, 3].map { FrameEstimate(extent: $0, firstShare: Double($0) / 10) }
    #expect(all.thinned(step: 1, count: 6) == all)
    let half = all.thinned(step: 2, count: 3)
    #expect(half.map(\.extent) == [10, 7, 0])
    #expect(half.map(\.firstShare) == [1, 0.7, 0])
    #expect(all.thinned(step: 4, count: 3).map(\.extent) == [10, 7, 3])
    #expect(([] as [FrameEstimate]).thinned(step: 2, count: 3).isEmpty)
  }
}
