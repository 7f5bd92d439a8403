public import Diagnostics
public import Geometry
public import TimelineModel

/// What a deliverable was made of.
public struct ValidationSource: Sendable {
  /// What a deliverable should show at some times.
  ///
  /// - Parameters:
  ///   - milliseconds: Times from the start of the deliverable, ascending; nil for the one of a still picture.
  ///   - canvas: Size of the deliverable in pixels.
  /// - Returns: A timeline with that canvas and one frame for each time.
  /// - Throws: Why the source cannot be drawn.
  public typealias Frames =
    @Sendable (_ milliseconds: [Double]?, _ canvas: Size) throws(Diagnostic) -> Timeline

  /// What the source is called in messages.
  public var name: String
  /// What the deliverable should show.
  public var frames: Frames

  /// A source by what it shows.
  public init(name: String, frames: @escaping Frames) {
    self.name = name
    self.frames = frames
  }
}
