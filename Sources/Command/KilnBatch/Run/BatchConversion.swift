package import KilnDiagnostics
package import Kiln
internal import KilnReports

/// Inputs, output names and variants of one conversion: all of a command line, or one entry of a project file.
package struct BatchConversion: Sendable {
  /// Error of options that are invalid for an input.
  ///
  /// It has a name because the compiler calls an import unused whose type stands only behind `throws` of a closure.
  package typealias Failure = Diagnostic

  /// Variants that an input is converted to, at least one.
  ///
  /// - Parameter path: The input's path.
  /// - Throws: An error if the options for the input are invalid.
  package typealias Variants = @Sendable (_ path: String) throws(Failure) -> [BatchVariant]

  /// Files and folders to search, as the user names them.
  package var paths: [String] = []
  /// Lines of a file list; nil for none.
  package var listed: [String] = []
  /// Patterns for paths relative to the working folder.
  package var patterns: [InputPattern] = []
  /// Patterns one of which must match what is found in folders and lists; none for everything.
  package var included: [GlobPattern] = []
  /// Patterns none of which may match: paths below a folder that is named, or else relative to the working folder.
  package var excluded: [GlobPattern] = []
  /// Whether what `.gitignore` files name is left out of the folders among `paths`.
  package var respectsIgnoreFiles = true
  /// Whether files that the user names may be no animations, or there may be none.
  package var skipsForeign = false
  /// Folder for the outputs; empty for the working folder.
  package var outputFolder: String
  /// Names of outputs below it.
  package var template: OutputTemplate
  /// The format of the outputs.
  package var format: OutputFormat
  /// Layouts that results may have, depending on the options of their input; empty: the layout of the format only.
  package var layouts: [OutputFormat.Layout] = []
  /// Whether all inputs become one result, an atlas of several animations. What is made of it depends on no input's path.
  package var packsInputs = false
  /// Whether names of outputs have no extension yet.
  package var addsExtension = true
  /// Function that returns the variants of an input.
  package var variants: Variants
  /// Command-line option or project-file member that sets the names of outputs, for messages.
  package var namesAreIn = "--name"
  /// The line and column in the project file, for messages; empty for the command line.
  package var place = ""

  /// A conversion into a folder with the same variants of every input; inputs are set afterwards.
  package init(
    outputFolder: String, template: OutputTemplate = .keepingTree, variants: [BatchVariant], format: OutputFormat
  ) {
    self.outputFolder = outputFolder
    self.template = template
    self.format = format
    self.variants = { _ in variants }
  }

  /// A conversion of a project file, with paths relative to the working folder; inputs are set afterwards.
  ///
  /// - Parameter place: Path, line and column of the output names in the project file, for messages.
  package init(_ naming: OutputNaming, place: String = "", variants: @escaping Variants) {
    outputFolder = naming.folder
    template = naming.template
    format = naming.format
    addsExtension = false
    namesAreIn = "outputs"
    self.place = place
    self.variants = variants
  }

  /// The path of an output.
  ///
  /// - Throws: `usage.invalid` if it has no name or would lie outside of the folder.
  func output(of input: BatchInput, _ variant: BatchVariant, number: Int) throws(Diagnostic) -> String {
    let relative = template.path { placeholder in
      switch placeholder {
      case .dir: input.folder
      case .stem: input.stem
      case .variant: variant.name ?? "\(number)"
      case .scale: variant.scale
      case .width: variant.width ?? ""
      case .height: variant.height ?? ""
      }
    }
    guard let relative else {
      throw wrongNames(
        "the output of \(input.path) would have no name or lie outside of \(outputFolder.isEmpty ? "." : outputFolder)",
        advice: "use {dir} and {stem} in \(namesAreIn)")
    }
    let suffix = addsExtension ? format.extensions.first.map { "." + $0 } ?? "" : ""
    return RelativePath.joined(outputFolder, relative + suffix)
  }

  /// A finding about names of outputs.
  func wrongNames(_ message: String, advice: String) -> Diagnostic {
    Diagnostic(.usageInvalid, place.isEmpty ? message : "\(place): \(message)", advice: advice)
  }

  /// Whether a path is one that a result may have, now or of an earlier run with other inputs.
  ///
  /// Only in folders of their own: elsewhere the names of results say too little.
  func mayBeResult(_ path: String, _ pattern: GlobPattern) -> Bool {
    guard !outputFolder.isEmpty, let rest = Files.path(path, below: outputFolder) else { return false }
    return pattern.matches(rest)
  }

  /// Patterns, relative to the folder, of all results' paths: main files, files beside them, and all files in
  /// folders. Empty if names have no extension yet, or if no pattern can be made.
  var resultPatterns: [GlobPattern] {
    guard !addsExtension, let pattern = template.pattern else { return [] }
    let layouts = layouts.isEmpty ? [format.layout] : layouts
    return layouts.flatMap { Self.resultPatterns(pattern, $0) }
  }

  private static func resultPatterns(_ pattern: GlobPattern, _ layout: OutputFormat.Layout) -> [GlobPattern] {
    switch layout {
    case .file: return [pattern]
    case .folder: return [GlobPattern(pattern.text + "/**", isAnchored: true)].compactMap(\.self)
    case .fileWith(let extensions):
      let others = extensions.compactMap { name in
        GlobPattern(Files.sibling(of: pattern.text, extension: name), isAnchored: true)
      }
      return [pattern] + others
    case .suffixed(let suffixes, let extensions):
      let folder = extensions.isEmpty ? "/**" : ""
      return OutputLocation.paths(of: pattern.text, suffixes, extensions).compactMap {
        GlobPattern($0 + folder, isAnchored: true)
      }
    }
  }
}
