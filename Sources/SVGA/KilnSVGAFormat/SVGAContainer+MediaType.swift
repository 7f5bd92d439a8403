extension SVGAContainer {
  /// Media type of both containers; none is registered.
  public static let mediaType = "application/x-svga"
}
