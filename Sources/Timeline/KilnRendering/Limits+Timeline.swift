public import KilnDiagnostics
public import KilnTimeline

extension Limits {
  /// The number of threads with which frames of a timeline can be drawn into pictures, as
  /// `threads(_:width:height:_:decodedBytes:_:at:)`.
  ///
  /// - Throws: `limit.exceeded` if that takes too much memory with one thread.
  public func threads(
    _ threads: Int, for timeline: Timeline, width: Int, height: Int, _ memory: MemoryPerPixel, _ what: String
  ) throws(Diagnostic) -> Int {
    let layers = timeline.layerBytesPerPixel
    return try self.threads(
      threads, width: width, height: height,
      MemoryPerPixel(shared: memory.shared, perThread: memory.perThread + layers),
      decodedBytes: timeline.images.decodedBytes, what)
  }
}

extension MemoryPerPixel {
  /// Frames that are drawn, and wait to be consumed.
  public static let frames = MemoryPerPixel(shared: 8, perThread: 24)
}
