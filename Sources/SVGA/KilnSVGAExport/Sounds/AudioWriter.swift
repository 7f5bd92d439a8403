internal import KilnSVGAFormat
internal import KilnTimeline

/// Adds sounds to a movie in the form that every player recognizes: keys start with `audio_`, files with an ID3 tag.
struct AudioWriter {
  /// Prefix of the keys of sounds; Web-Lite decodes files under other keys as bitmaps.
  private static let keyPrefix = "audio_"

  /// Adds clips under keys of their own. Clips with the same key and file share one.
  static func add(_ clips: [AudioClip], keys: inout SpriteKeys, to movie: inout SVGAMovieEntity) {
    var keysBySound: [AudioClip: String] = [:]
    for clip in clips {
      let sound = AudioClip(key: clip.key, bytes: clip.bytes, frames: 0..<0)
      let name = clip.key.hasPrefix(keyPrefix) ? clip.key : keyPrefix + clip.key
      let key = keysBySound[sound] ?? keys.freeKey(for: name)
      keysBySound[sound] = key
      movie.setImageBytes(SVGAPlayers.isTagged(sound: clip.bytes) ? clip.bytes : emptyTag + clip.bytes, forKey: key)
      var entity = SVGAAudioEntity()
      entity.audioKey = key
      entity.startFrame = Int32(clamping: clip.frames.lowerBound)
      entity.endFrame = Int32(clamping: clip.frames.upperBound)
      entity.startTime = Int32(clamping: clip.startMilliseconds)
      entity.totalTime = Int32(clamping: clip.totalMilliseconds)
      movie.audios.append(entity)
    }
  }

  /// An ID3v2.3 header of a tag without content (id3.org, ID3v2.3.0, 3.1).
  private static let emptyTag: [UInt8] = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 0]
}
