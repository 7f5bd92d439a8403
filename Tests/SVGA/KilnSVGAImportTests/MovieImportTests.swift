import KilnDiagnostics
import KilnSVGAFormat
import KilnSVGAImport
import KilnTimeline
import Testing

@Suite struct MovieImportTests {
  private let square = path("M0 0 L9 0 L9 9 Z")

  @Test func factsOfTheFile() throws {
    var log = DiagnosticLog()
    let source = try SVGASource(bytes: SVGAContainer.write(movie(frames: 3)), log: &log)
    #expect(source.info.format == "svga")
    #expect(source.info.frameRate == 20)
    #expect(source.info.frameCount == 3)
    #expect(source.info.times == 0...2)
    let timeline = try source.timeline(source.info.nativeSampling, log: &log)
    #expect(timeline.dump == "timeline 100 × 50 px, 20 fps, 3 frames\n")
    #expect(log.diagnostics.isEmpty)
  }

  @Test func timesTakeTheFrameOnScreen() throws {
    var log = DiagnosticLog()
    let bytes = try SVGAContainer.write(
      movie(frames: 3, sprite("s.vector", frame(alpha: 0.25, square), frame(alpha: 0.5, square), frame(square))))
    let source = try SVGASource(bytes: bytes, log: &log)
    let sampling = FrameSampling(times: [-1, 0, 0.9, 1, 1.99999999, 7, .nan], frameRate: 60)
    let states = try source.timeline(sampling, log: &log).sprites[0].frames
    #expect(states.map(\.opacity) == [0.25, 0.25, 0.25, 0.5, 1, 1, 0.25])
  }

  @Test func aMissingFrameRateIsThatOfThePlayers() throws {
    var log = DiagnosticLog()
    var slow = movie()
    slow.params.fps = 0
    #expect(try SVGASource(bytes: SVGAContainer.write(slow), log: &log).info.frameRate == 20)
    #expect(log.diagnostics.map(\.rule.id) == ["svga.frameRate.missing"])
  }

  @Test func tooFewFramesHideTheSprite() throws {
    let imported = try Imported(movie(frames: 3, sprite("s.vector", frame(square))))
    #expect(imported.dump.hasSuffix("  0 shapes 0 [1 0 0 1 0 0]\n  1…2 hidden"))
    #expect(imported.rules == ["svga.frames.count"])
  }

  @Test func framesBeyondTheMovieAreLeftOut() throws {
    let imported = try Imported(movie(frames: 1, sprite("s.vector", frame(square), frame(alpha: 0.5, square))))
    #expect(imported.dump.hasSuffix("  0 shapes 0 [1 0 0 1 0 0]"))
    #expect(imported.rules == ["svga.frames.count"])
  }

  @Test func soundsAreCarriedAndTheirFaultsNoted() throws {
    var movie = movie(images: ["bang": Array("ID3".utf8), "boom": [0xFF, 0xFB]], sprite("s.vector", frame(square)))
    movie.audios = ["bang", "boom", "none"].map { key in
      var audio = SVGAAudioEntity()
      audio.audioKey = key
      audio.totalTime = 500
      return audio
    }
    let imported = try Imported(movie)
    #expect(imported.rules == ["svga.audio.untagged", "svga.audio.missing"])
    #expect(imported.dump.contains("audio \"bang\" 3 bytes in frames 0…0, from 0 of 500 ms\naudio \"boom\" 2 bytes"))
  }

  /// Whether frames are in a row is no matter where no sound is wanted.
  @Test func soundsThatAreNotWantedAreNoFinding() throws {
    var movie = movie(frames: 3, images: ["bang": Array("ID3".utf8)], sprite("s.vector", frame(square)))
    var audio = SVGAAudioEntity()
    audio.audioKey = "bang"
    movie.audios = [audio]
    var log = DiagnosticLog()
    let source = try SVGASource(bytes: SVGAContainer.write(movie), log: &log)
    #expect(source.info.hasSound)
    log = DiagnosticLog()
    var sampling = FrameSampling(times: [0, 2, 1], frameRate: 20, hasSound: false)
    #expect(try source.timeline(sampling, log: &log).audioClips.isEmpty)
    #expect(log.diagnostics.isEmpty)
    sampling.hasSound = true
    #expect(try source.timeline(sampling, log: &log).audioClips.isEmpty)
    #expect(log.diagnostics.map(\.rule) == [.timelineAudioDropped])
  }

