internal import KilnDiagnostics
internal import Kiln
internal import KilnLottieFormat
internal import KilnLottieImport
internal import KilnTimeline

/// A part of a dotLottie that becomes a file of its own: one of its animations, or a state.
struct FilePart {
  /// Its ID, by which its file is named; nil for the whole of a file without IDs.
  let id: String?
  /// The source's options, with its animation and theme.
  let source: SourceOptions
  /// The state; nil for an animation.
  var state: AnimationStateMachine.State?

  /// The word that stands for all animations.
  static let allAnimations = "all"

  /// Whether all animations of a file are asked for, each by itself.
  static func isAll(_ source: SourceOptions) -> Bool { source.animation == allAnimations }

  /// The animations of a file: all of them; only the one of that ID if an animation is called `all`.
  ///
  /// - Throws: When the file cannot be read.
  static func animations(of bytes: [UInt8], _ source: SourceOptions) throws(Diagnostic) -> [FilePart] {
    let animations = try container(bytes, source).animations
    let ids = animations.contains(allAnimations) ? [allAnimations] : animations
    func part(_ id: String?) -> FilePart {
      var source = source
      source.animation = id
      return FilePart(id: id, source: source)
    }
    return ids.isEmpty ? [part(nil)] : ids.map(part)
  }

  /// The states of a file that are asked for.
  ///
  /// - Throws: `usage.invalid` when there are none; when the file cannot be read.
  static func states(
    of bytes: [UInt8], _ options: StateOptions, _ source: SourceOptions
  ) throws(Diagnostic) -> [FilePart] {
    let limits = source.limits.policy.limits
    let container = try container(bytes, source)
    let machines = container.states(limits: limits)
    let all = machines.flatMap { machine in machine.playedStates.map { (machine: machine.id, state: $0) } }
    guard !all.isEmpty else {
      throw Diagnostic(.usageInvalid, "the file has no states", advice: "only a dotLottie with state machines has some")
    }
    let counts = Dictionary(all.map { ($0.state.name, 1) }, uniquingKeysWith: +)
    let named = all.map { entry in
      (name: counts[entry.state.name] == 1 ? entry.state.name : "\(entry.machine)/\(entry.state.name)", entry: entry)
    }
    var source = source
    // States without an animation of their own show the one that the file starts with.
    source.animation = source.animation ?? container.animation
    guard let wanted = options.state else { return named.map { part($0.name, $0.entry.state, source) } }
    let found = named.filter { $0.name == wanted || "\($0.entry.machine)/\($0.entry.state.name)" == wanted }
    guard let first = found.first else {
      let choices = named.prefix(50).map { "“\($0.name)”" }.joined(separator: ", ")
      let isShared = (counts[wanted] ?? 0) > 1
      throw Diagnostic(
        .usageInvalid, isShared ? "several state machines have a state “\(wanted)”" : "there is no state “\(wanted)”",
        advice: "choose one of \(choices)" + (named.count > 50 ? " and \(named.count - 50) more" : ""))
    }
    return [part(first.name, first.entry.state, source)]
  }

  private static func part(_ id: String, _ state: AnimationStateMachine.State, _ source: SourceOptions) -> FilePart {
    var source = source
    source.animation = state.animation ?? source.animation
    source.theme = source.theme ?? state.theme
    return FilePart(id: id, source: source, state: state)
  }

  private static func container(_ bytes: [UInt8], _ source: SourceOptions) throws(Diagnostic) -> LottieContainer {
    if let format = source.from ?? AnimationFormat(bytes), format != .lottie {
      throw Diagnostic(
        .usageInvalid, "the file is no dotLottie", advice: "only dotLottie files have several animations, and states")
    }
    return try LottieContainer(bytes: bytes, limits: source.limits.policy.limits)
  }
}
