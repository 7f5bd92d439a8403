public import KilnDiagnostics

/// The part of a source document that a sprite is made from: layer names, and the location for findings.
///
/// All sprites of a layer share one object. Names and locations are assembled on demand.
public final class SpriteOrigin: Sendable {
  /// Kind of an origin.
  public enum Kind: Sendable, Hashable {
    /// A source that knows only names.
    case names([String])
    /// A layer for findings, the name for sprites, and the position in an array of layers.
    case layer(DocumentPath.Layer, name: String, array: String, position: Int)
    /// Names of a part inside a layer, and the property group that contains them; nil if they are not properties.
    case part([String], of: String?)
  }

  /// Kind of this origin.
  public let kind: Kind
  /// The layer that contains this part, or that shows this layer's composition; nil in the outermost composition.
  public let outer: SpriteOrigin?

  private init(_ kind: Kind, inside outer: SpriteOrigin?) {
    self.kind = kind
    self.outer = outer
  }

  /// An origin known only by layer names.
  public convenience init(names: [String]) { self.init(.names(names), inside: nil) }

  /// The origin of a layer.
  ///
  /// - Parameters:
  ///   - layer: The layer as findings name it.
  ///   - name: Name for sprites.
  ///   - position: Index in the array of layers.
  ///   - array: JSON pointer of that array, or its equivalent in other formats.
  ///   - outer: The layer that shows the layer's composition; nil in the outermost composition.
  public convenience init(
    _ layer: DocumentPath.Layer, named name: String, at position: Int, of array: String,
    inside outer: SpriteOrigin? = nil
  ) {
    self.init(.layer(layer, name: name, array: array, position: position), inside: outer)
  }

  /// The origin of a part of this layer.
  ///
  /// - Parameters:
  ///   - names: Names of the part, appended to the layer's.
  ///   - group: Property group that contains the names in findings; nil if findings name only the layer.
  public func part(named names: [String], in group: String? = nil) -> SpriteOrigin {
    SpriteOrigin(.part(names, of: group), inside: self)
  }

  /// Names from the outermost source layer inwards, followed by those of groups or letters inside the layer. Never empty.
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

  /// The location for findings.
  ///
  /// - Parameters:
  ///   - pointer: JSON pointer of something inside the layer; nil for the layer's own.
  ///   - property: Property names as in After Effects; nil for those of this part.
  ///   - frames: Source frames that are affected.
  public func path(
    pointer: String? = nil, property: [String]? = nil, frames: FrameRanges = FrameRanges()
  ) -> DocumentPath {
    var part: [String] = []
    if case .part(let names, let group?) = kind { part = [group] + names }
    return DocumentPath(
      pointer: pointer ?? self.pointer, chain: chain, property: property ?? part, frames: frames)
  }

  /// The layers from the outermost to this one.
  private var chain: [DocumentPath.Layer] {
    switch kind {
    case .names(let names): names.map { DocumentPath.Layer(name: $0) }
    case .part: outer?.chain ?? []
    case .layer(let layer, _, _, _): (outer?.chain ?? []) + [layer]
    }
  }

  /// JSON pointer of the layer; empty if unknown.
  private var pointer: String {
    switch kind {
    case .names: ""
    case .part: outer?.pointer ?? ""
    case .layer(_, _, let array, let position): "\(array)/\(position)"
    }
  }

  /// The layer that contains this part, or this origin itself.
  private var layer: SpriteOrigin {
    if case .part = kind, let outer { return outer.layer }
    return self
  }

  /// Whether both belong to the same layer in the same use of its composition.
  public func isSameLayer(as other: SpriteOrigin) -> Bool { layer == other.layer }
}

extension SpriteOrigin: Hashable {
  /// Whether names and locations are equal.
  public static func == (a: SpriteOrigin, b: SpriteOrigin) -> Bool {
    a === b || a.kind == b.kind && a.outer == b.outer
  }

  /// Hashes names and locations.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    outer?.hash(into: &hasher)
  }
}
