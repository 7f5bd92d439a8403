internal import Diagnostics
internal import LottieFormat
internal import TimelineModel

extension LottieDocument {
  /// The place of an item of a layer, for findings.
  ///
  /// - Parameters:
  ///   - node: The item, or the layer itself.
  ///   - origin: The layer where it is used.
  func path(to node: Int, in layer: LottieLayer, _ origin: SpriteOrigin) -> DocumentPath {
    var path = origin.path
    guard node != layer.node else { return path }
    path.pointer = pointer(to: node)
    path.property = propertyNames(of: node, inLayer: layer.node)
    return path
  }
}
