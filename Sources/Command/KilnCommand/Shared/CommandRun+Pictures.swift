internal import KilnDiagnostics
internal import Kiln
internal import KilnPictureImport
internal import KilnTimeline

extension CommandRun {
  /// Content of an input.
  enum Content {
    /// An animation to draw: Lottie, SVGA or a timeline.
    case drawn(any AnimationSource)
    /// Pictures: animated WebP, APNG, GIF, a folder, or an atlas.
    case pictures(PictureAnimation)
  }

  /// Opens the input, whatever it holds, and counts its bytes: of a folder, those of all its files.
  ///
  /// - Throws: Errors of reading; `usage.invalid` for changes that pictures do not have.
  mutating func openAny() throws(Diagnostic) -> (content: Content, byteCount: Int) {
    if isFolder { return (.pictures(try folderPictures()), Files.byteCount(ofFilesIn: input)) }
    let bytes = try read()
    if let pictures = try pictures(bytes) { return (.pictures(pictures), bytes.count) }
    return (.drawn(try openDrawn(bytes)), bytes.count)
  }

  /// Opens the animation in the input: one to draw, or pictures, of which sprites are made.
  mutating func open() throws(Diagnostic) -> any AnimationSource {
    guard isFolder else { return try open(read()) }
    return try source(of: folderPictures())
  }

  /// Opens the animation in the input's bytes.
  mutating func open(_ bytes: [UInt8]) throws(Diagnostic) -> any AnimationSource {
    guard let pictures = try pictures(bytes) else { return try openDrawn(bytes) }
    return try source(of: pictures)
  }

  /// Pictures as an animation with the changes that are asked for.
  func source(of pictures: PictureAnimation) throws(Diagnostic) -> any AnimationSource {
    try changes().applied(
      to: try PictureSource(pictures, frameRate: pictureFrameRate, limits: limits), assets: assets, limits: limits)
  }

  /// Whether the input is a folder.
  var isFolder: Bool { input != "-" && Files.isFolder(input) }

  /// The pictures in the input's bytes; nil if these are something else, or another format is asked for.
  private func pictures(_ bytes: [UInt8]) throws(Diagnostic) -> PictureAnimation? {
    guard format == nil || format == .pictures else { return nil }
    return try PictureFiles.open(
      bytes, path: input == "-" ? nil : input, limits: limits, followsLinks: filePolicy.followsLinks)
  }

  /// The pictures in the input, a folder.
  private func folderPictures() throws(Diagnostic) -> PictureAnimation {
    // The images beside a Lottie file are no animation.
    if let other = Files.names(in: input).first(where: { OutputFormat.isAnimation(fileName: $0) }) {
      throw Diagnostic(
        .inputUnreadable, "this is a folder with the animation \(other)", advice: "name the animation inside it")
    }
    return try PictureFiles.open(
      folder: input, limits: limits, followsLinks: filePolicy.followsLinks, uses: uses)
  }
}

extension OutputFormat {
  /// Whether a file is an animation to draw, by its name.
  fileprivate static func isAnimation(fileName: String) -> Bool {
    let name = fileName.lowercased()
    return ["json", "lottie", "tgs", "svga"].contains { name.hasSuffix("." + $0) }
  }
}
