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
    if input != "-", Files.isFolder(input) {
      let pictures = try PictureFiles.open(folder: input)
      return (.pictures(pictures), Files.byteCount(ofFilesIn: input))
    }
    let bytes = try read()
    if format == nil, let pictures = try PictureFiles.open(bytes, path: input == "-" ? nil : input) {
      return (.pictures(pictures), bytes.count)
    }
    return (.drawn(try open(bytes)), bytes.count)
  }
}
