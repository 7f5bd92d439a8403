internal import Diagnostics
internal import TimelineModel

/// The frames that a user asks for, in the source's numbers.
enum FrameList {
  /// Times and what the user called them: `all`, every nth of all, or a list such as `0,15,35.5`.
  static func frames(
    _ text: String, every step: Int, _ info: AnimationInfo
  ) throws(Diagnostic) -> [(name: String, time: Double)] {
    if text == "all" {
      return stride(from: 0, to: info.frameCount, by: step).map { index in
        let time = info.firstFrame + Double(index)
        return (time == time.rounded() ? String(Int(time)) : String(time), time)
      }
    }
    var frames: [(name: String, time: Double)] = []
    for part in text.split(separator: ",") {
      let name = String(part.filter { $0 != " " })
      guard let time = Double(name), time.isFinite else {
        throw Diagnostic(
          .usageInvalid, "“\(part)” is not a frame", advice: "write --frames 0,15,35.5 or --frames all")
      }
      _ = try checked(time..<time + 1, info)
      frames.append((name, time))
    }
    guard !frames.isEmpty else { throw Diagnostic(.usageInvalid, "--frames names no frame") }
    return frames
  }

  /// The range, if it starts inside the source.
  static func checked(_ range: Range<Double>, _ info: AnimationInfo) throws(Diagnostic) -> Range<Double> {
    guard info.times.contains(range.lowerBound), range.upperBound <= info.times.upperBound + 1 else {
      throw Diagnostic(
        .usageInvalid, "frame \(range.lowerBound) is outside the animation",
        advice: "its frames go from \(info.times.lowerBound) to \(info.times.upperBound)")
    }
    return range
  }
}
