internal import KilnDiagnostics

/// What a video file says of its first video track.
struct VideoTrack: Sendable, Hashable {
  /// Columns of a frame.
  var width = 0
  /// Rows of a frame.
  var height = 0
  /// Times at which frames are shown, in milliseconds from the first one's, ascending.
  var starts: [Double] = []
  /// Duration of the last frame in milliseconds; 0 if the file does not say.
  var lastDuration = 0.0
  /// Whether the codec has an alpha channel.
  var hasAlpha = false
  /// Name of the codec in the file, such as `avc1` or `V_VP9`.
  var codec = ""
  /// Number of sound tracks.
  var soundCount = 0

  /// Duration of each frame in milliseconds.
  var durations: [Double] {
    var durations = zip(starts, starts.dropFirst()).map { $1 - $0 }
    let mean = durations.isEmpty ? 40 : durations.reduce(0, +) / Double(durations.count)
    if !starts.isEmpty { durations.append(lastDuration > 0 ? lastDuration : mean) }
    return durations
  }
}
