/// A state machine of a dotLottie 2, as far as it is in a form that players read.
package struct DotLottieStateMachine: Sendable {
  /// A kind of input.
  package enum InputKind: String, Sendable {
    case numeric = "Numeric"
    case string = "String"
    case boolean = "Boolean"
    case event = "Event"
  }

  /// A value that the app or an interaction sets.
  package struct Input: Sendable {
    package let name: String
    package let kind: InputKind
  }

  /// A condition of a transition.
  package struct Guard: Sendable {
    package let kind: InputKind
    /// Name of the input; with an @ in front one that players have.
    package let input: String
    /// `conditionType`; nil for events.
    package let comparison: String?
    /// Input with whose value is compared: a text with a $ or @ in front; nil for a value.
    package let otherInput: String?
    /// Value with which is compared, as people read it.
    package let value: String
  }

  /// A way from one state to another.
  package struct Transition: Sendable {
    /// Name of the state to which it leads.
    package let target: String
    /// Conditions, all of which must hold; nil for none at all.
    package let guards: [Guard]?
    /// Seconds in which the pictures of both states are blended; nil for a cut.
    package let tweenSeconds: Double?
  }

  /// Something that happens in an interaction, or when a state begins or ends.
  package struct Action: Sendable {
    /// `type`.
    package let kind: String
    /// Name of the input that it changes; nil for those that change none.
    package let input: String?
    /// `value`, if it is text.
    package let text: String?
  }

  /// A state: a part of an animation that is played, or what holds in all states.
  package struct State: Sendable {
    package let name: String
    /// Whether its transitions hold in every state, and it plays nothing.
    package let isGlobal: Bool
    /// ID of the animation; nil to stay with the one that is shown.
    package let animation: String?
    /// Name of a marker of the animation; nil for all of it.
    package let segment: String?
    /// `mode`: `Forward`, `Reverse`, `Bounce` or `ReverseBounce`.
    package let mode: String
    package let speed: Double
    /// Number of times that it is played; 0 for ever.
    package let loopCount: Int
    /// Colour behind it: red in the highest of four bytes, alpha in the lowest; 0 for none.
    package let background: UInt32
    /// Whether the machine stops in it.
    package let isFinal: Bool
    package let transitions: [Transition]
    /// Actions when it begins, then those when it ends.
    package let actions: [Action]
    /// ID of the theme that it sets when it begins; nil for none.
    package let theme: String?
  }

  /// Something that a user or the player does.
  package struct Interaction: Sendable {
    /// Kind, such as `Click` or `OnComplete`.
    package let kind: String
    /// Name of the layer on which it happens; nil for anywhere.
    package let layer: String?
    /// Name of the state of whose end it tells; nil for what a user does.
    package let state: String?
    package let actions: [Action]
  }

  /// ID: name of the file without its extension.
  package let id: String
  /// Name of the entry in the archive.
  package internal(set) var entry = ""
  /// Name of the state in which it starts; nil if the file does not say.
  package internal(set) var initial: String?
  package internal(set) var states: [State] = []
  package internal(set) var inputs: [Input] = []
  package internal(set) var interactions: [Interaction] = []
  /// Reasons for which players refuse the file, in the order of the file.
  package internal(set) var faults: [String] = []

  init(id: String) { self.id = id }

  /// The first state with a name.
  package func state(named name: String) -> State? { states.first { $0.name == name } }
}
