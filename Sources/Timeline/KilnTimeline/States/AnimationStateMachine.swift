/// A state machine of a file: parts of its animations, and when an app goes from one to another.
///
/// Timelines know no states. Each state is a part that can be converted by itself.
public struct AnimationStateMachine: Sendable, Hashable {
  /// Direction in which the frames of a state are shown.
  public enum Direction: String, Sendable, Hashable, CaseIterable {
    /// From the first to the last.
    case forward
    /// From the last to the first.
    case reverse
    /// From the first to the last and back.
    case bounce
    /// From the last to the first and back.
    case reverseBounce
  }

  /// A way from a state to another.
  public struct Transition: Sendable, Hashable {
    /// Name of the other state.
    public var target: String
    /// Conditions as people read them, such as `rating = 3`, all of which must hold; empty if it is gone at once.
    public var conditions: [String]

    /// A transition under conditions.
    public init(target: String, conditions: [String]) {
      self.target = target
      self.conditions = conditions
    }
  }

  /// A part of an animation, and how it is played.
  public struct State: Sendable, Hashable {
    /// Name by which it is chosen.
    public var name: String
    /// Whether it plays nothing, and its transitions hold in every state.
    public var isGlobal = false
    /// ID of its animation; nil for the one that the file starts with.
    public var animation: String?
    /// ID of the theme in which it is shown; nil for the animation's initial one.
    public var theme: String?
    /// Name of the marker that it plays; nil for the whole animation.
    public var marker: String?
    /// Direction.
    public var direction = Direction.forward
    /// Factor on the playback speed.
    public var speed = 1.0
    /// Number of times that it is played; 0 for ever.
    public var loopCount = 1
    /// Colour behind it; nil for none.
    public var background: StraightColor?
    /// Whether nothing comes after it.
    public var isFinal = false
    /// Ways to other states.
    public var transitions: [Transition] = []

    /// A state that plays the animation that the file starts with once.
    public init(name: String) { self.name = name }
  }

  /// Its ID.
  public var id: String
  /// Name of the state in which it starts; nil if the file does not say.
  public var initial: String?
  /// States in the order of the file.
  public var states: [State]

  /// A machine with states.
  public init(id: String, initial: String?, states: [State]) {
    self.id = id
    self.initial = initial
    self.states = states
  }

  /// The states that play something, each name once.
  public var playedStates: [State] {
    var seen: Set<String> = []
    return states.filter { !$0.isGlobal && seen.insert($0.name).inserted }
  }
}
