internal import Diagnostics
internal import LottieFormat
internal import TimelineModel

extension LottieDocument {
  /// The location of an item of a layer, for findings.
  ///
  /// - Parameters:
  ///   - node: The item, or the layer itself.
  ///   - origin: The layer where it is used.
  func path(to node: Int, in layer: LottieLayer, _ origin: SpriteOrigin) -> DocumentPath {
    guard node != layer.node else { return origin.path() }
    let location = location(of: node, inLayer: layer.node)
    return origin.path(pointer: location.pointer, property: location.names)
  }
}
