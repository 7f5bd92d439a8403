internal import CJPEG
internal import Diagnostics
internal import Pixels

/// JPEG, baseline and progressive: grey, colour and CMYK.
enum JPEGDecoder {
  static func decode(_ bytes: [UInt8], limits: Limits) throws(Diagnostic) -> Pixmap {
    var width: UInt32 = 0
    var height: UInt32 = 0
    var message = ShimMessage()
    let capacity = message.capacity
    guard kiln_jpeg_read_size(bytes, bytes.count, &width, &height, &message.characters, capacity) == 1 else {
      throw failure(message)
    }
    try limits.check(width: Int(width), height: Int(height), "The JPEG image")
    var rgba = [UInt8](repeating: 0, count: Int(width) * Int(height) * 4)
    guard kiln_jpeg_decode(bytes, bytes.count, width, height, &rgba, &message.characters, capacity) == 1 else {
      throw failure(message)
    }
    return Pixmap(width: Int(width), height: Int(height), straightRGBA: rgba)
  }

  private static func failure(_ message: ShimMessage) -> Diagnostic {
    Diagnostic(.imageInvalid, "The JPEG image is damaged: \(message.text ?? "out of memory")")
  }
}
