internal import KilnDiagnostics
internal import KilnLottieExpressions
internal import KilnLottieFormat
internal import Synchronization

/// Starts the engine for a document's expressions, once, when it is baked first; never if it has none.
final class ExpressionEngineLoader: Sendable {
  /// Whether expressions are run.
  enum State: Sendable {
    /// The document has none.
    case none
    /// The caller does not want it.
    case off
    /// No engine runs, for some reason.
    case unavailable(NoEngine)
    /// There are expressions, but all of them only loop keyframes.
    case loops
    case running(ExpressionEvaluator, LottieExpressions)

    /// Nil if expressions are not run.
    var runner: ExpressionRunner? {
      switch self {
      case .none, .off, .unavailable: nil
      case .loops: .loops
      case .running(let evaluator, _): .all(evaluator)
      }
    }

    /// Why there is no result: all scripts together took longer than they may; nil if they did not.
    func timeError(in document: LottieDocument) -> Diagnostic? {
      guard case .running(let evaluator, let mode) = self, let end = evaluator.outOfTime else { return nil }
      return mode.timeError(at: end.expression.map(document.path) ?? .root)
    }
  }

  private let document: LottieDocument
  private let mode: LottieExpressions
  private let assets: any AssetLoader
  private let state = Mutex<State?>(nil)

  init(_ document: LottieDocument, _ mode: LottieExpressions, assets: any AssetLoader) {
    self.document = document
    self.mode = mode
    self.assets = assets
  }

  func start() -> State {
    state.withLock { state in
      if let state { return state }
      let new = make()
      state = new
      return new
    }
  }

  /// The data that the document refers to, as far as it is found.
  private func footage() -> [(id: String, json: [UInt8])] {
    document.footage.compactMap { asset in
      ((try? assets.data(folder: asset.folder, file: asset.file)) ?? nil).map { (asset.id, $0) }
    }
  }

  private func make() -> State {
    let sources = document.expressionSources
    guard !sources.isEmpty else { return .none }
    guard let makeEngine = mode.makeEngine else { return .off }
    let others = sources.filter { !PropertyExpression.isLoop($0.text) }
    guard !others.isEmpty else { return .loops }
    let programs = NativeProgramCache()
    // Whether there is an engine is told at once where some expression is sure to need it.
    let startsAtOnce = mode.mayStartEngine && !others.allSatisfy { $0.node != nil && programs.has($0.text) }
    do throws(ScriptError) {
      return .running(
        try ExpressionEvaluator(
          document, footage: footage(), limits: mode.limits, whenStuck: mode.reportingStuck(in: document),
          startsAtOnce: startsAtOnce, programs: programs,
          engine: { [limits = mode.limits] () throws(ScriptError) in try makeEngine(limits) }), mode)
    } catch {
      return .unavailable(NoEngine(error))
    }
  }
}
