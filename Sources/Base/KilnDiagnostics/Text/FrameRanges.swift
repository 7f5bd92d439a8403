/// A set of frame numbers, stored as ascending, disjoint, non-adjacent ranges.
public struct FrameRanges: Sendable, Hashable {
  /// The ranges from first to last frame, in ascending order.
  public private(set) var ranges: [ClosedRange<Int>] = []

  /// A set of frames, given in any order and with possible repetitions.
  public init(_ frames: some Sequence<Int> = EmptyCollection()) {
    for frame in frames.sorted() {
      guard let last = ranges.last else {
        ranges.append(frame...frame)
        continue
      }
      // Frames are sorted, so that the difference is not negative, but it may overflow.
      let (gap, overflow) = frame.subtractingReportingOverflow(last.upperBound)
      if overflow || gap > 1 {
        ranges.append(frame...frame)
      } else if gap == 1 {
        ranges[ranges.count - 1] = last.lowerBound...frame
      }
    }
  }

  /// Whether there is no frame.
  public var isEmpty: Bool { ranges.isEmpty }

  /// Number of frames.
  public var count: Int { ranges.reduce(0) { $0 + $1.count } }
}

extension FrameRanges: CustomStringConvertible {
  /// Maximum number of ranges that the description lists; of further frames it gives the number.
  private static let maximumListed = 4

  /// `frame 7`, `frames 10–50`, `frames 1–4, 9, 12 and 37 more`; empty for no frame.
  public var description: String {
    guard let first = ranges.first else { return "" }
    let listed = ranges.prefix(Self.maximumListed).map { range in
      range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)–\(range.upperBound)"
    }
    let rest = ranges.dropFirst(Self.maximumListed).reduce(0) { $0 + $1.count }
    let isOne = ranges.count == 1 && first.count == 1
    return (isOne ? "frame " : "frames ") + listed.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}
