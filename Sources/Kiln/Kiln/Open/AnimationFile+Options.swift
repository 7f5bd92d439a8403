public import KilnDiagnostics
public import KilnLottieImport
public import KilnSVGAFormat
public import KilnTimeline

extension AnimationFile {
  /// Settings of reading a file, and of all that is done with it afterwards.
  public struct Options: Sendable {
    /// Format of the file; nil to recognize it by the content.
    public var format: AnimationFormat?
    /// ID of one of a dotLottie's animations; nil for the one that it starts with.
    public var animation: String?
    /// ID of one of a dotLottie's themes; nil for the one that the animation starts with.
    public var theme: String?
    /// Player of Lottie files whose result is reproduced.
    public var fidelity = LottieFidelity.lottieWeb
    /// Player of SVGA files whose drawing is reproduced, faults included; nil for what iOS and Android agree on.
    public var player: SVGAPlayer?
    /// Handling of the scripts in Lottie files.
    public var expressions = LottieExpressions.run
    /// Changes to what the animation shows.
    public var overrides = AnimationOverrides()
    /// Finds images, fonts and data that are not in the file. Nil for none of these, or, of a file that is named by its path, for
    /// what is in its folder and for the installed fonts. It is called from a thread of the pool, which it may block.
    public var assets: (any AssetLoader)?
    /// Upper bounds of sizes, memory and time.
    public var limits = Limits()
    /// Threads on which reading, converting and drawing run.
    public var pool = WorkPool.shared
    /// Keeps results of conversions; nil for none.
    public var cache: (any ConversionCache)?

    /// Everything as in the file.
    public init() {}

    /// Loader that is used where none was chosen for bytes.
    var loader: any AssetLoader { assets ?? EmbeddedAssets(fidelity: fidelity, limits: limits) }

    /// Settings for files of strangers: limits that a server can bear, scripts by the interpreter alone, and nothing that is
    /// not in the file.
    public static var untrusted: Options {
      var options = Options()
      options.limits = .untrusted
      options.expressions = .interpret
      options.assets = EmbeddedAssets(limits: .untrusted)
      return options
    }
  }

  /// Reads an animation: Lottie, SVGA, a timeline, GIF, APNG or WebP.
  ///
  /// - Parameter bytes: The file: an array, `Data`, or any other sequence of bytes.
  /// - Throws: As `open` does; `work.cancelled`, `work.refused`.
  public init(_ bytes: some Sequence<UInt8> & Sendable, options: Options = Options()) async throws(Diagnostic) {
    self = try await Self.opening(bytes, options: options).value
  }

  /// Reads an animation from a file of this machine.
  ///
  /// - Throws: `input.notFound`, `input.unreadable`; as `open` does; `work.cancelled`, `work.refused`.
  public init(path: String, options: Options = Options()) async throws(Diagnostic) {
    self = try await Self.opening(path: path, options: options).value
  }

  /// Reading an animation, as work with events.
  public static func opening(
    _ bytes: some Sequence<UInt8> & Sendable, options: Options = Options()
  ) -> Work<AnimationFile> {
    Work(on: options.pool, limits: options.limits) { progress throws(Diagnostic) in
      try AnimationFile(Array(bytes), options, progress)
    }
  }

  /// Reading an animation from a file of this machine, as work with events.
  public static func opening(path: String, options: Options = Options()) -> Work<AnimationFile> {
    Work(on: options.pool, limits: options.limits) { progress throws(Diagnostic) in
      var options = options
      let bytes = try Files.read(path, limits: options.limits)
      if options.assets == nil {
        options.assets = LocalAssets(besideFile: path, fidelity: options.fidelity, limits: options.limits)
      }
      return try AnimationFile(bytes, options, progress)
    }
  }

  private init(_ bytes: [UInt8], _ options: Options, _ progress: ProgressReporter) throws(Diagnostic) {
    try progress.report("reading the file")
    var log = DiagnosticLog()
    defer { progress.found(log) }
    source = try Self.open(
      bytes, format: options.format, animation: options.animation, theme: options.theme, fidelity: options.fidelity,
      player: options.player, expressions: options.expressions, overrides: options.overrides,
      assets: options.loader, limits: options.limits, log: &log)
    (self.bytes, self.options, self.log) = (bytes, options, log)
  }

  /// The same file read with other settings, for example other overrides.
  ///
  /// - Throws: As the first reading.
  public func reopened(_ change: (inout Options) -> Void) async throws(Diagnostic) -> AnimationFile {
    var options = options
    change(&options)
    return try await AnimationFile(bytes, options: options)
  }

  /// Metadata: canvas, frame rate, length, markers, fonts, themes.
  public var info: AnimationInfo { source.info }

  /// Findings of reading the file.
  public var findings: [Diagnostic] { log.diagnostics }
}
