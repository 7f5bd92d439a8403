public import ArgumentParser
package import KilnCompression
internal import KilnDiagnostics
internal import Kiln
package import KilnExporting
internal import KilnLottieExport
internal import KilnProject
internal import KilnTimeline
internal import KilnValidation
internal import KilnVideoExport

/// Options of one output format on the command line.
protocol ExporterOptions {
  /// The format.
  var format: OutputFormat { get }
  /// Options of several formats that mean something to this one.
  var accepts: Set<CommonFormatOption> { get }
  /// Names of the options of this format alone that were given.
  var given: [String] { get }
  /// Layout of the files of a result with these options.
  var layout: OutputFormat.Layout { get }
  /// Whether the options of this group mean something to a format.
  func isFor(_ format: OutputFormat) -> Bool
  /// The frame that a still shows, in the source's frames; nil for an animation.
  var stillFrame: Double? { get }
  /// An exporter with these options.
  func exporter(_ common: CommonFormatOptions) -> any AnimationExporter
}

extension ExporterOptions {
  /// None.
  var stillFrame: Double? { nil }
  /// The layout of the format.
  var layout: OutputFormat.Layout { format.layout }
  /// Whether it is the group's own.
  func isFor(_ format: OutputFormat) -> Bool { format == self.format }
}

/// Options that mean something to several formats.
enum CommonFormatOption: String, CaseIterable {
  case maximumBytes = "--max-bytes"
  case maximumMemory = "--max-memory"
  case preference = "--prefer"
  case quality = "--quality"
  case minimumFrameRate = "--min-fps"
  case minimumQuality = "--min-quality"
  case minimumScale = "--min-scale"
  case effort = "-O"
  case loopCount = "--loop"
  case lossy = "--lossy"
  case bitmapScale = "--bitmap-scale"
}

/// The options of every format, one group each.
struct FormatOptions {
  let common: CommonFormatOptions
  let webp: WebPOptions
  let svga: SVGAOptions
  let gif: GIFOptions
  let atlas: AtlasOptions
  let video: VideoOptions
  let timeline: TimelineOptions
  let lottie: LottieOptions
  /// Players that must show a Lottie document.
  let targets: [Target]

  private var groups: [any ExporterOptions] {
    [
      svga, webp, APNGOptions(), gif, atlas, FrameSequenceOptions(atlas: atlas),
      video.group(.mp4), video.group(.webm), video.group(.mov), timeline,
      TargetedLottieOptions(lottie: lottie, targets: targets, container: .json),
      TargetedLottieOptions(lottie: lottie, targets: targets, container: .lottie),
      TargetedLottieOptions(lottie: lottie, targets: targets, container: .tgs),
    ]
  }

  /// The group of a format.
  func group(of format: OutputFormat) throws(Diagnostic) -> any ExporterOptions {
    guard let group = groups.first(where: { $0.format == format }) else {
      throw Diagnostic(.internalError, "the format \(format.id) has no options")
    }
    return group
  }

  /// Throws when an option was given that the format has no use for.
  func check(for format: OutputFormat) throws {
    if let preset = common.preset, !preset.takes(format) {
      throw ValidationError(
        "--preset \(preset.name) is for \(preset.format.name), and \(format.name) is asked for; name a file that ends in "
          + preset.format.extensions.map { "." + $0 }.joined(separator: " or ") + ".")
    }
    if format == .atlas, atlas.isFor(.frames) {
      throw ValidationError("--descriptor frames writes a folder; let the output's name end in a slash.")
    }
    if lottie.isIndented, format != .lottie { throw misuse(of: "--pretty", of: [.lottie], for: format) }
    for group in groups where !group.isFor(format) {
      if let option = group.given.first { throw misuse(of: option, of: [group.format], for: format) }
    }
    let accepted = try group(of: format).accepts
    for option in common.given where !accepted.contains(option) {
      let formats = groups.filter { $0.accepts.contains(option) }.map(\.format)
      throw misuse(of: option.rawValue, of: formats, for: format)
    }
  }

  private func misuse(of option: String, of formats: [OutputFormat], for format: OutputFormat) -> ValidationError {
    let all = formats.map(\.name)
    let names =
      all.count > 2
      ? all.dropLast().joined(separator: ", ") + " and " + all[all.count - 1] : all.joined(separator: " and ")
    return ValidationError("\(option) is for \(names); \(format.name) has nothing like it. Leave it out.")
  }
}

/// Options of several formats.
struct CommonFormatOptions: ParsableArguments {
  @Option(
    name: .customLong("max-bytes"),
    help: ArgumentHelp(
      "What the file may take, such as 500k or 1.5MiB. Quality, resolution, frame rate and size are lowered to fit, where "
        + "no option says them. Without it, an SVGA file above 20 MB is refused; none lifts that.", valueName: "bytes"))
  var maximumBytes: ByteCountArgument?

  @Option(
    name: .customLong("max-memory"),
    help: ArgumentHelp(
      "SVGA: what the decoded bitmaps may take in a player's memory, such as 8MB; above 64 MB a file is refused, unless "
        + "this says none.", valueName: "bytes"))
  var maximumMemory: ByteCountArgument?

  @Option(help: ArgumentHelp("What is given up last for --max-bytes.", valueName: "size|sharpness|smoothness"))
  var prefer: ReductionPreference?

