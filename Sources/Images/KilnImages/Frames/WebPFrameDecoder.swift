internal import CKilnWebP
internal import KilnDiagnostics
internal import KilnPixels

/// Decodes the canvases of a WebP file, animated or still, by libwebp's own composition.
final class WebPFrameDecoder: FrameDecoder {
  /// The file; libwebp reads it until the decoder is deleted.
  private let file: UnsafeMutableBufferPointer<UInt8>
  private let decoder: OpaquePointer
  private let width: Int
  private let height: Int
  private var count = 0
  /// Time at which the frame that was decoded last ends, in milliseconds from the start of the animation.
  private(set) var endMilliseconds = 0

  /// - Throws: `image.data.invalid`.
  init(_ bytes: [UInt8], width: Int, height: Int) throws(Diagnostic) {
    (self.width, self.height) = (width, height)
    var options = WebPAnimDecoderOptions()
    guard WebPAnimDecoderOptionsInit(&options) != 0 else { throw WebPFailure.version }
    options.color_mode = MODE_RGBA
    let file = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = file.initialize(from: bytes)
    var data = WebPData(bytes: file.baseAddress, size: file.count)
    guard let decoder = WebPAnimDecoderNew(&data, &options) else {
      file.deallocate()
      throw WebPFailure.invalid("it cannot be decoded")
    }
    self.file = file
    self.decoder = decoder
  }

  deinit {
    WebPAnimDecoderDelete(decoder)
    file.deallocate()
  }

  func next() throws(Diagnostic) -> Pixmap? {
    try nextPixels().map { Pixmap(width: width, height: height, straightRGBA: $0) }
  }

  /// Four bytes of straight colour and alpha for each pixel of the next canvas; nil after the last one.
  func nextPixels() throws(Diagnostic) -> [UInt8]? {
    guard WebPAnimDecoderHasMoreFrames(decoder) != 0 else { return nil }
    var canvas: UnsafeMutablePointer<UInt8>?
    var end: Int32 = 0
    guard WebPAnimDecoderGetNext(decoder, &canvas, &end) != 0, let canvas else {
      throw WebPFailure.invalid("frame \(count) cannot be decoded")
    }
    count += 1
    endMilliseconds = Int(end)
    return Array(UnsafeBufferPointer(start: canvas, count: width * height * 4))
  }
}
