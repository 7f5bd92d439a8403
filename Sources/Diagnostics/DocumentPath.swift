/// Where in a document a finding lies: for machines as a JSON pointer, for designers as names of layers.
public struct DocumentPath: Sendable, Hashable {
  /// JSON pointer (RFC 6901); empty for the whole document.
  public var pointer: String
  /// Names from the outermost layer inwards, as After Effects shows them.
  public var layers: [String]
  /// Offset in the file, when the document could not be parsed into a tree.
  public var byteOffset: Int?

  /// A path to a place in a document; all parts are optional.
  public init(pointer: String = "", layers: [String] = [], byteOffset: Int? = nil) {
    self.pointer = pointer
    self.layers = layers
    self.byteOffset = byteOffset
  }

  /// The whole document.
  public static let root = DocumentPath()
}

extension DocumentPath: CustomStringConvertible {
  /// `/layers/3/ef/0, layer Glow › Blur`, or an empty string for the whole document.
  public var description: String {
    var parts: [String] = []
    if !pointer.isEmpty { parts.append(pointer) }
    if let byteOffset { parts.append("byte \(byteOffset)") }
    if !layers.isEmpty { parts.append("layer " + layers.joined(separator: " › ")) }
    return parts.joined(separator: ", ")
  }
}
