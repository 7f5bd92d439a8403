internal import KilnCompression
public import KilnDiagnostics
public import KilnExporting
internal import KilnGeometry
internal import KilnPixels
public import KilnTimeline
internal import KilnRendering

/// Writes frames of timelines, or their sprites, on as few pages as hold them, and a file that says where each is.
///
/// Frames are trimmed to what is not transparent; equal ones share a region, and mirrored ones, too, where the descriptor
/// can say so.
public struct AtlasExporter: AnimationExporter {
  /// The longest side of a page in pixels that older graphics hardware loads.
  static let safeSide = 2048
  /// The longest side of a page in pixels that graphics hardware of today loads.
  static let largestSide = 4096

  /// `PNG atlas`.
  public static let formatName = "PNG atlas"
  /// The settings of this exporter.
  public let options: Options

  /// An exporter with the given settings.
  public init(options: Options = Options()) {
    self.options = options
  }

  /// Any frame rate, no sound.
  public var capabilities: ExportCapabilities { ExportCapabilities() }

  /// The pages and their descriptors, the first page first.
  ///
  /// - Throws: `atlas.tooLarge` when a frame does not fit on a page, or the frames not on the only page that the descriptor
  ///   knows; `limit.exceeded`, `budget.exceeded`, `work.cancelled`.
  public func export(
    _ timeline: Timeline, in context: ExportContext, log: inout DiagnosticLog
  ) throws(Diagnostic) -> ExportedAnimation {
    try export([AtlasAnimation(name: context.name, timeline: timeline)], in: context, log: &log)
  }

  /// The pages of several animations together, and their descriptors, the first page first.
  ///
  /// - Throws: As the export of one timeline, and `usage.invalid` if two animations have the same name.
  public func export(
    _ animations: [AtlasAnimation], in context: ExportContext, log: inout DiagnosticLog
  ) throws(Diagnostic) -> ExportedAnimation {
    for (index, animation) in animations.enumerated()
    where animations[..<index].contains(where: { $0.name == animation.name }) {
      throw Diagnostic(
        .usageInvalid, "two animations are called “\(animation.name)”",
        advice: "rename one of the files, because frames are found by the animation's name")
    }
    var export = ExportedAnimation(files: [], decodedBytes: 0)
    for (scale, suffix) in zip(options.scales, Options.nameSuffixes(for: options.scales)) {
      let animations = animations.map { $0.scaled(by: scale) }
      var context = context
      context.scale = context.scale.map { $0 * scale }
      let names = AtlasFileNames(context, options, suffix: suffix)
      let part =
        options.descriptor == .sprites
        ? try sprites(of: animations, names, in: context, log: &log)
        : try frames(of: animations, names, in: context, log: &log)
      export.files += part.files
      export.decodedBytes += part.decodedBytes
      try context.budget.check(bytes: export.fileBytes)
    }
    return export
  }

  // MARK: - Frames

  private func frames(
    of animations: [AtlasAnimation], _ names: AtlasFileNames, in context: ExportContext, log: inout DiagnosticLog
  ) throws(Diagnostic) -> ExportedAnimation {
    let descriptor = options.descriptor
    let trimming = FrameTrimming(threshold: options.trimThreshold, isUniform: descriptor.needsUniformFrames)
    var table = CellTable(mergesMirrored: descriptor.hasMirrors)
    var sequences: [FrameCells] = []
    var factor: Double?
    for animation in animations {
      let source = try FrameSource(animation.timeline, in: context, log: &log)
      factor = factor ?? source.fit.transform.a
      sequences.append(
        try FrameCells(animation.name, source, trimming, into: &table) { table throws(Diagnostic) in
          try check(table, context.limits)
        })
    }
    let pages = try place(table.cells, sequences, in: context, log: &log)
    let layout = AtlasLayout(
      sequences, pages, names, scale: context.scale.map { $0 * (factor ?? 1) } ?? 1,
      isPremultiplied: options.isPremultiplied)
    let encoder = PageEncoder(options, context, colors: Unpremultiplier(of: animations.map(\.timeline)))
    let files = try encoder.files(of: pages, cells: table.cells, turn: descriptor.turn ?? .clockwise, names)
    return ExportedAnimation(files: files + (try descriptor.files(of: layout)), decodedBytes: pages.decodedBytes)
  }

  /// Throws as soon as the cells so far take more memory than a player should be given.
  private func check(_ table: CellTable, _ limits: Limits) throws(Diagnostic) {
    let limit = limits.decodedImageBytes / 4
    guard table.area > limit else { return }
    throw Diagnostic(
      .limitExceeded, "the frames have more than \(limit) pixels",
      advice: Limit.decodedImageBytes.advice(
        "choose fewer frames with \(Choice.frameRate) or \(Choice.range), make them smaller with \(Choice.scale)"))
  }

  private func place(
    _ cells: [Pixmap], _ sequences: [FrameCells], in context: ExportContext, log: inout DiagnosticLog
  ) throws(Diagnostic) -> AtlasPages {
    if options.descriptor == .frames { return AtlasPages(separate: cells) }
    if options.descriptor == .css, let strip = strip(of: cells, sequences) { return strip }
    return try pack(cells, in: context, log: &log)
  }

