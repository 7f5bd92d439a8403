internal import KilnJSON
internal import KilnLottieFormat

// The document as lottie-web builds it, for scripts that take no engine: the counterpart of the prelude's model. Every use of
// a composition has elements of its own.

/// A text as scripts compare it: by its bytes.
struct NativeText: Hashable {
  let text: String
  private let hash: UInt64

  init(_ text: String) {
    self.text = text
    // FNV-1a of the bytes: what `String` hashes is the same for texts that scripts tell apart.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    self.hash = hash
  }

  static func == (a: NativeText, b: NativeText) -> Bool {
    guard a.hash == b.hash else { return false }
    return a.text.utf8.withContiguousStorageIfAvailable { first in
      b.text.utf8.withContiguousStorageIfAvailable { first.elementsEqual($0) }
    } == true
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// Key by which scripts look up an object: a name or a number.
enum NativeKey: Hashable {
  case text(NativeText)
  case number(Double)

  init?(_ json: JSONValue?) {
    if let text = json?.string {
      self = .text(NativeText(text))
    } else if let number = json?.number {
      self = .number(number)
    } else {
      return nil
    }
  }

  /// Throws for what is neither a text nor a number.
  init(_ value: NativeValue) throws(NativeStop) {
    switch value {
    case .text(let text): self = .text(text)
    case .number(let number): self = .number(number)
    default: throw .unknown
    }
  }

  init(_ text: String) { self = .text(NativeText(text)) }
}

/// Positions of the first objects with a key.
struct NativeLookUp {
  private var positions: [NativeKey: Int] = [:]

  init(_ keys: [[NativeKey?]]) {
    for (position, keys) in keys.enumerated() {
      for case let key? in keys where positions[key] == nil { positions[key] = position }
    }
  }

  subscript(key: NativeKey) -> Int? { positions[key] }
}

/// A reference that keeps nothing alive, to an owner or to another object of the same owner.
struct Unowned<Object: AnyObject> {
  unowned let object: Object

  init(_ object: Object) { self.object = object }
}

/// Data of a document that all its layers share.
final class NativeDocument {
  let frameRate: Double
  /// In and out point in frames; nil if only the engine can tell.
  let times: Range<Double>?
  /// Width and height in pixels.
  let size: (Double, Double)
  let programs: NativeProgramCache
  /// Whether colours are numbers up to 255, as before version 4.1.9. These are left to the engine.
  let hasOldColors: Bool
  /// Whether lottie-web has completed all layers before the document was saved.
  let isCompleted: Bool
  /// Seeds of random numbers; nil if only the engine knows them.
  private(set) lazy var seeds = ScriptSeeds(root)
  private let root: JSONValue
  fileprivate var assets: [NativeText: JSONValue] = [:]
  /// Layers in the uses of compositions that were made, and those uses.
  fileprivate var layerCount = 0
  /// Uses of compositions in one another can be more than any memory holds.
  var hasFewLayers: Bool { layerCount < 200_000 }

  /// Nil if the document has something that is left to the engine wherever it stands.
  init?(_ document: LottieDocument, _ programs: NativeProgramCache) {
    let root = document.tree.root
    guard let frameRate = root.number("fr"), let width = root.number("w"), let height = root.number("h"),
      root["layers"] != nil
    else { return nil }
    self.frameRate = frameRate
    if let start = root.number("ip"), let end = root.number("op"), start < end {
      times = start..<end
    } else {
      times = nil
    }
    self.programs = programs
    self.root = root
    isCompleted = root.isTruthy("__complete")
    hasOldColors = Self.hasOldColors(root)
    size = (width, height)
    for asset in root["assets"].map({ Array($0.children) }) ?? [] {
      guard !asset.isTruthy("xt") else { return nil }
      if let id = asset.string("id") { assets[NativeText(id)] = asset }
    }
  }

  private static func hasOldColors(_ root: JSONValue) -> Bool {
    guard let version = root["v"] else { return false }
    guard let text = version.string else { return true }
    let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
    return numbers.count < 3 || !(numbers[0] * 1e6 + numbers[1] * 1e3 + numbers[2] >= 4_001_009)
  }
}

/// A use of a composition.
package final class NativeComposition {
  /// The layer that shows it; nil for the document.
  private(set) unowned var user: NativeElement?
  let json: JSONValue
  let layers: [JSONValue]
  /// Whether layers are numbered, as their parents are looked for.
  let isNumbered: Bool
  private let document: NativeDocument
  private var elements: [NativeElement?]
  private(set) lazy var lookUp = NativeLookUp(layers.map { [NativeKey($0["nm"]), NativeKey($0["ind"])] })
  /// The layers by `ind`, with which `parent` names them.
  fileprivate private(set) lazy var parentNumbers = Set(layers.compactMap { $0.number("parent") })
  fileprivate lazy var parents = NativeLookUp(layers.map { [$0.number("ind").map(NativeKey.number)] })

  init(_ json: JSONValue, layers: JSONValue?, user: NativeElement?, in document: NativeDocument) {
    self.json = json
    self.document = document
    self.user = user
    self.layers = layers.map { Array($0.children) } ?? []
    document.layerCount += 1 + self.layers.count
    elements = Array(repeating: nil, count: self.layers.count)
    isNumbered = self.layers.allSatisfy { layer in
      [layer["ind"], layer["parent"]].allSatisfy { $0.map { $0.kind == .number || $0.kind == .null } ?? true }
    }
  }

  func element(_ position: Int) -> NativeElement? {
    guard layers.indices.contains(position) else { return nil }
    if let known = elements[position] { return known }
    let element = NativeElement(layers[position], in: self, document)
    elements[position] = element
    return element
  }
}

/// A layer in one use of its composition.
final class NativeElement {
  unowned let composition: NativeComposition
  let json: JSONValue
  let type: Int
  let startTime: Double
  /// The composition that it shows.
  private(set) var inner: NativeComposition?
  /// The time in the composition that it shows, where it has keyframes of its own.
  private(set) var remap: NativeProperty?
  private(set) var transform: NativeTransform?
  private(set) var effects: [NativeEffect] = []
  private(set) lazy var effectLookUp = NativeLookUp(
    effects.map { [NativeKey($0.json["nm"]), NativeKey($0.json["mn"]), NativeKey($0.json["ix"])] })
  /// Items of a shape layer; nil until they are first read.
  private var madeContents: NativeItemList?
  fileprivate var properties: [Int: NativeProperty] = [:]
  private lazy var ancestorReferences = foundAncestors().map(Unowned.init)
  var world: (frame: Double, matrix: NativeMatrix, isTimeRead: Bool)?
  /// The frame of the root composition in which its expressions run first; nil before something asks for it.
  var firstFrame: Double?
  /// Whether it moves other layers.
  private(set) lazy var isParent = composition.parentNumbers.contains(json.number("ind") ?? .nan)
  /// Whether lottie-web has completed it before the document was saved.
  private(set) lazy var isCompleted = document.isCompleted || json.isTruthy("completed")
  private(set) lazy var hasPlainTransform = transform?.all.allSatisfy { $0.source == nil } ?? true
  let document: NativeDocument

  fileprivate init(_ json: JSONValue, in composition: NativeComposition, _ document: NativeDocument) {
    self.json = json
    self.composition = composition
    self.document = document
    type = json.integer("ty") ?? -1
    startTime = json.number("st") ?? 0
    for effect in json["ef"].map({ Array($0.children) }) ?? [] { effects.append(NativeEffect(effect, of: self)) }
    transform = json["ks"].map { NativeTransform($0, of: self) }
    if type == 0 { makeInner() }
  }

  /// Number of layers above one another, and of compositions in one another, up to which scripts see them here.
  private static let greatestDepth = 64

  /// Whether scripts see the layer as one with contents or a picture.
  var isPresented: Bool {
    (0...5).contains(type) && composition.isNumbered && ancestorReferences.count < Self.greatestDepth
  }

  /// The layers that move it, nearest first.
  var ancestors: [NativeElement] { ancestorReferences.map(\.object) }

  private func makeInner() {
    guard let asset = json.string("refId") else { return }
    // A composition inside itself has no end.
    var user = composition.user
    var depth = 0
    while let outer = user {
      depth += 1
      if depth == Self.greatestDepth || outer.json.string("refId") == asset { return }
      user = outer.composition.user
    }
    guard document.hasFewLayers else { return }
    inner = NativeComposition(
      json, layers: document.assets[NativeText(asset)]?["layers"], user: self, in: document)
    remap = property(json["tm"], as: .number, factor: document.frameRate)
  }

  var contents: NativeItemList {
    if let madeContents { return madeContents }
    let made = NativeItemList(json["shapes"], of: self, inside: nil)
    madeContents = made
    return made
  }

  private func foundAncestors() -> [NativeElement] {
    var found: [NativeElement] = []
    var parent = json.number("parent")
    while let index = parent, let position = composition.parents[.number(index)],
      let ancestor = composition.element(position), found.count < Self.greatestDepth
    {
      guard ancestor !== self, !found.contains(where: { $0 === ancestor }) else { break }
      found.append(ancestor)
      parent = ancestor.json.number("parent")
    }
    return found
  }

  // MARK: - Properties

  /// The property that an object of the file is; nil if there is none.
  func property(_ json: JSONValue?, as kind: LottieScriptKind, factor: Double = 1) -> NativeProperty? {
    guard let json, json.kind == .object else { return nil }
    if let known = properties[json.index] { return known }
    let property = NativeProperty(json, as: kind, factor: factor, of: self)
    properties[json.index] = property
    return property
  }

  /// The property at a place in the document, which must be one that is made without an engine.
  func property(at node: Int, isShape: Bool) -> NativeProperty? {
    if isShape { contents.makeAll() }
    return properties[node]
  }
}

/// The properties of a layer's or a group's transform. Those that are missing stay as they are.
final class NativeTransform {
  private(set) var x: NativeProperty?
  private(set) var y: NativeProperty?
  private(set) var z: NativeProperty?
  private(set) var position: NativeProperty?
  /// Around one axis, or around the third of three.
  private(set) var rotation: NativeProperty?
  private(set) var xRotation: NativeProperty?
  private(set) var yRotation: NativeProperty?
  private(set) var orientation: NativeProperty?
  private(set) var skew: NativeProperty?
  private(set) var skewAxis: NativeProperty?
  private(set) var anchor: NativeProperty?
  private(set) var scale: NativeProperty?
  private(set) var opacity: NativeProperty?
  /// Whether it turns around three axes.
  let isSpatial: Bool

  init(_ json: JSONValue, of element: NativeElement) {
    let degree = Double.pi / 180
    isSpatial = json.isTruthy("rx")
    if let separate = json["p"], separate.isTruthy("s") {
      x = element.property(separate["x"], as: .number)
      y = element.property(separate["y"], as: .number)
      if separate.isTruthy("z") { z = element.property(separate["z"], as: .number) }
    } else {
      position =
        element.property(json["p"], as: .numbers)
        ?? NativeProperty(fixed: [0, 0, 0], as: .numbers, factor: 1, of: element)
    }
    if isSpatial {
      xRotation = element.property(json["rx"], as: .number, factor: degree)
      yRotation = element.property(json["ry"], as: .number, factor: degree)
      rotation = element.property(json["rz"], as: .number, factor: degree)
      orientation = element.property(json["or"], as: .numbers, factor: degree)
      orientation?.isOrientation = true
    } else {
      rotation =
        element.property(json["r"], as: .number, factor: degree)
        ?? NativeProperty(fixed: [0], as: .number, factor: degree, of: element)
    }
    if json.isTruthy("sk") {
      skew = element.property(json["sk"], as: .number, factor: degree)
      skewAxis =
        element.property(json["sa"], as: .number, factor: degree)
        ?? NativeProperty(fixed: [0], as: .number, factor: degree, of: element)
    }
    anchor =
      element.property(json["a"], as: .numbers)
      ?? NativeProperty(fixed: [0, 0, 0], as: .numbers, factor: 1, of: element)
    scale =
      element.property(json["s"], as: .numbers, factor: 0.01)
      ?? NativeProperty(fixed: [100, 100, 100], as: .numbers, factor: 0.01, of: element)
    opacity = element.property(json["o"], as: .number, factor: 0.01)
  }

  var all: [NativeProperty] {
    [
      x, y, z, position, rotation, xRotation, yRotation, orientation, skew, skewAxis, anchor, scale, opacity,
    ].compactMap(\.self)
  }
}

/// An effect of a layer.
final class NativeEffect {
  unowned let element: NativeElement
  let json: JSONValue
  let parameters: [JSONValue]
  private(set) var properties: [NativeProperty?] = []
  private(set) lazy var lookUp = NativeLookUp(
    parameters.map { [NativeKey($0["nm"]), NativeKey($0["mn"]), NativeKey($0["ix"])] })

  init(_ json: JSONValue, of element: NativeElement) {
    self.json = json
    self.element = element
    parameters = json["ef"].map { Array($0.children) } ?? []
    for parameter in parameters {
      switch parameter.integer("ty") {
      case 2, 3: properties.append(element.property(parameter["v"], as: .numbers))
      case 0, 1, 4, 7, 10, 11: properties.append(element.property(parameter["v"], as: .number))
      default: properties.append(nil)
      }
      properties[properties.count - 1]?.place = .effect(Unowned(self))
    }
  }
}
