extension Rule {
  /// An image that the target format cannot represent: thrown by every encoder, and listed by `ImageCodecRules`.
  public static let imageNotEncodable = Rule(
    "image.encode.failed", .error, .rejected, fault: .output,
    "A picture does not fit the image format, for example because it is too large or has no pixels.",
    why: "Without the picture there is no result.",
    remedy: "Choose a smaller --scale or --width.")
}
