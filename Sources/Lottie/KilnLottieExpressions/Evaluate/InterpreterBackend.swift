internal import KilnJSON
internal import KilnLottieFormat

/// The interpreter, which evaluates expressions that are simple enough without a script engine.
struct InterpreterBackend: ExpressionBackend {
  /// Nil if the engine evaluates all expressions.
  private let machine: NativeMachine?
  /// By the numbers of uses; nil where the machine has none.
  private var compositions: [NativeComposition?]

  init(_ machine: NativeMachine?) {
    self.machine = machine
    compositions = [machine?.root]
  }

  mutating func enter(_ use: CompositionUse) {
    let outer = compositions.indices.contains(use.outer) ? compositions[use.outer] : nil
    let position = outer?.layers.firstIndex { $0.index == use.layer }
    compositions.append(position.flatMap { outer?.element($0)?.inner })
  }

  func behavior(of call: ExpressionCall, as kind: LottieScriptKind) -> ExpressionBehavior? {
    guard let machine, let use = use(call.use) else { return nil }
    return machine.behavior(of: call.node, as: kind, in: use, at: call.frame)
  }

  func numbers(of call: ExpressionCall, as kind: LottieScriptKind) -> [Double]? {
    guard let machine, let use = use(call.use) else { return nil }
    return machine.numbers(of: call.node, as: kind, in: use, at: call.frame)
  }

  /// Texts are left to the engine.
  func text(of call: ExpressionCall) -> String? { nil }

  private func use(_ number: Int) -> NativeUse? {
    guard number >= 0 else { return NativeUse(id: -1, composition: nil) }
    guard compositions.indices.contains(number), let composition = compositions[number] else { return nil }
    return NativeUse(id: number, composition: composition)
  }
}