  /// The cells of one animation in a row, which style sheets move in steps; nil if that is too long, or if frames repeat.
  private func strip(of cells: [Pixmap], _ sequences: [FrameCells]) -> AtlasPages? {
    guard sequences.count == 1, cells.count == sequences[0].frames.count,
      options.pageSizes == AtlasPageSizes()
    else { return nil }
    let pages = AtlasPages(strip: cells, gap: options.padding, extrusion: options.extrusion)
    return pages.sizes.allSatisfy { max($0.width, $0.height) <= options.maximumSide ?? Self.safeSide } ? pages : nil
  }

  // MARK: - Packing

  /// Packs cells on pages, and adds a finding when older hardware does not load these.
  ///
  /// - Parameter extrusions: Pixels around each cell that repeat its edge; nil for those of the options.
  func pack(
    _ cells: [Pixmap], extrusions: [Int]? = nil, in context: ExportContext, log: inout DiagnosticLog
  ) throws(Diagnostic) -> AtlasPages {
    try context.progress.report("packing \(cells.count) pictures")
    let extrusions = extrusions ?? cells.map { _ in options.extrusion }
    let sizes = zip(cells, extrusions).map {
      PackingProblem.Extent(width: $0.width + 2 * $1, height: $0.height + 2 * $1)
    }
    let side = min(pageSide(for: sizes), context.limits.side)
    try checkFit(sizes, side)
    let problem = PackingProblem(
      sizes, gap: options.padding, maximumSide: side,
      allowsTurning: options.allowsRotation && options.descriptor.allowsRotation, pages: options.pageSizes)
    let packing = AtlasPacking(problem, effort: options.effort.packing, threads: context.threads) {
      () throws(Diagnostic) in try context.progress.report("packing \(cells.count) pictures")
    }
    guard let packed = try packing.pages(atMost: options.descriptor.hasPages ? .max : 1) else {
      throw Diagnostic(
        .atlasTooLarge,
        "the frames do not fit on one page of \(side) × \(side) pixels, and \(options.descriptor.rawValue) has no others",
        advice:
          "choose another \(Choice.descriptor), a larger \(Choice.pageSize), fewer frames with \(Choice.frameRate) or "
          + "\(Choice.range), or a smaller \(Choice.scale)"
      )
    }
    let pages = AtlasPages(packed, cells: cells, extrusions: extrusions)
    if let large = pages.sizes.first(where: { max($0.width, $0.height) > Self.safeSide }) {
      log.add(
        .atlasLarge,
        "a page has \(large.width) × \(large.height) pixels; older phones load at most \(Self.safeSide) × \(Self.safeSide)",
        advice: "choose a smaller \(Choice.scale), or \(Choice.pageSize) \(Self.safeSide)")
    }
    return pages
  }

  /// The longest side of a page: the one that was asked for, else the shortest of those usual that holds every cell.
  private func pageSide(for sizes: [PackingProblem.Extent]) -> Int {
    if let side = options.maximumSide { return side }
    let longest = sizes.reduce(0) { max($0, $1.width, $1.height) }
    return longest <= Self.safeSide ? Self.safeSide : Self.largestSide
  }

  private func checkFit(_ sizes: [PackingProblem.Extent], _ side: Int) throws(Diagnostic) {
    let legal = options.pageSizes.largest(upTo: side)
    guard let large = sizes.first(where: { max($0.width, $0.height) > legal }) else { return }
    throw Diagnostic(
      .atlasTooLarge,
      "a frame has \(large.width) × \(large.height) pixels, more than a page of \(legal) × \(legal)",
      advice: "make it smaller with \(Choice.scale), \(Choice.width) or \(Choice.height)")
  }
}

extension AtlasAnimation {
  /// The animation on a larger or smaller canvas.
  fileprivate func scaled(by scale: Double) -> AtlasAnimation {
    guard scale != 1 else { return self }
    let canvas = Size(timeline.canvas.width * scale, timeline.canvas.height * scale)
    return AtlasAnimation(name: name, timeline: timeline.mapped(by: .scale(scale, scale), canvas: canvas))
  }
}

extension CompressionEffort {
  /// Factor on the number of attempts to pack cells.
  fileprivate var packing: Double {
    switch self {
    case .quick: 0.1
    case .light, .normal: 1
    case .strongest: 10
    }
  }
}

extension AtlasLayout {
  /// Layout of frames on pages, for descriptors.
  fileprivate init(
    _ sequences: [FrameCells], _ pages: AtlasPages, _ names: AtlasFileNames, scale: Double, isPremultiplied: Bool
  ) {
    name = names.base
    self.pages = pages.sizes.enumerated().map { Page(name: names.page($0), width: $1.width, height: $1.height) }
    animations = sequences.map { Animation($0, pages) }
    self.scale = scale
    self.isPremultiplied = isPremultiplied
  }
}

extension AtlasLayout.Animation {
  fileprivate init(_ sequence: FrameCells, _ pages: AtlasPages) {
    name = sequence.name
    (width, height) = (sequence.width, sequence.height)
    frameRate = sequence.timeline.frameRate
    markers = sequence.timeline.markers
    // Wide enough that names sort as frames do.
    let digits = max(4, String(max(0, sequence.frames.count - 1)).count)
    frames = sequence.frames.enumerated().map { index, frame in
      AtlasLayout.Frame(
        name: "\(sequence.name)_\(AtlasFileNames.number(index, digits: digits)).png",
        region: pages.regions[frame.use.cell], flip: frame.use.flip, x: frame.x, y: frame.y,
        duration: sequence.timeline.milliseconds(ofFrame: index))
    }
  }
}
