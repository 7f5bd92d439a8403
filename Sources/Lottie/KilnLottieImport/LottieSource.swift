public import KilnDiagnostics
internal import KilnGeometry
public import KilnLottieFormat
public import KilnTimeline

/// A Lottie document ready to be baked.
///
/// Everything is drawn as lottie-web's SVG renderer draws it, except where that fails on a good file; or on demand as
/// After Effects does.
public struct LottieSource: AnimationSource {
  /// The document, with the changes that were asked for.
  package let document: LottieDocument
  package let fidelity: LottieFidelity
  package let limits: Limits
  private let container: LottieContainer
  package let assets: any AssetLoader
  private let expressions: ExpressionEngineLoader
  private let mode: LottieExpressions
  /// Canvas, frame rate, times, markers, animations and themes of the file.
  public let info: AnimationInfo

  /// Reads a Lottie file: JSON, dotLottie, `.tgs`, or a ZIP archive with JSON and images.
  ///
  /// - Parameters:
  ///   - animation: ID of one of a dotLottie's animations; nil for the one that it starts with.
  ///   - theme: ID of one of a dotLottie's themes; nil for the one that the animation starts with.
  ///   - fidelity: The player whose result is reproduced.
  ///   - expressions: Whether the scripts in the file are run.
  ///   - overrides: Changes to what the document says.
  ///   - assets: Finds images and fonts that are not in the file; by default nothing.
  /// - Throws: When the bytes are no Lottie file, when there is no such animation or theme, when the frame rate or the number
  ///   of frames is not positive, or above the limits.
  public init(
    bytes: [UInt8], animation: String? = nil, theme: String? = nil, fidelity: LottieFidelity = .lottieWeb,
    expressions: LottieExpressions = .run, overrides: LottieOverrides = LottieOverrides(),
    limits: Limits = Limits(), assets: any AssetLoader = NoAssets()
  ) throws(Diagnostic) {
    let container = try overrides.applied(
      to: LottieContainer(bytes: bytes, animation: animation, theme: theme, limits: limits), limits: limits)
    let document = try container.document(container.tree(limits: limits), limits: limits)
    try self.init(container, document, fidelity: fidelity, expressions: expressions, limits: limits, assets: assets)
  }

  /// Prepares a document that has been read from a container.
  ///
  /// - Throws: When the frame rate or the number of frames is not positive, or above the limits.
  package init(
    _ container: LottieContainer, _ document: LottieDocument, fidelity: LottieFidelity = .lottieWeb,
    expressions: LottieExpressions = .run, limits: Limits = Limits(), assets: any AssetLoader = NoAssets()
  ) throws(Diagnostic) {
    self.container = container
    self.document = document
    self.fidelity = fidelity
    self.limits = limits
    self.assets = assets
    let expressions = expressions.keeping(to: limits)
    mode = expressions
    self.expressions = ExpressionEngineLoader(document, expressions, assets: assets)
    try Timeline.check(frameRate: document.frameRate, at: DocumentPath(pointer: "/fr"))
    let frameCount = (document.outPoint - document.inPoint).rounded(.down)
    guard frameCount >= 1 else {
      throw Diagnostic(
        .timelineNoFrames,
        "the animation has no frames: its in point is \(document.inPoint), its out point \(document.outPoint)",
        at: DocumentPath(pointer: "/op"))
    }
    guard frameCount <= Double(limits.frames) else {
      let count = frameCount < 1e9 ? "\(Int(frameCount))" : "more than a billion"
      throw Diagnostic(
        .limitExceeded, "the animation has \(count) frames, above the limit of \(limits.frames)",
        at: DocumentPath(pointer: "/op"),
        advice: Limit.frames.advice("check its out point (op), and export a shorter work area"))
    }
    let first = (document.inPoint + 0.5).rounded(.down)
    var info = AnimationInfo(
      format: "lottie", canvas: Size(document.width, document.height), frameRate: document.frameRate,
      times: min(document.inPoint, first)...max(document.outPoint, first), frameCount: Int(frameCount),
      markers: document.markers.filter { $0.time.isFinite && $0.duration.isFinite }.map {
        Marker(
          name: $0.name, comment: $0.comment == $0.name ? "" : $0.comment, firstFrame: $0.time, frameCount: $0.duration)
      },
      animations: container.animations, animation: container.animation, themes: container.themes)
    info.fonts = document.fonts.map(\.name)
    info.slots = document.slotIDs
    info.hasSound = document.hasSound
    info.stateMachines = container.states(limits: limits)
    self.info = info
  }

