internal import CKilnWebP
internal import KilnDiagnostics

/// Conversion of libwebp's error codes to findings.
enum WebPFailure {
  /// The version of the loaded library differs from that of the headers.
  static let version = Diagnostic(.internalError, "The version of libwebp does not fit the one Kiln was built with")

  static func decoding(_ status: VP8StatusCode) -> Diagnostic {
    switch status {
    case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED: invalid("it ends too early")
    case VP8_STATUS_UNSUPPORTED_FEATURE:
      Diagnostic(.imageUnsupported, "The WebP image uses a feature that libwebp does not read")
    case VP8_STATUS_OUT_OF_MEMORY: .outOfMemory("libwebp")
    default: invalid("its bitstream is wrong")
    }
  }

  static func invalid(_ reason: String) -> Diagnostic {
    Diagnostic(.imageInvalid, "The WebP image is damaged: \(reason)")
  }

  static func encoding(_ error: WebPEncodingError) -> Diagnostic {
    switch error {
    case VP8_ENC_ERROR_OUT_OF_MEMORY, VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY: .outOfMemory("libwebp")
    // libwebp's own writer refuses only what it gets no memory for, and the conversion of colours says no code then.
    case VP8_ENC_ERROR_BAD_WRITE, VP8_ENC_OK: .outOfMemory("libwebp")
    case VP8_ENC_ERROR_BAD_DIMENSION:
      Diagnostic(.imageNotEncodable, "A WebP image has 1 to \(WEBP_MAX_DIMENSION) pixels along each side")
    case VP8_ENC_ERROR_PARTITION0_OVERFLOW, VP8_ENC_ERROR_PARTITION_OVERFLOW:
      Diagnostic(
        .imageNotEncodable, "The picture holds too much detail for one WebP image", advice: "lower the quality")
    case VP8_ENC_ERROR_FILE_TOO_BIG: Diagnostic(.imageNotEncodable, "The WebP image would pass 4 GiB")
    default: Diagnostic(.internalError, "libwebp refused to encode (code \(error.rawValue))")
    }
  }
}
