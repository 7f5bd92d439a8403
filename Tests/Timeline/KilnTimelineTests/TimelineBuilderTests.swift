import KilnDiagnostics
import KilnGeometry
import KilnTestSupport
import KilnTimeline
import Testing

@Suite struct TimelineBuilderTests {
  @Test func equalShapeListsShareAnID() throws {
    var builder = try TimelineBuilder(canvas: Size(10, 10), frameRate: 30, frameCount: 1, limits: Limits())
    let shape = Shape(outline: .ellipse(center: .zero, radii: Size(1, 2)), fill: Fill(.solid(.black)))
    let first = try builder.intern([shape])
    #expect(try builder.intern([shape]) == first)
    #expect(try builder.intern([shape, shape]) != first)
  }

  @Test(arguments: [(0.0, 10.0), (.nan, 10), (10, .infinity), (-1, 10), (10, 1e-9), (0.05, 1)])
  func canvasWithoutAreaIsRefused(width: Double, height: Double) {
    let rule = thrownRule { () throws(Diagnostic) in
      try TimelineBuilder(canvas: Size(width, height), frameRate: 30, frameCount: 1, limits: Limits())
    }
    #expect(rule == .timelineBadCanvas)
  }
}
