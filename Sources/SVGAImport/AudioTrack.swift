internal import Diagnostics
internal import Geometry
internal import SVGAFormat
internal import TimelineModel

/// A sound of the file.
struct AudioTrack: Sendable {
  private let entity: SVGAAudioEntity
  private let bytes: [UInt8]

  /// The sounds of a movie whose files it holds.
  static func tracks(of movie: SVGAMovieEntity, log: inout DiagnosticLog) -> [AudioTrack] {
    movie.audios.compactMap { entity in
      guard let bytes = movie.imageBytes(forKey: entity.audioKey) else {
        log.add(.svgaAudioMissing, "the sound \"\(entity.audioKey)\" is not in the file; nothing is heard")
        return nil
      }
      if !SVGAPlayers.isTagged(sound: bytes) {
        log.add(.svgaAudioUntagged, String(Rule.svgaAudioUntagged.summary.dropLast()))
      }
      return AudioTrack(entity: entity, bytes: bytes)
    }
  }

  private init(entity: SVGAAudioEntity, bytes: [UInt8]) {
    self.entity = entity
    self.bytes = bytes
  }

  /// The audible part of the sound; nil if there is none.
  ///
  /// - Parameters:
  ///   - times: Sample time of each frame of the timeline, ascending, in frames of the file.
  ///   - frameRate: Frame rate of the file.
  func clip(at times: [Double], frameRate: Double) -> AudioClip? {
    let start = Double(entity.startFrame)
    guard let first = times.firstIndex(where: { $0 >= start - 1e-6 }), let firstTime = times.first else { return nil }
    // A sound that ends before it starts plays to its end.
    let end = entity.endFrame > entity.startFrame ? Double(entity.endFrame) : .infinity
    let last = times.firstIndex { $0 >= end - 1e-6 } ?? times.count
    guard first < last else { return nil }
    let skipped = max(0, firstTime - start) * 1000 / frameRate
    return AudioClip(
      key: entity.audioKey, bytes: bytes, frames: first..<last,
      startMilliseconds: Int(entity.startTime) + Int(clamping: skipped, to: 0...1_000_000_000),
      totalMilliseconds: Int(entity.totalTime))
  }
}

extension FrameSampling {
  /// Whether time runs as in a source of this frame rate, so that sounds fit.
  func keepsPace(of frameRate: Double) -> Bool {
    let step = frameRate / self.frameRate
    return zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - step) < 1e-6 * max(1, step) }
  }
}
