internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnLottieExpressions
internal import KilnLottieFormat
internal import KilnTimeline

/// Baker of the sounds of a document into clips of a timeline.
struct SoundBaker {
  private let document: LottieDocument
  private let sampling: FrameSampling
  private let limits: Limits
  private let expressions: ExpressionRunner?
  /// The file of an asset; nil if there is none.
  private let load: (LottieImage) throws(Diagnostic) -> [UInt8]?
  /// Compositions in which there are sounds, by asset ID.
  private let sounding: Set<String>
  private var files: [String: [UInt8]?] = [:]
  private var clips: [AudioClip] = []
  private var visitCount = 0
  private var stateCount = 0
  private var reported: Set<Int> = []
  private var log = DiagnosticLog()

  /// - Parameters:
  ///   - expressions: Runs the document's expressions; nil if they are not run.
  ///   - load: Finds the file of an asset.
  init(
    _ document: LottieDocument, _ sampling: FrameSampling, _ expressions: ExpressionRunner?, limits: Limits,
    load: @escaping (LottieImage) throws(Diagnostic) -> [UInt8]?
  ) {
    (self.document, self.sampling, self.expressions, self.limits) = (document, sampling, expressions, limits)
    self.load = load
    sounding = document.compositionsWithSound
  }

  /// The clips of all layers, by the frame in which they start.
  ///
  /// - Throws: `limit.exceeded`, or what loading a file throws.
  consuming func clips(log: inout DiagnosticLog) throws(Diagnostic) -> [AudioClip] {
    let context = EvaluationContext(
      frameRate: document.frameRate, compositionSize: Size(document.width, document.height))
    try visit(document.composition, at: sampling.times.map { $0 }, context, inside: nil, depth: 0)
    for finding in self.log.diagnostics { log.add(finding) }
    return clips.enumerated().sorted {
      ($0.element.frames.lowerBound, $0.offset) < ($1.element.frames.lowerBound, $1.offset)
    }
    .map(\.element)
  }

  private mutating func visit(
    _ composition: LottieComposition, at times: [Double?], _ context: EvaluationContext, inside outer: SpriteOrigin?,
    depth: Int
  ) throws(Diagnostic) {
    let names = LayerNames(composition)
    for (index, layer) in composition.layers.enumerated().reversed() where !layer.isHidden {
      switch layer.content {
      case .audio(let sound):
        try count()
        try add(sound, of: layer, at: layer.shown(times), context, names.origin(of: index, inside: outer))
      case .precomposition(let asset, let width, let height, let timeRemap)
      where sounding.contains(asset) && depth < limits.compositionNesting:
        guard case .precomposition(let inner) = document.assets[asset] else { continue }
        try count()
        var innerContext = context.of(layer.node)
        let track = timeRemap.map { Track(single: $0, expressions) }
        let innerTimes = layer.shown(times).map { time -> Double? in
          guard let time else { return nil }
          guard let track else { return (time - layer.startTime) / layer.stretch }
          return track.value(at: time, in: innerContext) * document.frameRate
        }
        guard innerTimes.contains(where: { $0 != nil }) else { continue }
        innerContext = context
        innerContext.compositionSize = Size(max(0, width), max(0, height))
        innerContext.compositionUse = -1
        try visit(
          inner, at: innerTimes, innerContext, inside: names.origin(of: index, inside: outer), depth: depth + 1)
      case .precomposition, .solid, .image, .null, .shapes, .text, .other: break
      }
    }
  }

  /// Counts a layer, of which compositions inside each other may have far more than the file.
  private mutating func count() throws(Diagnostic) {
    visitCount += 1
    try limits.check(visitCount, atMost: .layers, "the number of layers with sound")
    stateCount = stateCount.addingClamped(sampling.times.count)
    try limits.check(stateCount, atMost: .frameStates, "the number of layers with sound times frames")
  }

