public import KilnDiagnostics
public import KilnGeometry
public import KilnTimeline

/// Source that a deliverable was made from.
public struct ValidationSource: Sendable {
  /// Function that returns the expected content of a deliverable at some times.
  ///
  /// - Parameters:
  ///   - milliseconds: Times from the start of the deliverable, ascending; nil for the one of a still picture.
  ///   - canvas: Size of the deliverable in pixels.
  /// - Returns: A timeline with that canvas and one frame for each time.
  /// - Throws: Why the source cannot be drawn.
  public typealias Frames =
    @Sendable (_ milliseconds: [Double]?, _ canvas: Size) throws(Diagnostic) -> Timeline

  /// Name of the source in messages.
  public var name: String
  /// Function that returns the expected content of the deliverable.
  public var frames: Frames

  /// A source by what it shows.
  public init(name: String, frames: @escaping Frames) {
    self.name = name
    self.frames = frames
  }
}
