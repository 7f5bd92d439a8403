import KilnDiagnostics
import KilnExporting
import KilnGeometry
import KilnSVGAExport
import KilnSVGAFormat
import KilnSVGAImport
import KilnTimeline
import Testing

@Suite struct AudioTests {
  private let sound: [UInt8] = Array("ID3".utf8) + [1, 2, 3]

  /// Ten frames with sounds.
  private func timeline(_ clips: AudioClip...) throws -> Timeline {
    try KilnSVGAExportTests.timeline(frames: 10) { builder in
      let asset = try #require(ImageAsset(name: "audio_a", bytes: png(10, 20)))
      let states = Array(repeating: FrameState(opacity: 1, transform: .identity), count: 10)
      builder.sprites.append(Sprite(layers: ["audio_a"], content: .image(try builder.add(asset)), frames: states))
      builder.audioClips = clips
    }
  }

  @Test func soundsSurviveTheFile() throws {
    let clip = AudioClip(key: "audio_bang", bytes: sound, frames: 2..<9, startMilliseconds: 40, totalMilliseconds: 1000)
    #expect(try reimported(timeline(clip)).audioClips == [clip])
  }

  @Test func keysAndBytesAreThoseThatEveryPlayerTakesForASound() throws {
    let bare = AudioClip(key: "a", bytes: [0xFF, 0xFB, 0x90], frames: 0..<10)
    let movie = try movie(timeline(bare, bare))
    #expect(movie.audios.map(\.audioKey) == ["audio_a_2", "audio_a_2"])
    #expect(movie.imageBytes(forKey: "audio_a_2") == Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 0, 0xFF, 0xFB, 0x90])
  }

  /// Android plays nothing whose length it does not know.
  @Test func lengthsAreThoseOfTheFrames() throws {
    // MPEG 1, layer III, 128 kbit/s at 44.1 kHz: 417 bytes for 1152 samples.
    let frame: [UInt8] = [0xFF, 0xFB, 0x90, 0] + [UInt8](repeating: 0, count: 413)
    let file = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 2, 0, 0] + (0..<20).flatMap { _ in frame }
    var log = DiagnosticLog()
    let clip = AudioClip(key: "a", bytes: file, frames: 0..<10)
    let export = try SVGAExporter().export(timeline(clip), in: ExportContext(), log: &log)
    let movie = try SVGAContainer.read(#require(export.files.first).bytes)
    #expect(movie.audios.map(\.totalTime) == [522])
    #expect(movie.imageBytes(forKey: "audio_a_2") == file)
    // The picture is no more than a header, which is a finding.
    #expect(!log.diagnostics.contains { $0.message.contains("sound") }, "\(log.diagnostics)")
  }

  @Test func archivesHaveNone() throws {
    var options = SVGAExporter.Options()
    options.version = .archive
    var log = DiagnosticLog()
    let clip = AudioClip(key: "a", bytes: sound, frames: 0..<10)
    let file = try SVGAEncoder(options).encode(timeline(clip), log: &log)
    #expect(log.diagnostics.map(\.rule) == [.timelineAudioNone])
    #expect(try SVGAContainer.read(file).audios.isEmpty)
  }

  @Test func aPartOfTheFileHasItsPartOfTheSound() throws {
    let clip = AudioClip(key: "audio_bang", bytes: sound, frames: 2..<9, totalMilliseconds: 1000)
    var log = DiagnosticLog()
    let source = try SVGASource(bytes: SVGAEncoder().encode(timeline(clip), log: &log), log: &log)
    func clips(_ sampling: FrameSampling) throws -> [AudioClip] {
      try source.timeline(sampling, log: &log).audioClips
    }
    #expect(try clips(source.info.sampling(of: 4..<8)).map(\.frames) == [0..<4])
    // Two frames of 50 ms are over.
    #expect(try clips(source.info.sampling(of: 4..<8)).map(\.startMilliseconds) == [100])
    #expect(try clips(source.info.sampling(of: 9..<10)).isEmpty)
    #expect(try clips(source.info.sampling(frameRate: 10)).map(\.frames) == [1..<5])
    #expect(log.diagnostics.isEmpty)
    #expect(try clips(source.info.sampling(isReversed: true)).isEmpty)
    #expect(try clips(source.info.sampling(speed: 2)).isEmpty)
    #expect(log.diagnostics.map(\.rule) == [.timelineAudioDropped])
  }
}
