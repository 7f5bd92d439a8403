/// A change of something that has a name: a text layer's text, the picture of a key, or a slot's value.
public struct NamedChange: Sendable, Hashable {
  /// Name or key path of the layer, key of the image, or ID of the slot.
  public var name: String
  /// What it becomes.
  public var value: String

  /// A change of what has a name.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// A new value of a property of a document.
public struct PropertyChange: Sendable, Hashable {
  /// The property, such as `Star.Contents.Fill 1.Color`.
  public var path: KeyPathPattern
  /// Numbers with commas, a colour such as `#ff8800`, or a text.
  public var text: String

  /// A value of all properties that a key path stands for.
  public init(path: KeyPathPattern, text: String) {
    self.path = path
    self.text = text
  }
}
