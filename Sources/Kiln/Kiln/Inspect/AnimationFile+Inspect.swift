public import KilnComparison
public import KilnDiagnostics
internal import KilnTimeline

extension AnimationFile {
  /// Contents of the file: images, sounds, markers, sprites, memory.
  ///
  /// - Throws: Errors of the source; `work.cancelled`, `work.refused`.
  public func inspect() async throws(Diagnostic) -> Inspection {
    try await work { progress, log throws(Diagnostic) in
      try Inspection.inspect(source, progress: progress, log: &log).inspection
    }
  }

  /// Layers as a tree of sprites, the topmost first.
  ///
  /// - Throws: Errors of the source; `work.cancelled`, `work.refused`.
  public func layers() async throws(Diagnostic) -> [SpriteInspection] {
    SpriteInspection.inspect(try await timeline())
  }

  /// Pictures that apps can replace, with the keys by which they do.
  ///
  /// - Throws: Errors of the source; `work.cancelled`, `work.refused`.
  public func keys() async throws(Diagnostic) -> [KeyInspection] {
    KeyInspection.inspect(try await timeline())
  }

  /// Similarity to another animation, frame by frame at the same times.
  ///
  /// - Parameters:
  ///   - other: The animation that this one should look like, usually its source.
  ///   - maximumFrames: Frames that are compared, at most; nil for all.
  /// - Throws: `limit.exceeded`; errors of both sources; `work.cancelled`, `work.refused`.
  public func compare(
    with other: AnimationFile, maximumFrames: Int? = nil
  ) async throws(Diagnostic) -> ComparisonResult {
    try await work { progress, log throws(Diagnostic) in
      var options = AnimationComparison.Options()
      options.maximumFrames = maximumFrames
      options.limits = self.options.limits
      options.progress = progress
      return try AnimationComparison(try other.compared(), try compared(), options: options, log: &log).run()
    }
  }

  /// Pictures keep the times that they are shown for, which a frame rate cannot say.
  private func compared() throws(Diagnostic) -> ComparedAnimation {
    guard info.format == AnimationFormat.pictures.rawValue, options.overrides.isEmpty,
      let pictures = try PictureFiles.open(bytes, path: nil, limits: options.limits)
    else { return ComparedAnimation(source) }
    return ComparedAnimation(pictures)
  }
}
