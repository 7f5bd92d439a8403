internal import KilnDiagnostics
internal import KilnTimeline

/// The frames that a user asks for, in the source's numbers.
enum FrameList {
  /// Times and what the user called them: `all`, every nth of all, or a list of frames and ranges such as `0..<20,35.5`.
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
    var names: Set<String> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      for frame in try Self.frames(of: part.filter { $0 != " " }, info) where names.insert(frame.name).inserted {
        frames.append(frame)
      }
    }
    return frames
  }

  /// The frame that a part of a list names, or those of a range such as `0..<20`.
  private static func frames(
    of part: String, _ info: AnimationInfo
  ) throws(Diagnostic) -> [(name: String, time: Double)] {
    if part.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." || $0 == "-" }), let time = Double(part) {
      return [(part, try checked(time, info))]
    }
    guard let range = FrameRangeArgument(argument: part)?.range else {
      throw Diagnostic(
        .usageInvalid, "“\(part)” is not a frame", advice: "write --frames 0,15,35.5, --frames 0..<20 or --frames all")
    }
    let checked = try checked(range, as: part, info)
    return stride(from: checked.lowerBound, to: checked.upperBound, by: 1).map { (text($0), $0) }
  }

  /// A frame that somebody asked for, if the source has it.
  static func checked(_ frame: Double, _ info: AnimationInfo) throws(Diagnostic) -> Double {
    guard info.times.contains(frame) else { throw outside("frame \(text(frame)) is", info) }
    return frame
  }

  /// A range that somebody asked for, if it lies inside the source.
  static func checked(
    _ range: Range<Double>, as name: String, _ info: AnimationInfo
  ) throws(Diagnostic) -> Range<Double> {
    guard info.times.contains(range.lowerBound) else {
      throw outside("\(name): frame \(text(range.lowerBound)), where the range starts, is", info)
    }
    // A range may end one frame after the last.
    guard range.upperBound <= info.times.upperBound + 1 else {
      throw outside("\(name): frame \(text(range.upperBound)), where the range ends, is", info)
    }
    return range
  }

  private static func outside(_ what: String, _ info: AnimationInfo) -> Diagnostic {
    Diagnostic(
      .usageInvalid, "\(what) outside the animation",
      advice: "its frames go from \(text(info.times.lowerBound)) to \(text(info.times.upperBound))")
  }

  /// A frame's number as people write it.
  private static func text(_ frame: Double) -> String { frame.shortDescription }
}
