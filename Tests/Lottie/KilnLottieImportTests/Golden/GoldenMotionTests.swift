import KilnDiagnostics
import KilnGeometry
import KilnLottieImport
import KilnTimeline
import Testing

/// Motion as lottie-web 5.13 computes it, read back from its SVG and rounded to 0.001 there.
@Suite struct GoldenMotionTests {
  /// lottie-web computes with 32-bit floats.
  private let tolerance = 0.002

  @Test(arguments: [
    (3.0, 20.674, 48.125), (7.5, 25.551, 40.541), (15.0, 47.509, 46.993), (22.0, 67.766, 57.875),
    (29.0, 79.768, 59.998),
  ])
  func spatialCurve(time: Double, x: Double, y: Double) throws {
    let matrix = try matrix(Self.curve(from: 0), at: time)
    #expect(abs(matrix.tx - x) < tolerance)
    #expect(abs(matrix.ty - y) < tolerance)
  }

  @Test(arguments: [(3.0, 1.526), (15, 50), (29, 99.587)])
  func easing(time: Double, x: Double) throws {
    let position = #"""
      "p": {"k": [{"t": 0, "s": [0, 0], "o": {"x": 0.9, "y": 0.1}, "i": {"x": 0.1, "y": 0.9}}, {"t": 30, "s": [100, 0]}]}
      """#
    #expect(abs(try matrix(position, at: time).tx - x) < tolerance)
  }

  @Test(arguments: [
    0: [0.327, -0.945, 0.945, 0.327, 20, 50], 5: [0.327, -0.945, 0.945, 0.327, 20, 50],
    10: [0.327, -0.945, 0.945, 0.327, 20, 50], 20: [0.836, 0.549, -0.549, 0.836, 47.509, 46.993],
    30: [1, 0.009, -0.009, 1, 80, 60], 40: [1, 0.009, -0.009, 1, 80, 60],
  ])
  func autoOrientation(time: Double, expected: [Double]) throws {
    let m = try matrix(Self.curve(from: 10), at: time)
    for (value, expected) in zip([m.a, m.b, m.c, m.d, m.tx, m.ty], expected) {
      #expect(abs(value - expected) < tolerance)
    }
  }

  private static func curve(from start: Double) -> String {
    """
    "p": {"k": [{"t": \(start), "s": [20, 50], "to": [10, -30], "ti": [-30, 0],
      "o": {"x": 0.333, "y": 0}, "i": {"x": 0.667, "y": 1}}, {"t": 30, "s": [80, 60]}]}
    """
  }

  /// The matrix of an auto-oriented layer if the position starts at 10, else of an upright one.
  private func matrix(_ position: String, at time: Double) throws -> Affine {
    let document = """
      {"fr": 30, "ip": 0, "op": 50, "w": 100, "h": 100, "layers": [
        {"ty": 1, "ao": \(position.contains(#""t": 10.0"#) ? 1 : 0), "ip": 0, "op": 50, "st": 0, "sw": 1, "sh": 1,
         "sc": "#ff0000", "ks": {\(position)}}]}
      """
    var log = DiagnosticLog()
    let source = try LottieSource(bytes: Array(document.utf8))
    let timeline = try source.timeline(FrameSampling(times: [time], frameRate: 30), log: &log)
    return try #require(timeline.sprites.first).frames[0].transform
  }
}
