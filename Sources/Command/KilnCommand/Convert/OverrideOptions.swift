public import ArgumentParser
package import KilnDiagnostics
internal import KilnGeometry
internal import Kiln
internal import KilnProject

/// Changes to an animation before it is converted or drawn.
struct OverrideOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Do not draw the layers of a key path: names from the outermost layer with dots between, * for any name, ** for any "
        + "layers. Repeatable.", valueName: "keypath"))
  var hide: [KeyPathPattern] = []

  @Option(
    help: ArgumentHelp("Draw layers that the file or --hide hides. Repeatable.", valueName: "keypath"))
  var show: [KeyPathPattern] = []

  @Option(help: ArgumentHelp("Draw only these layers. Repeatable.", valueName: "keypath"))
  var solo: [KeyPathPattern] = []

  @Option(
    help: ArgumentHelp(
      "Lottie: give a property another value, such as 'Star.Contents.Fill 1.Color=#ff8800', or only in some frames, such "
        + "as 'Star.Transform.Opacity@10..<50=0'. Repeatable.", valueName: "keypath=value"))
  var set: [AssignmentArgument] = []

  @Option(
    help: ArgumentHelp("Show another picture in place of the one with a key. Repeatable.", valueName: "key=file"))
  var image: [AssignmentArgument] = []

  @Option(
    help: ArgumentHelp(
      "Another text in a text layer of Lottie, in its font and style, or a text over the picture of a key of SVGA. "
        + "Repeatable.", valueName: "layer=text"))
  var text: [AssignmentArgument] = []

  @Option(help: ArgumentHelp("Lottie: the value of a slot. Repeatable.", valueName: "id=value"))
  var slot: [AssignmentArgument] = []

  @Flag(help: "Leave sounds out.")
  var mute = false

  @Option(
    help: ArgumentHelp(
      "Only a part of the canvas: X,Y,W,H in pixels, or auto for all that is ever drawn.", valueName: "area"))
  var crop: CropArgument?

  @Option(
    help: ArgumentHelp(
      "A YAML file with such changes, by the same names. What is said here comes after.", valueName: "file"))
  var overrides: String?

  /// All changes, those of the file first.
  ///
  /// - Parameter uses: Notes what is read.
  /// - Throws: Errors of reading the files; `config.invalid`.
  func resolved(_ uses: FileAccessRecord?) throws(Diagnostic) -> AnimationOverrides {
    var list: [OverridesFile.Change] = []
    if let overrides {
      list = try OverridesFile.read(try read(overrides, uses), file: overrides)
    }
    var result = AnimationOverrides()
    for change in list { try apply(change, to: &result, uses, isFromFile: true) }
    for change in changes { try apply(change, to: &result, uses, isFromFile: false) }
    return result
  }

  private var changes: [OverridesFile.Change] {
    hide.map { .hide($0) } + show.map { .show($0) } + solo.map { .solo($0) }
      + self.set.compactMap { PropertyChange(name: $0.name, text: $0.value).map { .set($0) } }
      + image.map { .image($0.name, file: $0.value) } + text.map { .text($0.name, $0.value) }
      + slot.map { .slot($0.name, $0.value) } + (mute ? [.mute] : []) + (crop.map { [.crop($0.crop)] } ?? [])
  }

  private func apply(
    _ change: OverridesFile.Change, to result: inout AnimationOverrides, _ uses: FileAccessRecord?, isFromFile: Bool
  ) throws(Diagnostic) {
    switch change {
    case .hide(let pattern): result.hidden.append(pattern)
    case .show(let pattern): result.shown.append(pattern)
    case .solo(let pattern): result.solo.append(pattern)
    case .set(let change): result.values.append(change)
    case .text(let name, let text): result.texts.append(NamedChange(name: name, value: text))
    case .slot(let name, let text): result.slots.append(NamedChange(name: name, value: text))
    case .mute: result.isMuted = true
    case .crop(let crop): result.crop = crop
    case .image(let key, let file):
      result.images.append(AnimationOverrides.Image(key: key, bytes: try read(file, uses, isRegular: isFromFile)))
    }
  }

  /// Reads a file that a change names, which errors then name, too.
  ///
  /// - Parameter isRegular: Whether it may be no pipe, because another file names it.
  private func read(_ file: String, _ uses: FileAccessRecord?, isRegular: Bool = false) throws(Diagnostic) -> [UInt8] {
    do throws(Diagnostic) {
      let bytes = try isRegular ? Files.readRegular(file) : Files.read(file)
      uses?.read(file, bytes)
      return bytes
    } catch {
      var reason = error
      if error.rule == .inputNotFound {
        uses?.read(file, nil)
        reason = Files.notFound(file)
      }
      throw Diagnostic(reason.rule, "\(file), which a change names: \(reason.message)", advice: reason.advice)
    }
  }

  func validate() throws {
    for item in self.set where PropertyChange(name: item.name, text: "") == nil {
      throw ValidationError("“\(item.name)” is no key path, or its range of frames is empty.")
    }
  }
}

/// A name and a value with an equals sign between them: the first one in the text.
struct AssignmentArgument: ExpressibleByArgument {
  let name: String
  let value: String

  init?(argument: String) {
    guard let sign = argument.firstIndex(of: "="), sign > argument.startIndex else { return nil }
    name = String(argument[..<sign])
    value = String(argument[argument.index(after: sign)...])
  }
}

/// A part of the canvas: `auto`, or four numbers.
struct CropArgument: ExpressibleByArgument {
  let crop: AnimationOverrides.Crop

  init?(argument: String) {
    guard let crop = AnimationOverrides.Crop(text: argument) else { return nil }
    self.crop = crop
  }
}

extension KeyPathPattern: ExpressibleByArgument {
  /// A pattern as it is written.
  package init?(argument: String) { self.init(argument) }
}
