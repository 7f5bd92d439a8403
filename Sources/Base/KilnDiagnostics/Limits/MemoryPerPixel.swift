/// Maximum number of bytes that some work takes for each pixel of a canvas.
public struct MemoryPerPixel: Sendable, Hashable {
  /// Bytes a pixel that the work takes in any case.
  public var shared: Int
  /// Bytes a pixel that each of its threads takes in addition.
  public var perThread: Int

  /// Memory of some work, in bytes for each pixel.
  public init(shared: Int, perThread: Int) {
    self.shared = shared
    self.perThread = perThread
  }
}

extension Limits {
  /// The number of threads, at most as many as asked for, whose pictures together keep to `workingBytes`.
  ///
  /// - Parameters:
  ///   - memory: Bytes that the work takes for each pixel.
  ///   - decodedBytes: Bytes of decoded images that the work holds besides.
  ///   - what: Name of the canvas in the message.
  /// - Throws: `limit.exceeded` if one thread takes more.
  public func threads(
    _ threads: Int, width: Int, height: Int, _ memory: MemoryPerPixel, decodedBytes: Int = 0, _ what: String,
    at path: DocumentPath = .root
  ) throws(Diagnostic) -> Int {
    try check(width: width, height: height, what, at: path)
    let pixels = width * height
    let free = workingBytes - decodedBytes - pixels * memory.shared
    let perThread = pixels * memory.perThread
    if perThread <= free { return max(1, min(threads, free / max(1, perThread))) }
    let needed = decodedBytes + pixels * (memory.shared + memory.perThread)
    throw Diagnostic(
      .limitExceeded,
      "\(what) of \(width) × \(height) pixels needs \(ByteCount(needed)) of memory"
        + (decodedBytes > 0 ? ", \(ByteCount(decodedBytes)) of it for images" : "")
        + ", above the limit of \(ByteCount(workingBytes))",
      at: path,
      advice: Limit.workingBytes.advice(
        "make it smaller: half of the width and height takes a quarter of the memory"))
  }
}
