internal import KilnDiagnostics
internal import KilnExporting
internal import KilnSVGAFormat
internal import KilnTimeline

/// Size limits of an SVGA file and its decoded bitmaps: the caller's budget or, where there is none, the limits of phones.
struct SVGABounds {
  private let budget: ExportBudget
  private let limits: SVGALimits
  private let packedSourceBytes: @Sendable () -> Int?

  /// The bounds of one export. A file that is made from another SVGA file may stay as large as that.
  init(_ options: SVGAExporter.Options, in context: ExportContext) {
    budget = context.budget
    packedSourceBytes = context.packedSourceBytes
    let source = context.source.flatMap { $0.mediaType == SVGAContainer.mediaType ? $0 : nil }
    limits = options.limits.raised(to: source)
  }

  /// Bytes of the file; nil for any number.
  var bytes: Int? { budget.bytes ?? limits.bytes }
  /// Bytes of all decoded bitmaps; nil for any number.
  var memory: Int? { budget.memory ?? limits.memory }

  /// Why a finished movie is too large; nil if it is not.
  func excess(_ movie: PackedMovie) throws(Diagnostic) -> Diagnostic? {
    if let limit = bytes, movie.bytes.count > limit {
      let diagnostic = try movie.fileCosts().excess(bytes: movie.bytes.count, limit: limit)
      return refusal(diagnostic, isBudget: budget.bytes != nil, option: .bytes)
    }
    return try excess(memory: movie.decodedBytes) { () throws(Diagnostic) in try movie.pictureCosts() }
  }

  /// Why bitmaps take too much memory; nil if they do not.
  func excess(memory used: Int, costs: () throws(Diagnostic) -> LayerCosts) throws(Diagnostic) -> Diagnostic? {
    guard let limit = memory, used > limit else { return nil }
    return memoryRefusal(try costs().excess(memory: used, limit: limit))
  }

  /// A finding about memory, with what can be done about the bound.
  func memoryRefusal(_ diagnostic: Diagnostic) -> Diagnostic {
    refusal(diagnostic, isBudget: budget.memory != nil, option: .memory)
  }

  private func refusal(_ diagnostic: Diagnostic, isBudget: Bool, option: Choice) -> Diagnostic {
    let advice = isBudget ? "or allow more with \(option)" : "or set another limit with \(option), none for no limit"
    return Diagnostic(
      isBudget ? .budgetExceeded : .svgaTooLarge, diagnostic.message,
      advice: [diagnostic.advice, advice].compactMap(\.self).joined(separator: ", "))
  }

  /// Warns of a movie that is larger than phones or apps commonly accept, where the caller has set no bound.
  func warn(of movie: PackedMovie, log: inout DiagnosticLog) throws(Diagnostic) {
    if budget.memory == nil, limits.memory != nil, movie.decodedBytes > limits.memoryWarning {
      log.add(
        .svgaLarge,
        "the bitmaps take \(ByteCount(movie.decodedBytes)) of a player's memory, more than the "
          + "\(ByteCount(limits.memoryWarning)) above which SVGA's own converter warns; most are needed for "
          + (try movie.pictureCosts()).largestInMemory,
        advice: fittingAdvice(.memory, limits.memoryWarning))
    }
    guard budget.bytes == nil, limits.bytes != nil else { return }
    if movie.bytes.count > limits.bytesWarning {
      log.add(
        .svgaLarge,
        "the file has \(ByteCount(movie.bytes.count)), more than the \(ByteCount(limits.bytesWarning)) that apps "
          + "commonly accept; most are spent on " + (try movie.fileCosts()).largestInFile,
        advice: fittingAdvice(.bytes, limits.bytesWarning))
    } else {
      try warn(ofGrowthOf: movie, log: &log)
    }
  }

  /// Warns of a movie that is many times larger than its source.
  private func warn(ofGrowthOf movie: PackedMovie, log: inout DiagnosticLog) throws(Diagnostic) {
    guard movie.bytes.count > limits.growthBytes, let source = packedSourceBytes(), source > 0,
      movie.bytes.count / source >= limits.growthWarning
    else { return }
    let costs = try movie.fileCosts()
    log.add(
      .svgaFileInflated,
      "the file has \(ByteCount(movie.bytes.count)), \(movie.bytes.count / source) times the \(ByteCount(source)) of its "
        + "packed source; most are \(costs.largestKind), of " + costs.largestInFile,
      advice: "simplify these, or choose a lower \(Choice.frameRate)")
  }

  /// The option that fits the file into a limit: a smaller canvas is no help if the source's bitmaps stay as they are.
  private func fittingAdvice(_ option: Choice, _ limit: Int) -> String {
    "choose \(option) \(ByteCount.argument(atMost: limit)), which fits it with the least loss, or simplify these"
  }
}

/// A finished SVGA file, and where its parts come from.
struct PackedMovie {
  /// Content of the file.
  var bytes: [UInt8]
  /// Bytes that its bitmaps take decoded.
  var decodedBytes: Int
  /// Encoded timeline, its encoder and movie; nil for a file that was made from another SVGA file, whose layers have
  /// no names but their keys.
  var origin: (timeline: Timeline, encoder: SVGAEncoder, movie: SVGAMovieEntity)?

  /// Approximate bytes of the layers in the file.
  func fileCosts() throws(Diagnostic) -> LayerCosts {
    if let origin {
      return LayerCosts(
        origin.movie, bytes: bytes.count, layers: origin.encoder.layersByKey(of: origin.timeline))
    }
    // No limits: they are for input files, and this file was written here.
    var limits = Limits()
    limits.inputBytes = .max
    limits.inflatedBytes = .max
    limits.frameStates = .max
    return LayerCosts(try SVGAContainer.read(bytes, limits: limits), bytes: bytes.count, layers: [:])
  }

  /// Memory of the layers in a player.
  func pictureCosts() throws(Diagnostic) -> LayerCosts {
    guard let origin else { return try fileCosts() }
    return LayerCosts(images: origin.timeline)
  }
}