  @Test func neighboursWithTheSameMatteAreCutAsOneGroup() throws {
    func masked(_ key: String) -> SVGASpriteEntity {
      var sprite = sprite(key, frame(square))
      sprite.matteKey = "m.matte"
      return sprite
    }
    let imported = try Imported(
      movie(
        sprite("m.matte", frame(alpha: 0.5, square)), masked("a.vector"), masked("b.vector"),
        sprite("free.vector", frame(square)), masked("c.vector")))
    #expect(imported.rules == ["svga.matte.players"])
    let sprites = imported.dump.split(separator: "\n").filter { $0.contains("sprite") || $0.contains("matte alpha") }
    #expect(
      sprites == [
        "sprite \"m.matte\" group", "  matte alpha", "    sprite \"m.matte\" vector",
        "  sprite \"a.vector\" vector", "  sprite \"b.vector\" vector", "sprite \"free.vector\" vector",
        "sprite \"c.vector\" vector", "  matte alpha", "    sprite \"m.matte\" vector",
      ])
  }

  @Test func spriteWithoutItsMatteIsDrawnWhole() throws {
    var masked = sprite("s.vector", frame(square))
    masked.matteKey = "none.matte"
    let imported = try Imported(movie(masked))
    #expect(imported.rules == ["svga.matte.missing"])
    #expect(imported.dump.contains("sprite \"s.vector\" vector"))
  }

  @Test func eachKindIsReportedOnceWithTheNumberOfOtherSprites() throws {
    var log = DiagnosticLog()
    let faint = frame(alpha: 0.01, square)
    let bytes = try SVGAContainer.write(
      movie(frames: 2, sprite("a", faint, faint), sprite("b", faint, faint), sprite("c", faint, faint)))
    _ = try SVGASource(bytes: bytes, log: &log)
    #expect(log.diagnostics.map(\.rule.id) == ["svga.alpha.faint"])
    #expect(log.diagnostics.first?.repetitions == 2)
    #expect(log.diagnostics.first?.path.layers == ["a"])
    #expect(!log.isLossy)
  }

  @Test func keysAndRatesThatSomePlayerCannotUseAreNoted() throws {
    #expect(try Imported(movie(sprite("", frame(square)))).rules == ["svga.key.empty"])
    let dotted = frame(size: (10, 20))
    #expect(try Imported(movie(images: ["v1.5": png(10, 20)], sprite("v1.5", dotted))).rules == ["svga.key.dotted"])
    #expect(try Imported(movie(images: ["a": png(10, 20)], sprite("a.png", dotted))).rules == [])
    var uneven = movie(sprite("s.vector", frame(square)))
    uneven.params.fps = 24
    #expect(try Imported(uneven).rules == ["svga.frameRate.uneven"])
  }

  @Test(arguments: [
    "M0 0 L9 9 9 0", "M0, 0 L9 9", "M0  0 L9 9", "M0 0 H9", "M1e1 0 L9 9", "M0 0 L9", "M0 0 A1 1 0 0 0 2 2",
    "M10-20 L1 1",
  ]) func pathsThatPlayersReadDifferentlyAreNoted(data: String) throws {
    #expect(try Imported(movie(sprite("s.vector", frame(path(data + " L5 9 Z"))))).rules == ["svga.path.commands"])
  }

  @Test(arguments: [
    "M0 0 L9 9", "M 0,0 l9,9", "M0 0 Q1 2 3 4 C1 2 3 4 5 6", "M-0.5 1.25L3 4", " M0 0 L9 9 Z M1 1 L2 2",
  ])
  func pathsThatPlayersReadAlikeAreNot(data: String) throws {
    #expect(try Imported(movie(sprite("s.vector", frame(path(data + " L5 9 Z"))))).rules == [])
  }

  @Test func differencesBetweenPlayersAreNoted() throws {
    var offset = frame(alpha: 0.5, size: (9, 9), clip: "M0 0 L9 0 L9 9 Z", square, square)
    offset.layout.x = 1
    #expect(
      try Imported(movie(sprite("s.vector", offset))).rules
        == ["svga.layout.offset", "svga.alpha.overlap", "svga.clip.vector"])
  }

  @Test func spritesWithoutKeyAreNamedByTheirPlace() throws {
    #expect(try Imported(movie(sprite("", frame(square)))).dump.contains("sprite \"sprite 0\" vector"))
  }

  @Test func theCatalogueHoldsEveryRuleOnce() {
    let all = SVGAFormatRules.all + SVGAImportRules.all
    #expect(Set(all.map(\.id)).count == all.count)
    #expect(all.allSatisfy { $0.id.hasPrefix("svga.") && $0.summary.hasSuffix(".") })
  }
}
