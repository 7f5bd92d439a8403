import KilnDiagnostics
import KilnGeometry
import KilnPixels
import KilnTimeline
import Kiln

// snippet.document
/// A document of the format “balls”, as its author wrote it.
///
///     balls 160 90 30 45
///     ball 9 0.9 0.3 0.3 12 78 148 20
///
/// The first line has width, height, frames per second and number of frames; each other one a ball's radius, red, green,
/// blue, and the points between which it moves.
struct BallDocument {
  struct Ball {
    var radius: Double
    var color: StraightColor
    var start: Point
    var end: Point
    var line: Int
  }

  var canvas: Size
  var frameRate: Double
  var frameCount: Int
  var balls: [Ball] = []

  init(_ bytes: [UInt8], limits: Limits) throws(Diagnostic) {
    try limits.check(bytes.count, atMost: .inputBytes, "the number of bytes of the file")
    var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)[...]
    guard let head = lines.popFirst().flatMap({ Self.numbers($0, after: "balls", count: 4) }) else {
      throw Diagnostic(.ballsMalformed, "the first line is not “balls” and four numbers")
    }
    (canvas, frameRate, frameCount) = (Size(head[0], head[1]), head[2], Int(exactly: head[3]) ?? 0)
    for (index, line) in lines.enumerated() where !line.isEmpty {
      try limits.check(balls.count + 1, atMost: .layers, "the number of balls")
      guard let numbers = Self.numbers(line, after: "ball", count: 8) else {
        throw Diagnostic(
          .ballsMalformed, "line \(index + 2) is not “ball” and eight numbers",
          at: DocumentPath(pointer: "/\(index + 2)"))
      }
      balls.append(
        Ball(
          radius: numbers[0], color: StraightColor(red: numbers[1], green: numbers[2], blue: numbers[3]),
          start: Point(numbers[4], numbers[5]), end: Point(numbers[6], numbers[7]), line: index + 2))
    }
  }

  private static func numbers(_ line: Substring, after word: String, count: Int) -> [Double]? {
    let words = line.split(separator: " ")
    guard words.first == word[...] else { return nil }
    let numbers = words.dropFirst().compactMap { Double($0) }.filter(\.isFinite)
    return numbers.count == count && words.count == count + 1 ? numbers : nil
  }
}

extension Rule {
  /// A file of balls cannot be read.
  static let ballsMalformed = Rule(
    "balls.malformed", .error, .rejected, "A line of the file is not what the format says.",
    why: "There is nothing to draw.", remedy: "Correct the line that the message names.")
  /// A ball is too small to be seen.
  static let ballsTiny = Rule(
    "balls.tiny", .warning, .dropped, "A ball has no radius, and is left out.",
    why: "It cannot be seen.", remedy: "Give it a radius above zero, or delete its line.")
}
// snippet.end

// snippet.source
/// A document of balls, ready to be baked at any times.
struct BallSource: AnimationSource {
  let info: AnimationInfo
  private let document: BallDocument
  private let limits: Limits

  init(_ bytes: [UInt8], limits: Limits = Limits()) throws(Diagnostic) {
    document = try BallDocument(bytes, limits: limits)
    self.limits = limits
    try limits.check(document.frameCount, atMost: .frames, "the number of frames")
    info = AnimationInfo(
      format: "balls", canvas: document.canvas, frameRate: document.frameRate,
      times: 0...Double(max(0, document.frameCount - 1)), frameCount: document.frameCount)
  }

  func timeline(
    _ sampling: FrameSampling, progress: ProgressReporter, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline {
    var builder = try TimelineBuilder(
      canvas: document.canvas, frameRate: sampling.frameRate, frameCount: sampling.times.count, limits: limits)
    builder.sourceTimes = sampling.times
    for (index, ball) in document.balls.enumerated() {
      try progress.report("placing balls", index, of: document.balls.count)
      let origin = SpriteOrigin(names: ["Ball \(index + 1)"])
      guard ball.radius > 0 else {
        log.add(.ballsTiny, "the radius is \(ball.radius)", at: origin.path(pointer: "/\(ball.line)"))
        continue
      }
      try builder.reserveSprite()
      builder.sprites.append(
        Sprite(origin, content: .vector, frames: try states(of: ball, at: sampling.times, &builder)))
    }
    return builder.build(log: &log)
  }

  private func states(
    of ball: BallDocument.Ball, at times: [Double], _ builder: inout TimelineBuilder
  ) throws(Diagnostic) -> [FrameState] {
    let outline = Shape.Outline.ellipse(center: .zero, radii: Size(ball.radius, ball.radius))
    let shapes = try builder.intern([Shape(outline: outline, fill: Fill(.solid(ball.color)))])
    let last = max(1, Double(document.frameCount - 1))
    return times.map { time in
      let place = ball.start.interpolated(to: ball.end, by: min(1, max(0, time / last)))
      return FrameState(opacity: 1, transform: .translation(place.x, place.y), shapes: shapes)
    }
  }
}
// snippet.end

func importBalls(_ samples: Samples) async throws {
  // snippet.convert
  let text = """
    balls 160 90 30 45
    ball 9 0.9 0.3 0.3 12 78 148 20
    ball 14 0.2 0.6 0.9 140 70 20 30
    ball 0 1 1 1 0 0 0 0
    """
  let source = try BallSource(Array(text.utf8))
  var log = DiagnosticLog()
  let result = try Conversion(to: APNGExporter()).run(source, name: "balls", log: &log)
  for finding in log.diagnostics { print(finding) }
  // snippet.end
  precondition(log.diagnostics.contains { $0.rule == .ballsTiny }, "what is left out is a finding")
  try samples.write(result.files[0], as: "KilnTimeline/balls")
  // snippet.pool
  let movie = try await WorkPool.shared.run { progress throws(Diagnostic) in
    var log = DiagnosticLog()
    return try Conversion(to: OutputFormat.svga.exporter, progress: progress).run(source, name: "balls", log: &log)
  }
  print(movie.files[0].name, movie.files[0].bytes.count)
  // snippet.end
}
