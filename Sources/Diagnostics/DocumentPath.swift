/// Where in a document a finding lies: for machines as a JSON pointer, for designers as what After Effects shows.
public struct DocumentPath: Sendable, Hashable {
  /// A layer that contains the place, or is it.
  public struct Layer: Sendable, Hashable {
    /// The layer's name; of a layer without a name its kind and number, such as `Shape Layer 3`.
    public var name: String
    /// Number in its composition, 1 for the topmost layer; nil if the format has none.
    public var number: Int?
    /// Whether no other layer of its composition has the name.
    public var isNameUnique: Bool
    /// Name of the composition that the layer is in; empty if it has none.
    public var composition: String

    /// A layer.
    public init(name: String, number: Int? = nil, isNameUnique: Bool = true, composition: String = "") {
      self.name = name
      self.number = number
      self.isNameUnique = isNameUnique
      self.composition = composition
    }

    /// The name, with the number where other layers of the composition have the same name: `Glow (2)`.
    public var label: String {
      guard let number, !isNameUnique else { return name }
      return "\(name) (\(number))"
    }
  }

  /// JSON pointer (RFC 6901); empty for the whole document.
  public var pointer: String
  /// From the outermost layer inwards: each but the last shows the composition that the next one is in.
  public var chain: [Layer]
  /// The property inside the innermost layer as After Effects names it, from the outermost group inwards, such as
  /// `Effects`, `Gaussian Blur`, `Blurriness`.
  public var property: [String]
  /// Frames of the source that are concerned; empty for all, or if they are not known.
  public var frames: FrameRanges
  /// Offset in the file, when the document could not be parsed into a tree.
  public var byteOffset: Int?

  /// A path to a place in a document; all parts are optional.
  public init(
    pointer: String = "", chain: [Layer], property: [String] = [], frames: FrameRanges = FrameRanges()
  ) {
    self.pointer = pointer
    self.chain = chain
    self.property = property
    self.frames = frames
  }

  /// A path whose layers are known by their names only.
  public init(pointer: String = "", layers: [String] = [], byteOffset: Int? = nil) {
    self.init(pointer: pointer, chain: layers.map { Layer(name: $0) })
    self.byteOffset = byteOffset
  }

  /// The whole document.
  public static let root = DocumentPath()

  /// Names of the layers, from the outermost inwards.
  public var layers: [String] { chain.map(\.name) }

  /// Name of the outermost composition; nil if it has none or no layer is concerned.
  public var composition: String? { chain.first.flatMap { $0.composition.isEmpty ? nil : $0.composition } }

  /// The place in a designer's words, without the pointer: `Main › Glow (2) › Transform › Position, frames 10–50`.
  ///
  /// A composition inside stands in brackets after the layer that shows it, unless both have the same name.
  public var location: String {
    var steps: [String] = []
    if let composition { steps.append(composition) }
    for (index, layer) in chain.enumerated() {
      var label = layer.label
      let next = chain.dropFirst(index + 1).first?.composition ?? ""
      if !next.isEmpty, next != layer.name { label += " [\(next)]" }
      steps.append(label)
    }
    steps += property
    let place = steps.joined(separator: " › ")
    return [place, frames.description].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

extension DocumentPath {
  /// The place for machines: the JSON pointer, or where parsing stopped.
  var position: String { byteOffset.map { "byte \($0)" } ?? pointer }
}

extension DocumentPath: CustomStringConvertible {
  /// The location with the pointer in parentheses; one of them alone if that is all there is; empty for the whole
  /// document.
  public var description: String {
    let location = location
    if location.isEmpty { return position }
    return position.isEmpty ? location : "\(location) (\(position))"
  }
}
