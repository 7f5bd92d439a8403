/// A change of something that has a name: a text layer's text, the picture of a key, or a slot's value.
public struct NamedChange: Sendable, Hashable {
  /// Name or key path of the layer, key of the image, or ID of the slot.
  public var name: String
  /// New text or value, as it is written.
  public var value: String

  /// A change of the text or value with a name.
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
  /// The times in frames of the source at which it has the value; nil for all.
  public var frames: Range<Double>?

  /// A value of all properties that a key path stands for.
  public init(path: KeyPathPattern, text: String, frames: Range<Double>? = nil) {
    self.path = path
    self.text = text
    self.frames = frames
  }

  /// A value of the properties that a text names: a key path, or one with a range of frames, such as
  /// `Star.Transform.Opacity@10..<50`. Nil if it is no key path, or if the range is empty.
  public init?(name: String, text: String) {
    var path = name[...]
    if let mark = name.lastIndex(of: "@"), case let end = name[name.index(after: mark)...],
      let dots = end.firstRange(of: "..<")
    {
      guard let first = Double(end[..<dots.lowerBound]), let last = Double(end[dots.upperBound...]), first < last,
        first.isFinite, last.isFinite
      else { return nil }
      (path, frames) = (name[..<mark], first..<last)
    }
    guard let pattern = KeyPathPattern(String(path)) else { return nil }
    (self.path, self.text) = (pattern, text)
  }
}
