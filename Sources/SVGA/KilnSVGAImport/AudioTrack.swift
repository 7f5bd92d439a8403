internal import KilnDiagnostics
internal import KilnSVGAFormat
internal import KilnTimeline

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

  /// The audible part of the sound; nil if there is none.
  ///
  /// - Parameters:
  ///   - times: Sample time of each frame of the timeline, ascending, in frames of the file.
  ///   - frameRate: Frame rate of the file.
  func clip(at times: [Double], frameRate: Double) -> AudioClip? {
    // A sound that ends before it starts plays to its end.
    let start = Int(entity.startFrame)
    let end = entity.endFrame > entity.startFrame ? Int(entity.endFrame) : .max
    let whole = AudioClip(
      key: entity.audioKey, bytes: bytes, frames: start..<end, startMilliseconds: Int(entity.startTime),
      totalMilliseconds: Int(entity.totalTime))
    return whole.sampled(at: times, frameRate: frameRate)
  }
}
