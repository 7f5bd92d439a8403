internal import KilnDiagnostics
internal import KilnImages
internal import KilnPixels

/// The file of an animation, made frame by frame.
struct WebPAssembly {
  private var writer: AnimatedWebPWriter
  /// The last frame, which waits for frames that lengthen it, and for one that disposes of it.
  private var last: (subframe: EncodedSubframe, milliseconds: Int)?
  private var isEmpty = true

  /// A file without frames.
  ///
  /// - Throws: `image.encode.failed` if a number is out of range.
  init(width: Int, height: Int, loopCount: Int) throws(Diagnostic) {
    writer = try AnimatedWebPWriter(width: width, height: height, loopCount: loopCount)
  }

  /// Appends a frame; nil for one in which nothing changes, which lengthens the frame before.
  ///
  /// - Throws: `limit.exceeded`, `image.encode.failed`.
  mutating func append(_ subframe: EncodedSubframe?, milliseconds: Int) throws(Diagnostic) {
    guard let subframe else {
      last?.milliseconds += milliseconds
      return
    }
    try writeLast(isDisposed: subframe.isAfterDisposal)
    last = (subframe, milliseconds)
  }

  /// The bytes of the complete file. Not consuming: a consumed copy of this shares the file, which its changes would copy.
  ///
  /// - Throws: `limit.exceeded`, `image.encode.failed`.
  mutating func finish() throws(Diagnostic) -> [UInt8] {
    if isEmpty { try repeatPixel() }
    try writeLast(isDisposed: false)
    return try writer.finish()
  }

  private mutating func writeLast(isDisposed: Bool) throws(Diagnostic) {
    guard let (frame, milliseconds) = last else { return }
    guard milliseconds < 1 << 24 else {
      throw Diagnostic(
        .limitExceeded,
        "a frame is shown for \(milliseconds / 1000) seconds, longer than the \((1 << 24) / 1000) that animated WebP can say",
        advice: "make the animation shorter, or choose another format")
    }
    try writer.append(
      frame: frame.bytes, x: frame.x, y: frame.y, durationMilliseconds: milliseconds, blend: frame.isBlended,
      disposeToBackground: isDisposed)
    last = nil
    isEmpty = false
  }

  /// Gives an animation in which nothing ever changes a second frame, without which the file would be a still image that
  /// has no duration: its first pixel once more.
  private mutating func repeatPixel() throws(Diagnostic) {
    guard let total = last?.milliseconds, total > 1 else { return }
    last?.milliseconds = total - total / 2
    let pixel = try WebPFrameEncoder.encode(Pixmap(width: 1, height: 1), options: .lossless())
    let again = EncodedSubframe(x: 0, y: 0, bytes: pixel, isBlended: true, isAfterDisposal: false)
    try append(again, milliseconds: total / 2)
  }
}
