internal import CKilnPNG
internal import KilnDiagnostics

/// Decoder of PNG of any colour type and bit depth.
enum PNGDecoder {
  static func decode(_ bytes: [UInt8], limits: Limits) throws(Diagnostic) -> DecodedPicture {
    var width: UInt32 = 0
    var height: UInt32 = 0
    var message = CErrorMessage()
    let capacity = message.capacity
    guard kiln_png_read_size(bytes, bytes.count, &width, &height, &message.characters, capacity) == 1 else {
      throw failure(message)
    }
    try limits.check(width: Int(width), height: Int(height), "The PNG image")
    var rgba = [UInt8](repeating: 0, count: Int(width) * Int(height) * 4)
    guard kiln_png_decode(bytes, bytes.count, width, height, &rgba, &message.characters, capacity) == 1 else {
      throw failure(message)
    }
    return DecodedPicture(
      width: Int(width), height: Int(height), pixels: rgba, channels: PNGColorSpace.channels(of: bytes),
      colors: PNGColorSpace.candidates(in: bytes))
  }

  private static func failure(_ message: CErrorMessage) -> Diagnostic {
    guard let text = message.text, !message.isAboutMemory else { return .outOfMemory("libpng") }
    return Diagnostic(.imageInvalid, "The PNG image is damaged: \(text)")
  }
}