  /// Bytes of the document as servers send it; nil if it has images that are not inside.
  public func packedBytes() -> Int? {
    let isWhole = document.assets.values.allSatisfy { asset in
      if case .image(let image) = asset { image.isEmbedded } else { true }
    }
    return isWhole ? container.packedBytes : nil
  }

  /// Bakes one frame for each time. A layer is visible from its in point up to, but not including, its out point.
  ///
  /// - Throws: When a limit is exceeded, when an image cannot be loaded, or when progress is cancelled. `log` then has the
  ///   findings so far.
  public func timeline(
    _ sampling: FrameSampling, progress: ProgressReporter, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline {
    for finding in container.findings + document.findings { log.add(finding) }
    var baker = try baker(of: sampling, log: log)
    // Findings are kept even if there is no timeline in the end.
    defer { log = baker.log }
    baker.builder.sprites = try baker.bake(at: sampling.times, progress)
    baker.builder.markers = info.markers(at: sampling)
    baker.builder.sourceTimes = sampling.times
    baker.builder.audioClips = try audioClips(sampling, log: &baker.log)
    return baker.builder.build(log: &baker.log)
  }

  /// The sounds that are heard; none if they are not wanted or the sampling changes the speed.
  private func audioClips(
    _ sampling: FrameSampling, log: inout DiagnosticLog
  ) throws(Diagnostic) -> [AudioClip] {
    guard info.hasSound, sampling.takesSound(of: info.frameRate, log: &log) else { return [] }
    let baker = SoundBaker(document, sampling, expressions.start().runner, limits: limits) {
      file throws(Diagnostic) -> [UInt8]? in
      if let stored = try container.image(file: file.file) { return stored }
      return try assets.data(folder: file.folder, file: file.file)
    }
    return try baker.clips(log: &log)
  }

  /// Placements of the layers of a key path in one frame; of the sprites, if it names something inside a layer.
  ///
  /// - Throws: As `timeline(_:progress:log:)`.
  public func placements(
    of pattern: KeyPathPattern, at time: Double, log: inout DiagnosticLog
  ) throws(Diagnostic) -> [LayerPlacement] {
    let sampling = FrameSampling(times: [time], frameRate: info.frameRate)
    var baker = try baker(of: sampling, log: log)
    defer { log = baker.log }
    baker.probe = LayerPlacementCollector(pattern: pattern)
    baker.builder.sprites = try baker.bake(at: sampling.times, .silent)
    if let found = baker.probe?.found, !found.isEmpty { return found }
    return baker.builder.build(log: &baker.log).placements(of: pattern, frame: 0)
  }

  /// The same file with layers of its document hidden.
  ///
  /// - Throws: As `LottieHiding`.
  package func hiding(_ layers: LottieHiding) throws(Diagnostic) -> LottieSource {
    let container = try layers.applied(to: container)
    let document = try container.document(container.tree(limits: limits), limits: limits)
    return try LottieSource(
      container, document, fidelity: fidelity, expressions: mode, limits: limits, assets: assets)
  }

  /// What the expressions give in each use of their composition; see `ExpressionSampler.uses`.
  ///
  /// - Throws: When all expressions take too long, or above the limits.
  package func expressionUses(
    at times: [Double], log: inout DiagnosticLog, isWanted: (_ node: Int) -> Bool
  ) throws(Diagnostic) -> [SampledUse] {
    try ExpressionSampler.uses(
      of: document, at: times, expressions.start(), limits: limits, log: &log, isWanted: isWanted)
  }

  /// What the dotLottie around the document holds beside it; nil for other containers.
  ///
  /// - Throws: When the archive is damaged, or above the limits.
  package func dotLottieParts() throws(Diagnostic) -> DotLottieParts? { try container.dotLottieParts(limits: limits) }

  /// The file of an image, which is in the archive around the document or beside it; nil if it is in the document, or if
  /// there is none.
  ///
  /// - Throws: When the image exists but cannot be read.
  package func file(of image: LottieImage) throws(Diagnostic) -> [UInt8]? {
    guard !image.file.hasPrefix("data:") else { return nil }
    if let stored = try container.image(file: image.file) { return stored }
    return try assets.image(
      ImageRequest(folder: image.folder, file: image.file, width: image.width, height: image.height))
  }

  private func baker(of sampling: FrameSampling, log: DiagnosticLog) throws(Diagnostic) -> CompositionBaker {
    let builder = try TimelineBuilder(
      canvas: info.canvas, frameRate: sampling.frameRate, frameCount: sampling.times.count, limits: limits)
    return CompositionBaker(
      document, fidelity: fidelity, expressions: expressions.start(),
      pictures: ImageTable(container, assets, limits: limits),
      fonts: ExternalFonts(container, assets, limits: limits), builder: builder, limits: limits, log: log)
  }
}
