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
        return (Self.text(time), time)
      }
    }
    var frames: [(name: String, time: Double)] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let name = String(part.filter { $0 != " " })
      guard name.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." || $0 == "-" }), let time = Double(name) else {
        throw Diagnostic(
          .usageInvalid, "“\(part)” is not a frame", advice: "write --frames 0,15,35.5 or --frames all")
      }
      _ = try checked(time..<time + 1, info)
      if !frames.contains(where: { $0.name == name }) { frames.append((name, time)) }
    }
    return frames
  }

  /// The range, if it starts inside the source.
  static func checked(_ range: Range<Double>, _ info: AnimationInfo) throws(Diagnostic) -> Range<Double> {
    guard info.times.contains(range.lowerBound), range.upperBound <= info.times.upperBound + 1 else {
      throw Diagnostic(
        .usageInvalid, "frame \(text(range.lowerBound)) is outside the animation",
        advice: "its frames go from \(text(info.times.lowerBound)) to \(text(info.times.upperBound))")
    }
    return range
  }

  /// A frame's number without a needless `.0`.
  private static func text(_ frame: Double) -> String {
    frame == frame.rounded() && abs(frame) < 1e15 ? String(Int(frame)) : String(frame)
  }
}
