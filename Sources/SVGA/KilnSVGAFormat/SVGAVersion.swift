/// Version of the SVGA format, which defines how a movie is packed.
public enum SVGAVersion: Int, Sendable, Hashable, CaseIterable {
  /// SVGA 1.x: a ZIP archive of JSON and pictures, without sound. For players of before 2017.
  case archive = 1
  /// SVGA 2.x: protobuf in a zlib stream.
  case stream = 2
}
