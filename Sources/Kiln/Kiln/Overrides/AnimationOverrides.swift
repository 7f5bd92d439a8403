public import KilnDiagnostics
public import KilnGeometry

/// Changes to what an animation shows, made on its way from the file.
public struct AnimationOverrides: Sendable, Hashable {
  /// A part of the canvas.
  public enum Crop: Sendable, Hashable {
    /// The rectangle that holds all that is ever drawn, with even numbers of pixels.
    case drawn
    /// A rectangle in pixels of the canvas.
    case rectangle(Rect)
  }

  /// An image in place of another.
  public struct Image: Sendable, Hashable {
    /// The key that `kiln inspect --keys` lists, or the name of the image.
    public var key: String
    /// Content of a PNG, JPEG, WebP, GIF, AVIF or SVG file.
    public var bytes: [UInt8]

    /// An image file for a key.
    public init(key: String, bytes: [UInt8]) {
      self.key = key
      self.bytes = bytes
    }
  }

  /// Layers that are not drawn.
  public var hidden: [KeyPathPattern] = []
  /// Layers that are drawn though `hidden` names them, or the file hides them.
  public var shown: [KeyPathPattern] = []
  /// The only layers that are drawn; all if there are none.
  public var solo: [KeyPathPattern] = []
  /// Images in place of others.
  public var images: [Image] = []
  /// Properties of a Lottie document.
  public var values: [PropertyChange] = []
  /// Texts of a Lottie document's layers, or over the pictures of keys.
  public var texts: [NamedChange] = []
  /// Slots of a Lottie document.
  public var slots: [NamedChange] = []
  /// Whether sounds are left out.
  public var isMuted = false
  /// The part of the canvas that is shown; nil for all of it.
  public var crop: Crop?

  /// No changes.
  public init() {}

  /// Whether nothing is changed.
  public var isEmpty: Bool { self == AnimationOverrides() }

  /// Whether something is changed that only a Lottie document has.
  var needsLottie: Bool { !values.isEmpty || !slots.isEmpty }

  /// Whether something is changed after baking.
  var changesTimeline: Bool {
    namesLayers || isMuted || crop != nil
  }

  /// Whether layers are hidden.
  var namesLayers: Bool { !hidden.isEmpty || !solo.isEmpty }

  /// Whether a sprite with these names is drawn.
  func shows(_ names: [String]) -> Bool {
    if shown.contains(where: { $0.contains(names) }) { return true }
    if hidden.contains(where: { $0.contains(names) }) { return false }
    return solo.isEmpty || solo.contains { $0.contains(names) }
  }
}

extension AnimationOverrides.Crop {
  /// `auto`, or left, top, width and height in pixels with commas between; nil for anything else.
  public init?(text: String) {
    if text == "auto" {
      self = .drawn
      return
    }
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0.filter { $0 != " " }) }
    guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2], let height = numbers[3],
      x.fitsFloat, y.fitsFloat, width > 0, height > 0, width <= 16383, height <= 16383
    else { return nil }
    self = .rectangle(Rect(x: x, y: y, width: width, height: height))
  }
}
