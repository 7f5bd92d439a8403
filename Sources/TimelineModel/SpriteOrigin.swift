public import Diagnostics

/// What of a source document a sprite is made of: its names, and its place for findings.
///
/// All sprites of a layer share one object, so that a sprite holds one reference. Names and places are put together when
/// they are asked for.
public final class SpriteOrigin: Sendable {
  /// A layer, or a part of one.
  private enum Kind: Hashable {
    /// Only names are known.
    case names([String])
    /// A layer, called by its own name in findings and by another one otherwise, and its position in an array.
    case layer(DocumentPath.Layer, name: String, array: String, position: Int)
    /// Names inside a layer, and the group of properties that they are in; nil if they are no properties.
    case part([String], of: String?)
  }

  private let kind: Kind
  /// The layer of which this is a part, or which shows the composition of this layer; nil in the outermost composition.
  private let outer: SpriteOrigin?

  private init(_ kind: Kind, inside outer: SpriteOrigin?) {
    self.kind = kind
    self.outer = outer
  }

  /// An origin of which only names are known.
  public convenience init(names: [String]) { self.init(.names(names), inside: nil) }

  /// A layer.
  ///
  /// - Parameters:
  ///   - name: What sprites are called after; findings call the layer by its own name.
  ///   - position: Its position in an array of layers.
  ///   - array: JSON pointer of the array, or what stands for one in other formats.
  ///   - outer: The layer that shows the layer's composition; nil in the outermost composition.
  public convenience init(
    _ layer: DocumentPath.Layer, named name: String, at position: Int, of array: String,
    inside outer: SpriteOrigin? = nil
  ) {
    self.init(.layer(layer, name: name, array: array, position: position), inside: outer)
  }

  /// A part of the layer.
  ///
  /// - Parameters:
  ///   - names: Added to the layer's.
  ///   - group: The group of properties that findings look for the names in; nil to call the part by the layer alone.
  public func part(named names: [String], in group: String? = nil) -> SpriteOrigin {
    SpriteOrigin(.part(names, of: group), inside: self)
  }

  /// Names from the outermost source layer inwards, after them those of groups or letters inside the layer. Never empty.
  public var names: [String] {
    switch kind {
    case .names(let names): names
    case .layer(_, let name, _, _): (outer?.names ?? []) + [name]
    case .part(let names, _): (outer?.names ?? []) + names
    }
  }

  /// The last of the names.
  var name: String {
    switch kind {
    case .names(let names): names.last ?? ""
    case .layer(_, let name, _, _): name
    case .part(let names, _): names.last ?? outer?.name ?? ""
    }
  }

  /// The place for findings.
  ///
  /// - Parameters:
  ///   - pointer: Of something inside the layer; nil for the layer's own.
  ///   - property: What After Effects calls that; nil for what the origin is of the layer.
  ///   - frames: Frames of the source that are concerned.
  public func path(
    pointer: String? = nil, property: [String]? = nil, frames: FrameRanges = FrameRanges()
  ) -> DocumentPath {
    var part: [String] = []
    if case .part(let names, let group?) = kind { part = [group] + names }
    return DocumentPath(
      pointer: pointer ?? self.pointer, chain: chain, property: property ?? part, frames: frames)
  }

  /// The layers that lead to this one, and itself.
  private var chain: [DocumentPath.Layer] {
    switch kind {
    case .names(let names): names.map { DocumentPath.Layer(name: $0) }
    case .part: outer?.chain ?? []
    case .layer(let layer, _, _, _): (outer?.chain ?? []) + [layer]
    }
  }

  /// JSON pointer of the layer; empty if it is not known.
  private var pointer: String {
    switch kind {
    case .names: ""
    case .part: outer?.pointer ?? ""
    case .layer(_, _, let array, let position): "\(array)/\(position)"
    }
  }

  /// The layer itself, if this is a part of one.
  private var layer: SpriteOrigin {
    if case .part = kind, let outer { return outer.layer }
    return self
  }

  /// Whether both are of one layer of the document, where it is used in one place.
  public func isSameLayer(as other: SpriteOrigin) -> Bool { layer == other.layer }
}

extension SpriteOrigin: Hashable {
  /// Whether names and places are equal.
  public static func == (a: SpriteOrigin, b: SpriteOrigin) -> Bool {
    a === b || a.kind == b.kind && a.outer == b.outer
  }

  /// Feeds names and places to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    outer?.hash(into: &hasher)
  }
}
