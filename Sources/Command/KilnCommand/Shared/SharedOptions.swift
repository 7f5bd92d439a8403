public import ArgumentParser
package import Kiln
package import KilnLottieImport
internal import KilnPlatform
package import KilnRendering

/// The input animation.
struct InputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The animation: Lottie (.json, .lottie, .tgs), SVGA, .timeline.json, or pictures: GIF, APNG, WebP, video, or a folder; "
        + "`-` is standard input.", valueName: "input"))
  var input: String

  @OptionGroup var source: SourceOptions
}

/// Options of reading an input.
struct SourceOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Where images beside a Lottie file are looked for first.", valueName: "folder"))
  var assets: [String] = []

  @Option(
    help: ArgumentHelp(
      "Where fonts of a Lottie file are looked for, before those that are installed.", valueName: "folder"))
  var fonts: [String] = []

  @Option(
    help: ArgumentHelp(
      "Which animation of a dotLottie, if it holds several; with convert, all makes a file of each.", valueName: "id"))
  var animation: String?

  @Option(
    help: ArgumentHelp(
      "Which theme of a dotLottie, instead of the animation's initial one; none for its own values.", valueName: "id"))
  var theme: String?

  @Option(help: "Whose picture of a Lottie file counts: lottie-web's or After Effects'.")
  var fidelity: LottieFidelity = .lottieWeb

  @OptionGroup var expressions: ExpressionOptions
  @OptionGroup var limits: LimitOptions

  @OptionGroup(title: "Changes on the way") var changes: OverrideOptions

  @Option(help: "Format of the input, instead of what its content says.")
  var from: AnimationFormat?
}

/// The option of drawing an SVGA file as a player does.
struct PlayerOptions: ParsableArguments {
  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "Draw an SVGA file as a player does, faults included: \(SVGAPlayer.allCases.map(\.description).joined(separator: ", ")).",
      valueName: "player"))
  var player: String?
}

/// Options of printed output.
struct PrintingOptions: ParsableArguments {
  enum Color: String, ExpressibleByArgument, CaseIterable { case auto, always, never }

  @Flag(help: "Print the result as JSON on standard output.")
  var json = false

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Print notes, too.")
  var verbose = false

  @Option(help: "Colour messages.")
  var color: Color = .auto
}

/// Number of frames that are processed in parallel.
struct ThreadOptions: ParsableArguments {
  @Option(name: [.customShort("j"), .customLong("jobs")], help: "Frames that are worked on at the same time.")
  var jobs: Int = SystemProcessors.available

  func validate() throws {
    guard (1...1024).contains(jobs) else { throw ValidationError("-j takes a number from 1 to 1024.") }
  }
}

/// A side of a picture in pixels.
struct PictureSizeOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Columns; alone it keeps the aspect.", valueName: "pixels"))
  var width: Int?

  @Option(help: ArgumentHelp("Rows; alone it keeps the aspect.", valueName: "pixels"))
  var height: Int?

  func validate() throws {
    for (name, side) in [("--width", width), ("--height", height)] {
      guard let side else { continue }
      guard (1...16383).contains(side) else { throw ValidationError("\(name) takes a number from 1 to 16383.") }
    }
  }
}

extension ExpressibleByArgument where Self: CaseIterable & RawRepresentable, RawValue == String {
  /// The words of all cases. ArgumentParser's own go by key path, which costs 0.5 ms at every start.
  package static var allValueStrings: [String] { allCases.map { $0.rawValue } }
}

extension AnimationFormat: ExpressibleByArgument {}
extension LottieFidelity: ExpressibleByArgument {}
extension OutputFormat: ExpressibleByArgument {
  /// A format by its ID.
  package init?(argument: String) { self.init(id: argument) }
  /// Its ID.
  package var defaultValueDescription: String { id }
  /// IDs of all formats.
  package static var allValueStrings: [String] { all.map(\.id) }
}
extension CanvasFit.Mode: ExpressibleByArgument {}
