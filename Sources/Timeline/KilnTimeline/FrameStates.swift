/// Collection of a sprite's states, one for each frame.
///
/// Hidden states before the first and after the last visible one take no memory, because most sprites are visible only
/// for a part of the timeline.
public struct FrameStates: Sendable {
  /// Number of frames.
  public internal(set) var count: Int
  /// Frame of the first stored state.
  @usableFromInline var first = 0
  /// States from `first` on; all others are hidden.
  @usableFromInline var stored: [FrameState]

  /// The states of all frames in order.
  public init(_ states: [FrameState]) {
    count = states.count
    let lifetime = Self.lifetime(of: states)
    first = lifetime.lowerBound
    stored = lifetime == states.indices ? states : Array(states[lifetime])
  }

  /// The states embedded in a longer timeline; all other frames are hidden.
  ///
  /// - Parameters:
  ///   - frame: Frame of the result at which the first state lies.
  ///   - count: Number of frames of the result.
  /// - Precondition: All states lie inside the result.
  public func moved(to frame: Int, of count: Int) -> FrameStates {
    precondition(frame >= 0 && frame + self.count <= count, "all states are inside the longer time")
    var moved = self
    moved.first += frame
    moved.count = count
    return moved
  }

  /// Calls `change` with every stored state; hidden ones before and after these are not visited.
  public mutating func update(_ change: (_ frame: Int, _ state: inout FrameState) -> Void) {
    for index in stored.indices { change(first + index, &stored[index]) }
  }

  /// The states from the first to the last visible one.
  var lifetime: ArraySlice<FrameState> { stored[Self.lifetime(of: stored)] }

  private static func lifetime(of states: [FrameState]) -> Range<Int> {
    guard let start = states.firstIndex(where: \.isVisible), let end = states.lastIndex(where: \.isVisible) else {
      return 0..<0
    }
    return start..<end + 1
  }

  /// Extends the stored states to include a frame.
  private mutating func store(_ frame: Int) {
    if stored.isEmpty { first = frame }
    if frame < first {
      stored.insert(contentsOf: repeatElement(.hidden, count: first - frame), at: 0)
      first = frame
    }
    if frame >= first + stored.count {
      stored.append(contentsOf: repeatElement(.hidden, count: frame - first - stored.count + 1))
    }
  }
}

extension FrameStates: RandomAccessCollection, MutableCollection {
  /// Always 0.
  public var startIndex: Int { 0 }
  /// Number of frames.
  public var endIndex: Int { count }

  /// The state in a frame.
  ///
  /// - Precondition: The frame is in 0 ..< `count`.
  public subscript(frame: Int) -> FrameState {
    // Inlined into importers, which read a few bits of most states: a copy of one is larger than what is read.
    @inlinable get {
      precondition(frame >= 0 && frame < count, "there is no such frame")
      let index = frame - first
      return index >= 0 && index < stored.count ? stored[index] : .hidden
    }
    set {
      precondition(frame >= 0 && frame < count, "there is no such frame")
      if !stored.indices.contains(frame - first) {
        guard newValue.isVisible else { return }
        store(frame)
      }
      stored[frame - first] = newValue
    }
  }
}

extension FrameStates: ExpressibleByArrayLiteral {
  /// The states of all frames in order.
  public init(arrayLiteral states: FrameState...) { self.init(states) }
}

extension FrameStates: Hashable {
  /// Whether the states of all frames are equal, regardless of how they are stored.
  public static func == (a: FrameStates, b: FrameStates) -> Bool { a.count == b.count && a.elementsEqual(b) }

  /// Hashes the number of frames and the states from the first to the last visible one.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    hasher.combine(lifetime)
  }
}
