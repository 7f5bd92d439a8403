public import Diagnostics

/// What of a source document a sprite is made of: its names, and its place for findings.
///
/// All sprites of a layer share one object, so that a sprite holds one reference.
public final class SpriteOrigin: Sendable {
  /// Names from the outermost source layer inwards, after them those of groups or letters inside the layer. Never empty.
  public let names: [String]
  /// The layer that shows the composition of this one; nil in the outermost composition.
  private let outer: SpriteOrigin?
  /// Nil if only the names are known.
  private let layer: DocumentPath.Layer?
  /// JSON pointer of the layer, or what stands for one in other formats.
  private let pointer: String
  /// The part of the layer, as After Effects names it.
  private let property: [String]

  private init(
    names: [String], outer: SpriteOrigin?, layer: DocumentPath.Layer?, pointer: String, property: [String]
  ) {
    self.names = names
    self.outer = outer
    self.layer = layer
    self.pointer = pointer
    self.property = property
  }

  /// An origin of which only names are known.
  public convenience init(names: [String]) {
    self.init(names: names, outer: nil, layer: nil, pointer: "", property: [])
  }

  /// A layer.
  ///
  /// - Parameters:
  ///   - name: What sprites are called after; findings call the layer by its own name.
  ///   - pointer: JSON pointer of the layer, or what stands for one in other formats.
  ///   - outer: The layer that shows the layer's composition; nil in the outermost composition.
  public convenience init(
    _ layer: DocumentPath.Layer, named name: String, at pointer: String, inside outer: SpriteOrigin? = nil
  ) {
    self.init(names: (outer?.names ?? []) + [name], outer: outer, layer: layer, pointer: pointer, property: [])
  }

  /// A part of the same layer.
  ///
  /// - Parameters:
  ///   - names: Added to the layer's.
  ///   - property: What findings call the part inside the layer; empty to call it by the layer alone.
  public func part(named names: [String], property: [String] = []) -> SpriteOrigin {
    SpriteOrigin(names: self.names + names, outer: outer, layer: layer, pointer: pointer, property: property)
  }

  /// The place for findings. Made each time that it is asked for.
  public var path: DocumentPath {
    guard let layer else { return DocumentPath(layers: names) }
    var chain = [layer]
    var next = outer
    while let origin = next {
      if let layer = origin.layer { chain.append(layer) }
      next = origin.outer
    }
    return DocumentPath(pointer: pointer, chain: chain.reversed(), property: property)
  }

  /// Whether both are of one layer of the document, where it is used in one place.
  public func isSameLayer(as other: SpriteOrigin) -> Bool {
    guard layer != nil, other.layer != nil else { return names == other.names }
    return layer == other.layer && pointer == other.pointer && outer == other.outer
  }
}

extension SpriteOrigin: Hashable {
  /// Whether names and places are equal.
  public static func == (a: SpriteOrigin, b: SpriteOrigin) -> Bool {
    a === b
      || a.pointer == b.pointer && a.names == b.names && a.layer == b.layer && a.property == b.property
        && a.outer == b.outer
  }

  /// Feeds names and pointers to the hasher, so that layers of the same name have different hashes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(names)
    hasher.combine(pointer)
    outer?.hash(into: &hasher)
  }
}
