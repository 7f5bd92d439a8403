public import KilnDiagnostics
package import KilnJSON

/// A Lottie animation as the file says it, in the file's units: frames, percents, degrees, sRGB components.
///
/// Nothing is resolved or evaluated here. Every item keeps its position in the JSON tree (`node`), so that findings can name
/// it.
public struct LottieDocument: Sendable {
  /// The parsed JSON, to which all `node` refer.
  package let tree: JSONTree
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
  /// `fonts.list`; names need not be unique.
  public var fonts: [LottieFont]
  /// `chars`; nil where texts need font files.
  public var characters: [LottieCharacter]?
  /// `markers` in the order of the file.
  public var markers: [LottieMarker]
  /// Findings about the theme, such as values that no slot takes.
  public var themeFindings: [Diagnostic]
  /// Finding about numbers that are written as text; nil if there are none.
  var textNumberFinding: Diagnostic?
  /// The theme's values in the form of `slots`; nil if there is no theme.
  var themeSlots: JSONTree?
}

extension LottieDocument {
  /// The root composition, as if it were an asset.
  public var composition: LottieComposition {
    LottieComposition(name: tree.root.string("nm") ?? "", layers: layers, pointer: "/layers")
  }

  /// Findings about how the document is written, and about its theme.
  public var findings: [Diagnostic] { (textNumberFinding.map { [$0] } ?? []) + themeFindings }

  /// JSON pointer (RFC 6901) of an item.
  public func pointer(to node: Int) -> String { tree.pointer(to: node) }

  /// Location of an item in the file and in its layer.
  ///
  /// - Returns: The JSON pointer, and the names of the property groups in After Effects from the layer inwards; empty for the
  ///   layer itself.
  public func location(of node: Int, inLayer layer: Int) -> (pointer: String, names: [String]) {
    let steps = tree.steps(to: node)
    let start = steps.firstIndex { $0.value.index == layer } ?? steps.endIndex - 1
    return (JSONTree.pointer(along: steps), PropertyNames(steps[(start + 1)...]).names)
  }

  /// Number of items with a match name (`mn`), which only editors read.
  public var matchNameCount: Int { tree.objects(withString: "mn", inside: 0).count }

  /// The JSON text of the theme's values in the form of `slots`; nil if there is no theme.
  package var themeSlotsBytes: ArraySlice<UInt8>? { themeSlots?.root.source }

  /// IDs of the slots, in the order of the file.
  package var slotIDs: [String] { tree.root["slots"].map { $0.children.compactMap(\.key) } ?? [] }

  /// The source texts of all expressions with the indices of the objects in `tree` that have them, and those of the theme,
  /// which are in no object of it.
  package var expressionSources: [(text: String, node: Int?)] {
    [tree, themeSlots].flatMap { tree in
      (tree?.objects(withString: "x", inside: 0) ?? []).compactMap { json in
        // Handles of easing have a coordinate `y` beside theirs, and numbers may be texts.
        guard json["y"] == nil else { return nil }
        return json.string("x").map { ($0, tree === self.tree ? json.index : nil) }
      }
    }
  }

  /// The assets with data that expressions read (`t` is 3): their IDs, folders and files.
  package var footage: [(id: String, folder: String, file: String)] {
    (tree.root["assets"].map { Array($0.children) } ?? []).compactMap { asset in
      guard asset.integer("t") == 3, let id = asset["id"]?.identifier, let file = asset.string("p") else { return nil }
      return (id, asset.string("u") ?? "", file)
    }
  }

  /// The JSON text of the document.
  package var jsonBytes: ArraySlice<UInt8> { tree.root.source }

  /// `node` of each property inside an item that has an expression, in the order of the file.
  public func expressions(inside node: Int) -> [Int] {
    tree.objects(withString: "x", inside: node).filter { $0["k"] != nil }.map(\.index).sorted()
  }
}

/// Version `a.b.c` of the exporter that wrote a file.
public struct LottieVersion: Sendable, Hashable {
  /// Numbers between the dots; nil where a part is not a number.
  private let components: [Int?]

  /// Reads `v`; a missing version counts as the newest.
  public init(_ text: String?) {
    components = text?.split(separator: ".").map { Int($0) } ?? []
  }

  /// Whether the version is lower. A component that is missing or not a number is never lower.
  public func isBefore(_ major: Int, _ minor: Int, _ patch: Int) -> Bool {
    for case (let mine?, let other) in zip(components, [major, minor, patch]) where mine != other {
      return mine < other
    }
    return false
  }
}

/// An element of `assets`.
public enum LottieAsset: Sendable {
  /// An image file or data URL.
  case image(LottieImage)
  /// Layers that other layers refer to.
  case precomposition(LottieComposition)
  /// Sound, data, or something unknown.
  case other
}

/// The root composition or a precomposition asset.
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
  /// `id`, by which layers refer to it.
  public var id: String
  /// `nm`, or the file's name.
  public var name: String
  /// `w`: width of the rectangle that the picture fills, in pixels.
  public var width: Double
  /// `h`: height of the rectangle in pixels.
  public var height: Double
  /// `u`: folder of the file.
  public var folder: String
  /// `p`: the file's name or a data URL.
  public var file: String
  /// `pr`: how the picture fits the rectangle, as SVG's `preserveAspectRatio`; nil means to cover it.
  public var aspectRatio: String?
  /// Index of the object in the file's JSON tree, for findings.
  public var node: Int
}

/// An element of `markers`.
public struct LottieMarker: Sendable {
  /// Name by which players find the marker.
  public var name: String
  /// `cm`: the comment that the name is part of; empty if missing.
  public var comment: String
  /// `tm`: first frame.
  public var time: Double
  /// `dr`: length in frames; 0 if missing.
  public var duration: Double
}
