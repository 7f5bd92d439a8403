internal import KilnDiagnostics

#if JPEG
  internal import CKilnJPEG

  /// Decoder of JPEG, baseline and progressive, in greyscale, colour and CMYK.
  enum JPEGDecoder {
    static func decode(_ bytes: [UInt8], limits: Limits) throws(Diagnostic) -> DecodedPicture {
      var width: UInt32 = 0
      var height: UInt32 = 0
      var message = CErrorMessage()
      let capacity = message.capacity
      guard kiln_jpeg_read_size(bytes, bytes.count, &width, &height, &message.characters, capacity) == 1 else {
        throw failure(message)
      }
      try limits.check(width: Int(width), height: Int(height), "The JPEG image")
      var pixels = [UInt8](repeating: 0, count: Int(width) * Int(height) * 4)
      var components: Int32 = 0
      var isInverted: Int32 = 0
      guard
        kiln_jpeg_decode(
          bytes, bytes.count, width, height, &pixels, &components, &isInverted, &message.characters, capacity) == 1
      else { throw failure(message) }
      let channels: PixelChannels =
        components == 4 ? .cmyk(isInverted: isInverted != 0) : components == 1 ? .grey : .rgb
      return DecodedPicture(
        width: Int(width), height: Int(height), pixels: pixels, channels: channels,
        colors: JPEGColorProfile.candidates(in: bytes))
    }

    private static func failure(_ message: CErrorMessage) -> Diagnostic {
      guard let text = message.text, !message.isAboutMemory else { return .outOfMemory("libjpeg") }
      return Diagnostic(.imageInvalid, "The JPEG image is damaged: \(text)")
    }
  }
#else
  /// Stands for the decoder of JPEG in a program that was built without it.
  enum JPEGDecoder {
    /// - Throws: `image.library.missing`.
    static func decode(_ bytes: [UInt8], limits: Limits) throws(Diagnostic) -> DecodedPicture {
      throw .leftOut("JPEG", "libjpeg", .jpeg)
    }
  }
#endif
