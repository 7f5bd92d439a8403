/// A sprite's states, one a frame.
///
/// Most sprites live for a short time only, so the hidden states before and after it take no memory.
public struct FrameStates: Sendable {
  /// Number of frames.
  public private(set) var count: Int
  /// The frame of the first state that is stored.
  private var first = 0
  /// The states from there on; all others are hidden.
  private var stored: [FrameState]

  /// States from the first frame to the last.
  public init(_ states: [FrameState]) {
    count = states.count
    let lifetime = Self.lifetime(of: states)
    first = lifetime.lowerBound
    stored = lifetime == states.indices ? states : Array(states[lifetime])
  }

  /// The same states in a longer time, with this frame as their first.
  public func moved(to frame: Int, of count: Int) -> FrameStates {
    precondition(frame >= 0 && frame + self.count <= count, "all states are inside the longer time")
    var moved = self
    moved.first += frame
    moved.count = count
    return moved
  }

  /// Changes every state but those before and after the sprite's lifetime, which stay hidden.
  public mutating func update(_ change: (_ frame: Int, _ state: inout FrameState) -> Void) {
    for index in stored.indices { change(first + index, &stored[index]) }
  }

  /// The states without hidden ones before and after them.
  var lifetime: ArraySlice<FrameState> { stored[Self.lifetime(of: stored)] }

  private static func lifetime(of states: [FrameState]) -> Range<Int> {
    guard let start = states.firstIndex(where: \.isVisible), let end = states.lastIndex(where: \.isVisible) else {
      return 0..<0
    }
    return start..<end + 1
  }

  /// Makes a frame one of those that are stored.
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
  /// The first frame.
  public var startIndex: Int { 0 }
  /// One past the last frame.
  public var endIndex: Int { count }

  /// The state in a frame.
  public subscript(frame: Int) -> FrameState {
    get {
      precondition(frame >= 0 && frame < count, "there is no such frame")
      return stored.indices.contains(frame - first) ? stored[frame - first] : .hidden
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
  /// States from the first frame to the last.
  public init(arrayLiteral states: FrameState...) { self.init(states) }
}

extension FrameStates: Hashable {
  /// Equal if every frame's states are, whichever of them are stored.
  public static func == (a: FrameStates, b: FrameStates) -> Bool { a.count == b.count && a.elementsEqual(b) }

  /// Feeds the number of frames and the states of the lifetime to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    hasher.combine(lifetime)
  }
}
