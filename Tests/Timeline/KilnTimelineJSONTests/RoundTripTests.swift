import Foundation
import Kiln
import KilnDiagnostics
import KilnGeometry
import KilnTestSupport
import KilnTimeline
import KilnTimelineJSON
import Testing

/// A timeline that is written and read back is the same timeline.
@Suite struct RoundTripTests {
  /// Folders of `Tests/Pictures`: each feature of Lottie and SVGA has one.
  static let features: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: pictures)) ?? []
    return names.filter { !$0.contains(".") }.sorted()
  }()

  private static let pictures = Fixture.repository("Tests/Pictures")

  @Test func thereAreFeatures() { #expect(Self.features.count > 25) }

  @Test(arguments: features) func timelinesOfAllFeaturesAreTheSame(_ feature: String) throws {
    let folder = Self.pictures + "/" + feature
    let inputs = Fixture.files(in: folder, extension: "json") + Fixture.files(in: folder, extension: "svga")
    #expect(!inputs.isEmpty)
    for input in inputs {
      var log = DiagnosticLog()
      let assets = LocalAssets(besideFile: input)
      guard let source = try? AnimationFile.open(Fixture.bytes(input), assets: assets, log: &log) else { continue }
      let timeline = try source.timeline(source.info.nativeSampling, log: &log)
      let read = try roundTrip(timeline)
      #expect(read == timeline, "\(input)")
    }
  }

  @Test func soundsAndMarkersAreTheSame() throws {
    let timeline = try SampleTimelines.timeline(frames: 4) { builder in
      let square = try builder.intern([SampleTimelines.square(8, .black)])
      builder.sprites = [
        Sprite(
          layers: ["A \"b\"\n", "é"], replacementKey: "key", content: .vector,
          frames: [.hidden, FrameState(opacity: 1 / 3, transform: .translation(0.1, 1e-7), shapes: square)]
            + [.hidden, .hidden])
      ]
      builder.markers = [Marker(name: "in", firstFrame: 0.5, frameCount: 1 / 7)]
      builder.audioClips = [
        AudioClip(key: "s", bytes: [0, 1, 255], frames: 1..<3, startMilliseconds: 4, totalMilliseconds: 50)
      ]
      builder.sourceTimes = [0, 0.1, 0.7, 3]
    }
    #expect(try roundTrip(timeline) == timeline)
  }

  @Test func decimalsMakeItSmallerAndAlmostTheSame() throws {
    let timeline = try SampleTimelines.timeline { builder in
      let square = try builder.intern([SampleTimelines.square(8.123456789, .black)])
      builder.sprites = [
        Sprite(
          layers: ["A"], content: .vector,
          frames: [FrameState(opacity: 1, transform: .translation(1.0 / 3, 2), shapes: square)])
      ]
    }
    let text = String(decoding: TimelineJSON.bytes(of: timeline, decimals: 2), as: UTF8.self)
    #expect(text.contains("\"rect\":[0,0,8.12,8.12]"), "\(text)")
    #expect(text.contains("\"transform\":[[0,1,0,0,1,0.33,2]]"), "\(text)")
  }

  @Test func framesAreSampledAsTheyAreOnScreen() throws {
    let timeline = try SampleTimelines.movingSquare()
    var log = DiagnosticLog()
    let source = try TimelineJSONSource(bytes: TimelineJSON.bytes(of: timeline), log: &log)
    #expect(source.info.frameCount == 7)
    let sampled = try source.timeline(FrameSampling(times: [0, 0.999999999, 1.5, 90], frameRate: 48), log: &log)
    #expect(sampled.frameCount == 4)
    let square = try #require(sampled.sprites.last)
    let expected = try #require(timeline.sprites.last)
    #expect(square.frames.map(\.transform) == [0, 1, 1, 6].map { expected.frames[$0].transform })
  }

  private func roundTrip(_ timeline: Timeline) throws -> Timeline {
    var log = DiagnosticLog()
    let read = try TimelineJSON.timeline(TimelineJSON.bytes(of: timeline), log: &log)
    #expect(log.diagnostics.isEmpty, "\(log.diagnostics)")
    return read
  }
}
