public import KilnDiagnostics
internal import KilnExporting
public import KilnTimeline

extension AnimationFile {
  /// Converts the animation. Nothing is written to disk.
  ///
  /// - Parameters:
  ///   - format: Format with its settings, such as `.webp { $0.codec = .lossy }`.
  ///   - name: Name of the files and frames inside the result, without an extension.
  /// - Throws: As `Conversion.run` does; `work.cancelled`, `work.refused`.
  public func convert(
    to format: OutputFormat, options: Conversion.Options = Conversion.Options(), name: String = "animation"
  ) async throws(Diagnostic) -> Conversion.Result {
    try await conversion(to: format, options: options, name: name).value
  }

  /// A conversion, as work with events.
  public func conversion(
    to format: OutputFormat, options: Conversion.Options = Conversion.Options(), name: String = "animation"
  ) -> Work<Conversion.Result> {
    Work(on: self.options.pool, limits: self.options.limits) { progress throws(Diagnostic) in
      let key = self.options.cache.flatMap { _ in ConversionKey(self, to: format, options, name: name) }
      if let key, let result = self.options.cache?.result(for: key) { return result }
      var log = log
      let result = try Conversion(
        to: format.exporter, options: options, limits: self.options.limits, progress: progress
      )
      .run(source, name: name, log: &log)
      progress.found(log)
      // Nothing that was cut short is kept.
      try progress.check()
      if let key { self.options.cache?.store(result, for: key) }
      return result
    }
  }

  /// The animation baked: a state of each sprite for each frame.
  ///
  /// - Parameter sampling: Times of the frames; nil for those of the file.
  /// - Throws: Errors of the source; `work.cancelled`, `work.refused`.
  public func timeline(_ sampling: FrameSampling? = nil) async throws(Diagnostic) -> Timeline {
    try await work { progress, log throws(Diagnostic) in
      try source.timeline(sampling ?? info.nativeSampling, progress: progress, log: &log)
    }
  }

  /// Work on the pool of the file that starts with the findings of reading it.
  func work<Output: Sendable>(
    _ body: @escaping @Sendable (ProgressReporter, inout DiagnosticLog) throws(Diagnostic) -> Output
  ) async throws(Diagnostic) -> Output {
    try await options.pool.run(limits: options.limits) { progress throws(Diagnostic) in
      var log = log
      return try body(progress, &log)
    }
  }
}
