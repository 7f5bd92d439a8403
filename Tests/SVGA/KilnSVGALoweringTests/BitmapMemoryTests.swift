import KilnDiagnostics
import KilnGeometry
import KilnSVGAFormat
import KilnSVGALowering
import KilnTestSupport
import KilnTimeline
import Testing

/// The limit on the memory of bitmaps that stand in for something else.
@Suite struct BitmapMemoryTests {
  /// A blurred square that grows over 12 frames, so that each is a bitmap of its own, below one that is shown once.
  private static func timeline() throws -> Timeline {
    try SampleTimelines.timeline(width: 100, height: 100, frames: 12) { builder in
      let region = Rect(x: -100, y: -100, width: 300, height: 300)
      let blur = builder.intern(filters: FilterChain([.blur(deviation: Size(2, 2))], region: region))
      func state(_ side: Double, at place: Double) throws -> FrameState {
        let shapes = try builder.intern([
          SampleTimelines.square(side, StraightColor(red: 1, green: 0, blue: 0), at: Point(place, place))
        ])
        return FrameState(opacity: 1, transform: .identity, shapes: shapes, filters: blur)
      }
      let growing = try (0..<12).map { try state(20 + 2 * Double($0), at: 10) }
      let single = try [state(16, at: 60)] + Array(repeating: FrameState.hidden, count: 11)
      builder.sprites = [
        Sprite(layers: ["Comp", "Glow"], content: .vector, frames: growing),
        Sprite(layers: ["Spark"], content: .vector, frames: single),
      ]
    }
  }

  private func lowered(_ timeline: Timeline, memory: Int?, threads: Int = 1) throws(Diagnostic) -> Timeline {
    var options = SVGALowerer.Options()
    options.bitmapMemory = memory
    options.threads = threads
    var log = DiagnosticLog()
    return try SVGALowerer(timeline, options: options).lowered(log: &log)
  }

  @Test func whatFitsIsAsWithoutALimit() throws {
    let timeline = try Self.timeline()
    let free = try lowered(timeline, memory: nil)
    let memory = free.images.reduce(0) { $0 + $1.decodedBytes }
    #expect(free.images.count == 13)
    #expect(try lowered(timeline, memory: memory).dump == free.dump)
    #expect(
      thrownRule { () throws(Diagnostic) in try lowered(timeline, memory: memory - 1) } == .loweringMemory)
  }

  @Test(arguments: [0, 1, 20_000]) func theLayersThatTakeMostAreNamedAlsoThoseStillToCome(memory: Int) throws {
    let timeline = try Self.timeline()
    let finding = try #require(thrown { () throws(Diagnostic) in try lowered(timeline, memory: memory) })
    #expect(finding.rule == .loweringMemory && finding.rule.fault == .policy)
    #expect(finding.message.contains("above the limit of \(ByteCount(memory)); most are needed for “Comp › Glow” ("))
    #expect(
      finding.message.contains(" in 12 bitmaps, because of Gaussian Blur), “Spark” ("))
    #expect(finding.message.contains(" in 1 bitmap, because of "))
    #expect(finding.advice?.contains("\(Choice.frameRate)") == true)
    // Threads do not change what is found.
    #expect(thrown { () throws(Diagnostic) in try lowered(timeline, memory: memory, threads: 3) } == finding)
  }

  @Test func theResolutionThatFitsIsAdvised() throws {
    let timeline = try Self.timeline()
    let memory = try lowered(timeline, memory: nil).images.reduce(0) { $0 + $1.decodedBytes }
    let finding = try #require(thrown { () throws(Diagnostic) in try lowered(timeline, memory: memory / 2) })
    let advice = try #require(finding.advice)
    let words = advice.split(separator: " ").map(String.init)
    let scale = try #require(words.firstIndex(of: "\(Choice.bitmapScale)").flatMap { Double(words[$0 + 1]) })
    var options = SVGALowerer.Options()
    options.bitmapMemory = memory / 2
    options.bitmapScale = scale
    var log = DiagnosticLog()
    #expect(try SVGALowerer(timeline, options: options).lowered(log: &log).images.count == 13)
  }

  @Test func mattesWhosePartsTakeTooMuchAreNamed() throws {
    let timeline = try SampleTimelines.timeline(width: 60, height: 60, frames: 3) { builder in
      let region = Rect(x: -100, y: -100, width: 300, height: 300)
      let blur = builder.intern(filters: FilterChain([.blur(deviation: Size(2, 2))], region: region))
      let black = StraightColor.black
      func frames(_ side: Double, filters: FilterChainID?) throws -> [FrameState] {
        try (0..<3).map { frame in
          let shapes = try builder.intern([SampleTimelines.square(side + Double(frame), black, at: Point(5, 5))])
          return FrameState(opacity: 1, transform: .identity, shapes: shapes, filters: filters)
        }
      }
      let cutter = try Sprite(layers: ["Cutter"], content: .vector, frames: frames(30, filters: blur))
      let matte = Matte([cutter], mode: .alpha)
      builder.sprites = [try Sprite(layers: ["Cut"], content: .vector, matte: matte, frames: frames(40, filters: blur))]
    }
    var options = SVGALowerer.Options()
    options.capabilities.drawsMattes = true
    options.bitmapMemory = 1000
    var log = DiagnosticLog()
    let finding = thrown { () throws(Diagnostic) in
      try SVGALowerer(timeline, options: options).lowered(log: &log)
    }
    #expect(finding?.rule == .loweringMemory)
    #expect(finding?.message.contains("“Cut” (") == true)
  }
}
