import Kiln

/// Conversions of strangers' files, a few at a time.
struct Converter: Sendable {
  /// Threads of the conversions, and those that wait for one.
  let pool: WorkPool
  /// Bounds of a request.
  let limits: Limits
  /// What is better refused than converted with a loss: scripts that do not end, or need a script engine.
  private let policy = RulePolicy(denied: [RulePattern("lottie.expression*")])

  init(_ settings: Settings) {
    pool = WorkPool(width: settings.width, maximumWaiting: settings.queue)
    var limits = Limits.untrusted
    limits[.inputBytes] = settings.uploadBytes
    self.limits = limits
  }

  /// Converts an upload. Ends when its task is cancelled, or at the first finding that is refused.
  ///
  /// - Parameter hear: Called with progress and findings.
  func convert(
    _ upload: Upload, to format: OutputFormat, hear: (Work<Conversion.Result>.Event) async throws -> Void = { _ in }
  ) async throws -> Conversion.Result {
    for try await event in work(on: upload, to: format) {
      switch event {
      case .finding(let finding) where policy.verdict(on: finding.rule) == .refused: throw finding
      case .result(let result): return result
      case .progress, .finding: try await hear(event)
      }
    }
    throw CancellationError()
  }

  /// Refuses a request before its body is received, when there is no room for its conversion.
  func checkRoom() throws(Diagnostic) {
    let load = pool.load
    guard load.running >= pool.width, load.waiting >= pool.maximumWaiting else { return }
    throw Diagnostic(.workRefused, "too many conversions wait", advice: "ask again later")
  }

  /// Reading and converting as one piece of work, which waits for a thread once. Nothing but the upload is read, and no
  /// script engine is started.
  private func work(on upload: Upload, to format: OutputFormat) -> Work<Conversion.Result> {
    Work(on: pool, limits: limits) { progress throws(Diagnostic) in
      var log = DiagnosticLog()
      let assets = EmbeddedAssets(limits: limits)
      let animation = try AnimationFile.open(
        upload.bytes, expressions: .interpret, assets: assets, limits: limits, log: &log)
      let conversion = Conversion(to: format.exporter, limits: limits, progress: progress)
      let result = try conversion.run(animation, name: "animation", log: &log)
      progress.found(log)
      return result
    }
  }
}
