/// Location in a document: for machines as a JSON pointer, for designers by the names that After Effects shows.
public struct DocumentPath: Sendable, Hashable {
  /// A layer on the way to the location.
  public struct Layer: Sendable, Hashable {
    /// Name of the layer; for a layer without one its kind and number, such as `Shape Layer 3`.
    public var name: String
    /// Number in its composition, from 1 for the topmost layer; nil if the format has none.
    public var number: Int?
    /// Whether no other layer of its composition has this name.
    public var isNameUnique: Bool
    /// Name of the composition that contains the layer; empty if it has none.
    public var composition: String

    /// A layer with its name and number in its composition.
    public init(name: String, number: Int? = nil, isNameUnique: Bool = true, composition: String = "") {
      self.name = name
      self.number = number
      self.isNameUnique = isNameUnique
      self.composition = composition
    }

    /// The name, followed by the number if the name is not unique: `Glow (2)`.
    public var label: String {
      guard let number, !isNameUnique else { return name }
      return "\(name) (\(number))"
    }
  }

  /// Parts that most paths do not have.
  private struct Details: Hashable {
    var chain: [Layer] = []
    var property: [String] = []
    var frames = FrameRanges()
    var place: TextLocation?

    var isEmpty: Bool { chain.isEmpty && property.isEmpty && frames.isEmpty && place == nil }
  }

  /// Heap storage of the details, which keeps paths small: limit checks pass a path very often.
  private final class Box: Sendable {
    let details: Details

    init(_ details: Details) { self.details = details }
  }

  /// JSON pointer (RFC 6901) or the equivalent in other formats; empty for the whole document.
  public var pointer: String
  /// Byte offset in the file where parsing failed; nil otherwise.
  public var byteOffset: Int?
  /// Nil if there are no details.
  private var box: Box?

  private var details: Details {
    get { box?.details ?? Details() }
    set { box = newValue.isEmpty ? nil : Box(newValue) }
  }

  /// Layers from the outermost inwards; each but the last shows the composition that contains the next.
  public var chain: [Layer] {
    get { details.chain }
    set { details.chain = newValue }
  }

  /// Names of the property in the innermost layer, as in After Effects, from the outermost group inwards, such as
  /// `Effects`, `Gaussian Blur`, `Blurriness`.
  public var property: [String] {
    get { details.property }
    set { details.property = newValue }
  }

  /// Source frames that are affected; empty for all or unknown.
  public var frames: FrameRanges {
    get { details.frames }
    set { details.frames = newValue }
  }

  /// Place of `byteOffset` in a text file; nil if it is not known, or the file is no text.
  public var place: TextLocation? {
    get { details.place }
    set { details.place = newValue }
  }

  /// A path with layers; all other parts are optional.
  public init(
    pointer: String = "", chain: [Layer], property: [String] = [], frames: FrameRanges = FrameRanges()
  ) {
    self.pointer = pointer
    details = Details(chain: chain, property: property, frames: frames)
  }

  /// A path whose layers are known only by their names.
  public init(pointer: String = "", layers: [String] = [], byteOffset: Int? = nil) {
    self.init(pointer: pointer, chain: layers.map { Layer(name: $0) })
    self.byteOffset = byteOffset
  }

  /// The whole document.
  public static let root = DocumentPath()

  /// Names of the layers, from the outermost inwards.
  public var layers: [String] { chain.map(\.name) }

  /// Name of the outermost composition; nil if it has none or there is no layer.
  public var composition: String? { chain.first.flatMap { $0.composition.isEmpty ? nil : $0.composition } }

  /// The location for designers, without the pointer: `Main › Glow (2) › Transform › Position, frames 10–50`.
  ///
  /// A nested composition is named in brackets after the layer that shows it, unless both have the same name.
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
    return [steps.joined(separator: " › "), frames.description].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

extension DocumentPath {
  /// The location for machines: the line and column or the byte offset if there is one, else the JSON pointer.
  var position: String { place?.description ?? byteOffset.map { "byte \($0)" } ?? pointer }

  /// Whether all parts are equal.
  public static func == (a: DocumentPath, b: DocumentPath) -> Bool {
    a.pointer == b.pointer && a.byteOffset == b.byteOffset && (a.box === b.box || a.details == b.details)
  }

  /// Hashes all parts.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(pointer)
    hasher.combine(byteOffset)
    hasher.combine(details)
  }
}

extension DocumentPath: CustomStringConvertible {
  /// `location (pointer)`, or one of both if the other is empty; empty for the whole document.
  public var description: String {
    let location = location
    if location.isEmpty { return position }
    return position.isEmpty ? location : "\(location) (\(position))"
  }
}