  private mutating func add(
    _ sound: LottieSound, of layer: LottieLayer, at times: [Double?], _ context: EvaluationContext,
    _ origin: SpriteOrigin
  ) throws(Diagnostic) {
    guard times.contains(where: { $0 != nil }) else { return }
    guard case .image(let file) = document.assets[sound.asset], let bytes = try bytes(of: file), !bytes.isEmpty else {
      report(
        layer,
        sound.asset.isEmpty ? "the layer names no sound" : "the sound “\(sound.asset)” was not found, and is left out",
        origin, advice: "put it beside the animation, or name its folder with \(Choice.assets)")
      return
    }
    let own = context.of(layer.node)
    let remap = sound.timeRemap.map { Track(single: $0, expressions) }
    let positions = times.map { time in
      time.map { time in
        remap?.value(at: time, in: own) ?? (time - layer.startTime) / layer.stretch / document.frameRate
      }
    }
    let (runs, isComplete) = SoundRun.runs(positions, frameRate: sampling.frameRate)
    if !isComplete {
      report(layer, "the sound is left out where it stands still, runs backwards, or is too fast or slow", origin)
    }
    let level = sound.level.map { Track(single: $0, expressions) }
    for run in runs {
      var clip = AudioClip(
        key: layer.name.isEmpty ? file.id : layer.name, bytes: bytes, frames: run.frames,
        startMilliseconds: Int(clamping: (run.start * 1000).rounded(), to: 0...2_000_000_000))
      clip.speed = run.speed
      if let level {
        let gains = run.frames.map { frame in
          max(0, min(100, level.value(at: times[frame] ?? 0, in: own)[0] / 100))
        }
        if gains.contains(where: { abs($0 - 1) > 1e-3 }) { clip.gains = gains }
      }
      // What is never loud enough is no sound.
      if clip.gains.isEmpty || clip.gains.contains(where: { $0 > 0 }) { clips.append(clip) }
    }
  }

  /// Adds a finding about a layer, once, however often its composition is used.
  private mutating func report(_ layer: LottieLayer, _ message: String, _ origin: SpriteOrigin, advice: String? = nil) {
    guard reported.insert(layer.node).inserted else { return }
    log.add(.lottieAudio, message, at: origin.path(), advice: advice)
  }

  private mutating func bytes(of file: LottieImage) throws(Diagnostic) -> [UInt8]? {
    if let known = files[file.id] { return known }
    let bytes = file.isEmbedded ? file.embeddedBytes : try load(file)
    files[file.id] = .some(bytes)
    return bytes
  }
}

extension LottieLayer {
  /// Times at which the layer is not in its time are nil.
  fileprivate func shown(_ times: [Double?]) -> [Double?] {
    times.map { time in
      time.flatMap { $0 >= inPoint ?? -.infinity && $0 < outPoint ?? .infinity ? $0 : nil }
    }
  }
}

extension LottieDocument {
  /// IDs of the compositions in which there is a sound, directly or in one inside.
  fileprivate var compositionsWithSound: Set<String> {
    var found: Set<String> = []
    var users: [String: [String]] = [:]
    var waiting: [String] = []
    for (id, asset) in assets {
      guard case .precomposition(let composition) = asset else { continue }
      for layer in composition.layers {
        switch layer.content {
        case .audio: waiting.append(id)
        case .precomposition(let inner, _, _, _): users[inner, default: []].append(id)
        case .solid, .image, .null, .shapes, .text, .other: break
        }
      }
    }
    while let id = waiting.popLast() {
      if found.insert(id).inserted { waiting += users[id] ?? [] }
    }
    return found
  }

  /// Whether there is a layer with a sound.
  var hasSound: Bool {
    let inner = compositionsWithSound
    return layers.contains { layer in
      guard !layer.isHidden else { return false }
      return switch layer.content {
      case .audio: true
      case .precomposition(let asset, _, _, _): inner.contains(asset)
      case .solid, .image, .null, .shapes, .text, .other: false
      }
    }
  }
}
