internal import KilnDiagnostics
internal import KilnPNG
internal import KilnExporting
internal import KilnPixels
internal import KilnTimelineJSON
internal import KilnTimeline
internal import KilnRendering

extension AtlasExporter {
  /// An atlas of sprites: every bitmap and drawn vector once, and a timeline file for each animation.
  func sprites(
    of animations: [AtlasAnimation], _ names: AtlasFileNames, in context: ExportContext, log: inout DiagnosticLog
  ) throws(Diagnostic) -> ExportedAnimation {
    let exporter = AtlasExporter(options: options.forSprites)
    var table = CellTable(mergesMirrored: true)
    var contents: [SpriteCells] = []
    for animation in animations {
      let fit = CanvasFit(canvas: animation.timeline.canvas)
      try context.limits.check(width: fit.width, height: fit.height, "the canvas")
      let largest = min(options.maximumSide ?? Self.safeSide, context.limits.side)
      let side = options.pageSizes.largest(upTo: largest) - 2 * exporter.options.extrusion
      contents.append(
        try SpriteCells(
          animation.timeline, scale: options.spriteScale, side: side, into: &table, in: context, log: &log))
      try context.limits.check(table.area * 4, atMost: .decodedImageBytes, "the memory of all sprites")
    }
    // The file of the first page is what was asked for, also where nothing is drawn.
    if table.cells.isEmpty { _ = table.insert(Pixmap(width: 1, height: 1)) }
    let cells = table.cells
    let assets = try cells.enumerated().map { index, cell throws(Diagnostic) in
      let bytes = try PNGEncoder.encode(cell)
      guard let asset = ImageAsset(name: "sprite_\(index)", bytes: bytes) else {
        throw Diagnostic(.internalError, "a sprite of \(cell.width) × \(cell.height) pixels cannot be stored")
      }
      return asset
    }
    let pages = try exporter.packSprites(cells, least: options.extrusion, in: context, log: &log)
    let encoder = PageEncoder(exporter.options, context, colors: Unpremultiplier(of: animations.map(\.timeline)))
    var files = try encoder.files(of: pages, cells: cells, turn: .clockwise, names)
    for (animation, content) in zip(animations, contents) {
      let sprites = try SpriteTimeline(
        animation.timeline, content, assets: assets, limits: context.limits, log: &log)
      let name = animations.count == 1 ? names.base : "\(names.base)-\(animation.name)"
      files.append(
        NamedFile(
          name: "\(name).timeline.json", mediaType: TimelineJSON.mediaType,
          bytes: TimelineJSON.bytes(
            of: sprites.timeline, decimals: Self.decimals, pages: PicturePages(pages, names, cells: sprites.cells))))
    }
    return ExportedAnimation(files: files, decodedBytes: pages.decodedBytes)
  }

  /// - Parameter least: Pixels around each cell that were asked for.
  private func packSprites(
    _ cells: [Pixmap], least: Int, in context: ExportContext, log: inout DiagnosticLog
  ) throws(Diagnostic) -> AtlasPages {
    // Around a transparent edge nothing needs to be repeated.
    let extrusions = cells.map { $0.hasTransparentEdge ? least : options.extrusion }
    var pages = try pack(cells, extrusions: extrusions, in: context, log: &log)
    if least == 0, options.pageSizes == AtlasPageSizes() { pages.cutEdges() }
    return pages
  }

  /// Smaller differences than hundredths of a pixel are not visible.
  private static let decimals = 2
}

extension AtlasExporter.Options {
  /// Sprites are drawn at any scale and angle, so that each needs its edge repeated.
  fileprivate var forSprites: AtlasExporter.Options {
    var options = self
    options.extrusion = max(1, extrusion)
    options.padding = min(padding, 1)
    return options
  }
}

extension Pixmap {
  /// Whether every pixel of the first and last rows and columns is transparent.
  fileprivate var hasTransparentEdge: Bool {
    let edge = contentBounds
    return edge.isEmpty || edge.minX > 0 && edge.minY > 0 && edge.maxX < width && edge.maxY < height
  }
}

extension PicturePages {
  /// - Parameter cells: The cell of each image.
  fileprivate init(_ pages: AtlasPages, _ names: AtlasFileNames, cells: [Int]) {
    self.init(
      pages: pages.sizes.enumerated().map { Page(file: names.page($0), width: $1.width, height: $1.height) },
      pictures: cells.map { cell in
        let region = pages.regions[cell]
        return Picture(page: region.page, x: region.x, y: region.y)
      })
  }
}