  @Option(
    help: ArgumentHelp(
      "WebP, MP4 and WebM: 0 small … 100 good, of lossy frames. (default: 75)", valueName: "0…100"))
  var quality: Double?

  @Option(
    name: .customLong("min-fps"),
    help: ArgumentHelp("Frames per second that --max-bytes leaves at least. (default: 5)", valueName: "rate"))
  var minimumFrameRate: Double?

  @Option(
    name: .customLong("min-quality"),
    help: ArgumentHelp("WebP, MP4 and WebM: quality that --max-bytes leaves at least. (default: 0)", valueName: "0…100")
  )
  var minimumQuality: Double?

  @Option(
    name: .customLong("min-scale"),
    help: ArgumentHelp(
      "Part of the size, of SVGA's bitmaps of their resolution, that --max-bytes leaves at least. (default: 0.25)",
      valueName: "0…1"))
  var minimumScale: Double?

  @Option(
    name: .customLong("preset"),
    help: ArgumentHelp("Size, rate and limits of a platform; `kiln presets` lists them.", valueName: "name"))
  var chosenPreset: ValidationPreset?

  /// Size, format and limits of files by the preset; nil without one, and for presets that make no files.
  var preset: DeliveryPreset? { chosenPreset?.delivery }

  @Option(
    name: .customShort("O", allowingJoined: true),
    help: ArgumentHelp(
      "SVGA and PNG files: how much time goes into a small file. 3 is for releases: it may take fifty times as long as 2, "
        + "for 1 or 2 % fewer bytes, and never more.", valueName: "0…3"))
  var effort: CompressionEffort = .normal

  @Option(help: ArgumentHelp("WebP, APNG and GIF: how often it plays, 0 for ever. (default: 0)", valueName: "times"))
  var loop: Int?

  @Flag(help: "SVGA and atlases: bitmaps of at most 256 colours, where the difference is hardly seen.")
  var lossy = false

  @Option(
    name: .customLong("bitmap-scale"),
    help: ArgumentHelp(
      "SVGA and atlases of sprites: factor on the resolution of bitmaps that stand in for vectors and, below 1, of the "
        + "source's. (default: 1)", valueName: "factor"))
  var bitmapScale: Double?

  func validate() throws {
    guard (0...65535).contains(loop ?? 0) else { throw ValidationError("--loop takes a number from 0 to 65535.") }
    if let bitmapScale, !(bitmapScale >= 0.05 && bitmapScale <= 4) {
      throw ValidationError("--bitmap-scale takes a number from 0.05 to 4.")
    }
    if let minimumFrameRate, !(minimumFrameRate > 0 && minimumFrameRate <= 1000) {
      throw ValidationError("--min-fps takes a number above 0 and at most 1000.")
    }
    if let quality, !(0...100).contains(quality) { throw ValidationError("--quality takes a number from 0 to 100.") }
    if let minimumQuality, !(0...100).contains(minimumQuality) {
      throw ValidationError("--min-quality takes a number from 0 to 100.")
    }
    if let minimumScale, !(minimumScale >= 0.05 && minimumScale <= 1) {
      throw ValidationError("--min-scale takes a number from 0.05 to 1.")
    }
    if let chosenPreset, preset == nil {
      throw ValidationError(
        "--preset \(chosenPreset.name) is for designs that are shipped as they are; nothing is converted for it. "
          + "kiln validate FILE --preset \(chosenPreset.name) checks them.")
    }
    let bounds: [CommonFormatOption] = [.preference, .minimumFrameRate, .minimumQuality, .minimumScale]
    if maximumBytes?.count == nil, maximumMemory?.count == nil, preset == nil,
      let option = given.first(where: bounds.contains)
    {
      throw ValidationError("\(option.rawValue) says what --max-bytes may give up; give --max-bytes, or leave it out.")
    }
  }

  /// The options that were given.
  var given: [CommonFormatOption] {
    CommonFormatOption.allCases.filter { option in
      switch option {
      case .maximumBytes: maximumBytes != nil
      case .maximumMemory: maximumMemory != nil
      case .preference: prefer != nil
      case .quality: quality != nil
      case .minimumFrameRate: minimumFrameRate != nil
      case .minimumQuality: minimumQuality != nil
      case .minimumScale: minimumScale != nil
      case .effort: effort != .normal
      case .loopCount: (loop ?? 0) != 0
      case .lossy: lossy
      case .bitmapScale: bitmapScale != nil
      }
    }
  }

  /// Bounds on the settings that a budget may lower, as far as these options set them.
  var bounds: ReductionBounds {
    var bounds = ReductionBounds()
    bounds.minimumFrameRate = minimumFrameRate
    bounds.minimumQuality = minimumQuality
    bounds.minimumScale = minimumScale
    bounds.preference = prefer ?? .none
    return bounds
  }

  /// The upper bounds of the result.
  var budget: ExportBudget { ExportBudget(bytes: maximumBytes?.count, memory: maximumMemory?.count) }
}

extension CompressionEffort: ExpressibleByArgument {}

extension ReductionPreference: ExpressibleByArgument {
  /// Names of the preferences that can be given.
  package static var allValueStrings: [String] { allCases.filter { $0 != .none }.map(\.rawValue) }
}
