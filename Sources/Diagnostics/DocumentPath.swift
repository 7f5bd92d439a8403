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

  /// What most paths do not have.
  private struct Details: Hashable {
    var chain: [Layer] = []
    var property: [String] = []
    var frames = FrameRanges()

    var isEmpty: Bool { chain.isEmpty && property.isEmpty && frames.isEmpty }
  }

  /// Keeps paths small: the limits are checked very often, with the path of the whole document.
  private final class Box: Sendable {
    let details: Details

    init(_ details: Details) { self.details = details }
  }

  /// JSON pointer (RFC 6901); empty for the whole document.
  public var pointer: String
  /// Offset in the file, when the document could not be parsed into a tree.
  public var byteOffset: Int?
  /// Nil if there are no details.
  private var box: Box?

  private var details: Details {
    get { box?.details ?? Details() }
    set { box = newValue.isEmpty ? nil : Box(newValue) }
  }

  /// From the outermost layer inwards: each but the last shows the composition that the next one is in.
  public var chain: [Layer] {
    get { details.chain }
    set { details.chain = newValue }
  }

  /// The property inside the innermost layer as After Effects names it, from the outermost group inwards, such as
  /// `Effects`, `Gaussian Blur`, `Blurriness`.
  public var property: [String] {
    get { details.property }
    set { details.property = newValue }
  }

  /// Frames of the source that are concerned; empty for all, or if they are not known.
  public var frames: FrameRanges {
    get { details.frames }
    set { details.frames = newValue }
  }

  /// A path to a place in a document; all parts are optional.
  public init(
    pointer: String = "", chain: [Layer], property: [String] = [], frames: FrameRanges = FrameRanges()
  ) {
    self.pointer = pointer
    details = Details(chain: chain, property: property, frames: frames)
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

  /// Whether all parts are equal.
  public static func == (a: DocumentPath, b: DocumentPath) -> Bool {
    a.pointer == b.pointer && a.byteOffset == b.byteOffset && (a.box === b.box || a.details == b.details)
  }

  /// Feeds all parts to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(pointer)
    hasher.combine(byteOffset)
    hasher.combine(details)
  }
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
