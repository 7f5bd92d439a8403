public import ArgumentParser
package import KilnAtlasExport
internal import Kiln
internal import KilnExporting
internal import KilnTimeline

/// Options of PNG atlases.
struct AtlasOptions: ParsableArguments, ExporterOptions {
  @Option(
    help:
      "Who reads the file beside the pages. css plays the frames in a page; sprites says where every bitmap and drawn vector is, frame by frame."
  )
  var descriptor: AtlasDescriptor = .texturepacker

  @Option(
    help: ArgumentHelp(
      "The longest side of a page; what does not fit goes to further pages. (default: 2048, or 4096 if a frame needs it)",
      valueName: "pixels"))
  var pageSize: Int?

  @Option(name: .customLong("page-sides"), help: "What sides of pages are: any numbers, multiples of 4 or powers of 2.")
  var pageStep: AtlasPageSizes.Step = .any

  @Flag(help: "Pages as wide as high.")
  var squarePages = false

  @Option(help: ArgumentHelp("Transparent pixels between frames.", valueName: "pixels"))
  var padding: Int = 2

  @Option(
    help: ArgumentHelp("Pixels around frames that repeat their edges, for engines that scale.", valueName: "pixels"))
  var extrude: Int = 0

  @Option(
    help: ArgumentHelp(
      "Alpha up to which the edges of frames are cut, or none to keep whole frames.", valueName: "0…254|none"))
  var trim: TrimArgument = TrimArgument(threshold: 0)

  @Flag(name: .customLong("rotate"), help: "Turn frames by a quarter where that makes pages smaller.")
  var rotates = false

  @Option(
    help: ArgumentHelp(
      "The atlas in several sizes at once, such as 1,2,3, with names that end in @1x, @2x and @3x.",
      valueName: "factors"))
  var scaleVariants: ScalesArgument?

  @Flag(name: .customLong("premultiplied"), help: "Colours multiplied by alpha, for engines that expect that.")
  var isPremultiplied = false

  var format: OutputFormat { OutputFormat.atlas }
  var accepts: Set<CommonFormatOption> {
    [.maximumBytes, .preference, .minimumFrameRate, .minimumScale, .effort, .lossy, .bitmapScale]
  }
  var layout: OutputFormat.Layout {
    let suffixes = AtlasExporter.Options.nameSuffixes(for: scaleVariants?.scales ?? [1])
    guard suffixes != [""] else { return .fileWith([descriptor.fileExtension]) }
    // Numbered pictures and their list lie in a folder.
    return .suffixed(suffixes, extensions: descriptor == .frames ? [] : [descriptor.fileExtension])
  }

  /// Whether what is written gives the pixels of the frames back, as `--verify` wants it.
  var canBeReadBack: Bool { !isPremultiplied && [.texturepacker, .aseprite].contains(descriptor) }

  func isFor(_ format: OutputFormat) -> Bool {
    format == .atlas || format == .frames && descriptor == .frames
  }

  func validate() throws {
    if let pageSize, !(16...16383).contains(pageSize) {
      throw ValidationError("--page-size takes a number from 16 to 16383.")
    }
    for (name, value) in [("--padding", padding), ("--extrude", extrude)] {
      guard (0...64).contains(value) else { throw ValidationError("\(name) takes a number from 0 to 64.") }
    }
    if rotates, !descriptor.allowsRotation {
      throw ValidationError(
        "--descriptor \(descriptor.rawValue) cannot say that a frame is turned; leave --rotate out.")
    }
  }

  var given: [String] {
    let all: [(String, Bool)] = [
      ("--descriptor", descriptor != .texturepacker), ("--page-size", pageSize != nil),
      ("--page-sides", pageStep != .any),
      ("--square-pages", squarePages), ("--padding", padding != 2),
      ("--extrude", extrude != 0), ("--trim", trim.threshold != 0), ("--rotate", rotates),
      ("--scale-variants", scaleVariants != nil), ("--premultiplied", isPremultiplied),
    ]
    return all.filter(\.1).map(\.0)
  }

  func exporter(_ common: CommonFormatOptions) -> any AnimationExporter { atlasExporter(common) }

  /// The exporter of one or several animations.
  func atlasExporter(_ common: CommonFormatOptions) -> AtlasExporter {
    var options = AtlasExporter.Options()
    options.descriptor = descriptor
    options.padding = padding
    options.extrusion = extrude
    options.trimThreshold = trim.threshold
    options.allowsRotation = rotates
    options.pageSizes.step = pageStep
    options.pageSizes.isSquare = squarePages
    options.maximumSide = pageSize
    options.scales = scaleVariants?.scales ?? [1]
    options.spriteScale = common.bitmapScale ?? 1
    options.isPremultiplied = isPremultiplied
    options.isLossy = common.lossy
    options.effort = common.effort
    return AtlasExporter(options: options)
  }
}

/// `none`, or an alpha.
struct TrimArgument: ExpressibleByArgument, Hashable {
  /// Nil for none.
  let threshold: Int?

  init(threshold: Int?) { self.threshold = threshold }

  init?(argument: String) {
    guard argument != "none" else {
      threshold = nil
      return
    }
    guard let value = Int(argument), (0...254).contains(value) else { return nil }
    threshold = value
  }

  var defaultValueDescription: String { threshold.map(String.init) ?? "none" }
}

/// Factors with commas between them.
struct ScalesArgument: ExpressibleByArgument, Hashable {
  let scales: [Double]

  init?(argument: String) {
    let scales = argument.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
    guard scales.count == argument.count(where: { $0 == "," }) + 1, scales.count <= 8,
      scales.allSatisfy({ $0 >= 0.05 && $0 <= 16 }), Set(scales).count == scales.count
    else { return nil }
    self.scales = scales
  }
}

extension AtlasDescriptor: ExpressibleByArgument {}
extension AtlasPageSizes.Step: ExpressibleByArgument {}
