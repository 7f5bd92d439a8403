public import ArgumentParser
public import Compression
internal import Diagnostics
internal import Kiln
internal import TimelineModel

/// Options of one output format on the command line.
protocol ExporterOptions {
  /// The format.
  var format: OutputFormat { get }
  /// Options of several formats that mean something to this one.
  var accepts: Set<CommonFormatOption> { get }
  /// Names of the options of this format alone that were given.
  var given: [String] { get }
  /// The frame that a still shows, in the source's frames; nil for an animation.
  var stillFrame: Double? { get }
  /// An exporter with these options.
  func exporter(_ common: CommonFormatOptions) -> any AnimationExporter
}

extension ExporterOptions {
  /// None.
  var stillFrame: Double? { nil }
}

/// Options that mean something to several formats.
enum CommonFormatOption: String, CaseIterable {
  case maximumBytes = "--max-bytes"
  case maximumMemory = "--max-memory"
  case effort = "-O"
  case loopCount = "--loop"
}

/// The options of every format, one group each.
struct FormatOptions {
  let common: CommonFormatOptions
  let webp: WebPOptions
  let svga: SVGAOptions
  let gif: GIFOptions
  let timeline: TimelineOptions

  private var groups: [any ExporterOptions] {
    [svga, webp, APNGOptions(), gif, AtlasOptions(), FrameSequenceOptions(), timeline]
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
    for group in groups where group.format != format {
      if let option = group.given.first { throw misuse(of: option, of: [group.format], for: format) }
    }
    let accepted = try group(of: format).accepts
    for option in common.given where !accepted.contains(option) {
      let formats = groups.filter { $0.accepts.contains(option) }.map(\.format)
      throw misuse(of: option.rawValue, of: formats, for: format)
    }
  }

  private func misuse(of option: String, of formats: [OutputFormat], for format: OutputFormat) -> ValidationError {
    let names = formats.map(\.name).joined(separator: " and ")
    return ValidationError("\(option) is for \(names); \(format.name) has nothing like it. Leave it out.")
  }
}

/// Options of several formats.
struct CommonFormatOptions: ParsableArguments {
  @Option(
    name: .customLong("max-bytes"),
    help: ArgumentHelp(
      "What the file may take, such as 500k or 1.5MiB. Quality or resolution and then frame rate are lowered to fit. "
        + "Without it, an SVGA file above 20 MB is refused; none lifts that.", valueName: "bytes"))
  var maximumBytes: ByteCountArgument?

  @Option(
    name: .customLong("max-memory"),
    help: ArgumentHelp(
      "SVGA: what the decoded bitmaps may take in a player's memory, such as 8MB; above 64 MB a file is refused, unless "
        + "this says none.", valueName: "bytes"))
  var maximumMemory: ByteCountArgument?

  @Option(
    name: .customShort("O", allowingJoined: true),
    help: ArgumentHelp("SVGA and PNG files: how much time goes into a small file; 3 is for releases.", valueName: "0…3")
  )
  var effort: CompressionEffort = .normal

  @Option(help: ArgumentHelp("WebP, APNG and GIF: how often it plays, 0 for ever.", valueName: "times"))
  var loop: Int = 0

  func validate() throws {
    guard (0...65535).contains(loop) else { throw ValidationError("--loop takes a number from 0 to 65535.") }
  }

  /// The options that were given.
  var given: [CommonFormatOption] {
    CommonFormatOption.allCases.filter { option in
      switch option {
      case .maximumBytes: maximumBytes != nil
      case .maximumMemory: maximumMemory != nil
      case .effort: effort != .normal
      case .loopCount: loop != 0
      }
    }
  }

  /// The upper bounds of the result.
  var budget: ExportBudget { ExportBudget(bytes: maximumBytes?.count, memory: maximumMemory?.count) }
}

extension CompressionEffort: ExpressibleByArgument {}
