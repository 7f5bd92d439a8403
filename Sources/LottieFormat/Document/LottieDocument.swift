public import Diagnostics
internal import JSONTree

/// A Lottie animation as the file says it, in the file's units: frames, percents, degrees, sRGB components.
///
/// Nothing is resolved or evaluated here. Every item keeps its place in the file (`node`), so that a
/// finding can name it.
public struct LottieDocument: Sendable {
  /// The file.
  let tree: JSONTree
  /// `v`: the exporter's version, which decides about upgrades.
  public var version: LottieVersion
  /// `fr`: frames per second.
  public var frameRate: Double
  /// `ip`: time of the first frame.
  public var inPoint: Double
  /// `op`: time after the last frame.
  public var outPoint: Double
  /// `w` in pixels.
  public var width: Double
  /// `h` in pixels.
  public var height: Double
  /// The root composition's layers, front to back as in the file.
  public var layers: [LottieLayer]
  /// `assets` by ID.
  public var assets: [String: LottieAsset]
  /// `fonts.list`.
  public var fonts: [LottieFont]
  /// `chars`; nil where texts need font files.
  public var characters: [LottieCharacter]?
  /// `markers`.
  public var markers: [LottieMarker]
  /// What of the theme is not as its author meant it.
  public var themeFindings: [Diagnostic]
}

extension LottieDocument {
  /// The root composition.
  public var composition: LottieComposition {
    LottieComposition(name: tree.root.string("nm") ?? "", layers: layers, pointer: "/layers")
  }

  /// JSON pointer of an item's place in the file.
  public func pointer(to node: Int) -> String { tree.pointer(to: node) }

  /// An item's place in a layer.
  ///
  /// - Returns: The JSON pointer, and what After Effects calls the place, from the outermost group of properties inwards;
  ///   no names for the layer itself and for what has none there.
  public func place(of node: Int, inLayer layer: Int) -> (pointer: String, names: [String]) {
    let steps = tree.steps(to: node)
    let start = steps.firstIndex { $0.value.index == layer } ?? steps.endIndex - 1
    return (JSONTree.pointer(along: steps), PropertyNames(steps[(start + 1)...]).names)
  }

  /// Places of the properties inside an item that have an expression.
  public func expressions(inside node: Int) -> [Int] {
    tree.objects(withString: "x", inside: node).filter { $0["k"] != nil }.map(\.index).sorted()
  }
}

/// Version `a.b.c` of the exporter that wrote a file.
public struct LottieVersion: Sendable, Hashable {
  private let components: [Int]

  /// Reads `v`; a missing version counts as the newest.
  public init(_ text: String?) {
    components = text.map { $0.split(separator: ".").map { Int($0) ?? 0 } } ?? [100, 100, 100]
  }

  /// Whether the version is lower. A component that the file leaves out is never lower.
  public func isBefore(_ major: Int, _ minor: Int, _ patch: Int) -> Bool {
    for (mine, other) in zip(components, [major, minor, patch]) where mine != other { return mine < other }
    return false
  }
}

/// `assets[i]`.
public enum LottieAsset: Sendable {
  /// A picture.
  case image(LottieImage)
  /// Layers that other layers refer to.
  case precomposition(LottieComposition)
  /// Sound, data, or something unknown.
  case other
}

/// A composition inside the document.
public struct LottieComposition: Sendable {
  /// `nm`; empty if missing.
  public var name: String
  /// `layers`, front to back as in the file.
  public var layers: [LottieLayer]
  /// JSON pointer of `layers`.
  public var pointer: String
}

/// An image asset: a file beside the animation, or a data URL.
public struct LottieImage: Sendable {
  /// `id`.
  public var id: String
  /// `nm`, or the file's name.
  public var name: String
  /// `w`: width of the rectangle that the picture fills, in pixels.
  public var width: Double
  /// `h`: its height.
  public var height: Double
  /// `u`: folder of the file.
  public var folder: String
  /// `p`: the file's name or a data URL.
  public var file: String
  /// `pr`: how the picture fits the rectangle, as SVG's `preserveAspectRatio`; nil means to cover it.
  public var aspectRatio: String?
  /// Place in the tree.
  public var node: Int
}

/// `markers[i]`.
public struct LottieMarker: Sendable {
  /// `cm`: its name.
  public var name: String
  /// `tm`: its first frame.
  public var time: Double
  /// `dr`: its length in frames.
  public var duration: Double
}
