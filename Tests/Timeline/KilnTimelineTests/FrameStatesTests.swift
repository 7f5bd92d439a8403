import KilnGeometry
import KilnTimeline
import Testing

/// States that are stored only while a sprite lives.
@Suite struct FrameStatesTests {
  private func state(_ opacity: Double) -> FrameState { FrameState(opacity: opacity, transform: .identity) }

  @Test func framesOutsideTheLifetimeAreHidden() {
    let states = FrameStates([.hidden, state(0.5), .hidden, state(1), .hidden])
    #expect(states.count == 5)
    #expect(states.map(\.opacity) == [0, 0.5, 0, 1, 0])
  }

  @Test(arguments: 0..<6)
  func everyFrameCanBeSet(frame: Int) {
    var states = FrameStates([.hidden, .hidden, state(0.5), state(0.5), .hidden, .hidden])
    var expected = Array(states)
    states[frame] = state(1)
    expected[frame] = state(1)
    #expect(Array(states) == expected)
    states[frame] = .hidden
    expected[frame] = .hidden
    #expect(Array(states) == expected)
  }

  @Test func framesThatWereNeverVisibleCanBeSet() {
    var states = FrameStates([.hidden, .hidden, .hidden])
    states[1] = state(1)
    #expect(states.map(\.opacity) == [0, 1, 0])
  }

  @Test func aMovedSpriteTakesAllThatIsInsideWithIt() {
    let child = Sprite(layers: ["child"], content: .vector, frames: [state(0.5), .hidden])
    let matte = Sprite(layers: ["matte"], content: .vector, frames: [.hidden, state(0.25)])
    let group = Sprite(
      layers: ["group"], content: .group([child]), matte: Matte([matte], mode: .alpha), frames: [state(1), state(0.75)])
    let moved = group.moved(to: 2, of: 5)
    guard case .group(let children) = moved.content else { return #expect(Bool(false), "still a group") }
    #expect(moved.frames.map(\.opacity) == [0, 0, 1, 0.75, 0])
    #expect(children.map { $0.frames.map(\.opacity) } == [[0, 0, 0.5, 0, 0]])
    #expect(moved.matte?.sprites.map { $0.frames.map(\.opacity) } == [[0, 0, 0, 0.25, 0]])
  }

  @Test func equalityIsThatOfTheStates() {
    var states = FrameStates([state(1), state(1), .hidden])
    states[0] = .hidden
    let same = FrameStates([.hidden, state(1), .hidden])
    #expect(states == same && states.hashValue == same.hashValue)
    #expect(states != FrameStates([.hidden, state(1)]))
    #expect(states != FrameStates([.hidden, .hidden, state(1)]))
  }
}
