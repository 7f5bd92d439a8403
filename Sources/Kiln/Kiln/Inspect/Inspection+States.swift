internal import KilnTimeline

extension Inspection {
  /// A state machine.
  public struct StateMachine: Encodable, Sendable {
    /// Its ID.
    public var id: String
    /// Name of the state in which it starts; nil if the file does not say.
    public var initial: String?
    /// Its states.
    public var states: [State]
  }

  /// A state of a state machine.
  public struct State: Encodable, Sendable {
    /// Its name.
    public var name: String
    /// Whether it plays nothing, and its transitions hold in every state.
    public var isGlobal: Bool
    /// ID of its animation; nil for the one that the file starts with.
    public var animation: String?
    /// Name of the marker that it plays; nil for the whole animation.
    public var segment: String?
    /// ID of the theme that it sets.
    public var theme: String?
    /// `forward`, `reverse`, `bounce` or `reverseBounce`.
    public var direction: String
    /// Factor on the playback speed.
    public var speed: Double
    /// Number of times that it is played; 0 for ever.
    public var loopCount: Int
    /// Whether nothing comes after it.
    public var isFinal: Bool
    /// Ways to other states.
    public var transitions: [Transition]
  }

  /// A way from a state to another.
  public struct Transition: Encodable, Sendable {
    /// Name of the other state.
    public var target: String
    /// Conditions, all of which must hold.
    public var conditions: [String]
  }
}

extension Inspection.StateMachine {
  init(_ machine: AnimationStateMachine) {
    self.init(id: machine.id, initial: machine.initial, states: machine.states.map(Inspection.State.init))
  }
}

extension Inspection.State {
  fileprivate init(_ state: AnimationStateMachine.State) {
    self.init(
      name: state.name, isGlobal: state.isGlobal, animation: state.animation, segment: state.marker, theme: state.theme,
      direction: state.direction.rawValue, speed: state.speed, loopCount: state.loopCount, isFinal: state.isFinal,
      transitions: state.transitions.map { .init(target: $0.target, conditions: $0.conditions) })
  }
}
