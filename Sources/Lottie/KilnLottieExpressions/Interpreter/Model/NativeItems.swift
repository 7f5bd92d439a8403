internal import KilnJSON
internal import KilnLottieFormat

/// The items of a group or a layer, as scripts count them: without transforms.
final class NativeItemList {
  unowned let element: NativeElement
  /// The group; nil for a layer's own list.
  private(set) unowned var owner: NativeItem?
  let items: [NativeItem]
  private(set) lazy var lookUp = NativeLookUp(items.map { owner == nil ? $0.nameInLayer : $0.keysInGroup })

  init(_ json: JSONValue?, of element: NativeElement, inside owner: NativeItem?) {
    self.element = element
    self.owner = owner
    items = (json.map { Array($0.children) } ?? []).filter { $0.string("ty") != "tr" }
      .map { NativeItem($0, of: element) }
    for item in items { item.list = self }
  }

  /// Makes the properties of all items, so that scripts find them.
  func makeAll() {
    for item in items { item.make() }
  }
}

/// An item of a shape layer.
final class NativeItem {
  /// A property of an item: the member that gives it, its key in the file, and the names by which it is found.
  struct Entry {
    var member: NativeMember
    var key: String
    var kind: LottieScriptKind = .number
    var factor = 1.0
    /// Whether it is found by its number in the file.
    var hasNumber = true
    var names: [String] = []

    /// Keys under which scripts find the property in an object of the file.
    func keys(in owner: JSONValue?) -> [NativeKey?] {
      (hasNumber ? [NativeKey(owner?.member(named: key)?["ix"])] : []) + names.map { NativeKey($0) }
    }
  }

  unowned let element: NativeElement
  let json: JSONValue
  let type: String
  let isGroup: Bool
  /// Whether scripts find it by its name.
  let isListed: Bool
  /// Whether they see its number.
  let hasIndex: Bool
  fileprivate(set) unowned var list: NativeItemList?
  // Few, which are looked through: each kind of dictionary takes time when a process first makes one.
  private var entries: [Entry] = []
  private var properties: [NativeProperty?] = []
  private lazy var lookUp = NativeLookUp(entries.map { $0.keys(in: json) })
  private(set) var contents: NativeItemList?
  /// A group's transform, which is its last item; nil if that is another one.
  private(set) var transform: NativeTransform?
  private var transformJSON: JSONValue?
  private lazy var transformLookUp = NativeLookUp(Self.transformEntries.map { $0.keys(in: transformJSON) })
  private var isMade = false

  fileprivate init(_ json: JSONValue, of element: NativeElement) {
    self.json = json
    self.element = element
    type = json.string("ty") ?? ""
    isGroup = type == "gr"
    isListed = Self.listed.contains(type)
    hasIndex = ["gr", "sh", "rc", "el", "tm", "sr", "rd"].contains(type)
  }

  private static let listed: Set<String> = ["gr", "fl", "st", "tm", "el", "sr", "sh", "rc", "rd", "rp", "gf"]

  fileprivate var nameInLayer: [NativeKey?] { isListed ? [NativeKey(json["nm"])] : [] }

  fileprivate var keysInGroup: [NativeKey?] {
    guard isListed else { return [] }
    let names = [NativeKey(json["nm"]), NativeKey(json["mn"])]
    return ["fl", "st", "gf"].contains(type) ? names : names + [NativeKey(json["ix"])]
  }

  /// Makes its properties and what is in it, once.
  func make() {
    guard !isMade else { return }
    isMade = true
    if type == "gr" { return makeGroup() }
    if type == "st", let dashes = json["d"], dashes.kind == .array {
      for dash in dashes.children { _ = element.property(dash["v"], as: .number) }
    }
    entries = (Self.entries[type] ?? []).filter { $0.member != .color || !element.document.hasOldColors }
    properties = entries.map { entry in
      let property = element.property(json.member(named: entry.key), as: entry.kind, factor: entry.factor)
      property?.place = ["fl", "gf"].contains(type) ? .insideListOf(Unowned(self)) : .item(Unowned(self))
      return property
    }
  }

  /// The property that a member gives.
  func property(_ member: NativeMember) -> NativeProperty? {
    entries.firstIndex { $0.member == member }.flatMap { properties[$0] }
  }

  /// The member that a name or a number finds.
  func member(_ key: NativeKey) -> NativeMember? { lookUp[key].map { entries[$0].member } }

  /// The same of a group's transform.
  func transformMember(_ key: NativeKey) -> NativeMember? {
    transformLookUp[key].map { Self.transformEntries[$0].member }
  }

  private func makeGroup() {
    let list = NativeItemList(json["it"], of: element, inside: self)
    contents = list
    list.makeAll()
    guard let last = json["it"].flatMap({ Array($0.children).last }), last.string("ty") == "tr" else { return }
    let transform = NativeTransform(last, of: element)
    self.transform = transform
    transformJSON = last
    for property in transform.all { property.place = .groupTransform(Unowned(self)) }
  }

  // MARK: - Names

  private static let degree = Double.pi / 180

  private static let entries: [String: [Entry]] = [
    "fl": [
      Entry(member: .color, key: "c", kind: .numbers, factor: 255, hasNumber: false, names: ["Color", "color"]),
      Entry(member: .opacity, key: "o", factor: 0.01, hasNumber: false, names: ["Opacity", "opacity"]),
    ],
    "st": [
      Entry(member: .color, key: "c", kind: .numbers, factor: 255, hasNumber: false, names: ["Color", "color"]),
      Entry(member: .opacity, key: "o", factor: 0.01, hasNumber: false, names: ["Opacity", "opacity"]),
      Entry(member: .strokeWidth, key: "w", hasNumber: false, names: ["Stroke Width", "stroke width"]),
    ],
    "tm": [
      Entry(member: .end, key: "e", factor: 0.01, names: ["End", "end"]),
      Entry(member: .start, key: "s", factor: 0.01), Entry(member: .offset, key: "o"),
    ],
    "el": [Entry(member: .position, key: "p", kind: .numbers), Entry(member: .size, key: "s", kind: .numbers)],
    "rc": [
      Entry(member: .position, key: "p", kind: .numbers), Entry(member: .roundness, key: "r"),
      Entry(member: .size, key: "s", kind: .numbers, names: ["Size", "ADBE Vector Rect Size"]),
    ],
    "sr": [
      Entry(member: .position, key: "p", kind: .numbers), Entry(member: .rotation, key: "r", factor: degree),
      Entry(member: .points, key: "pt"),
      Entry(member: .outerRadius, key: "or", names: ["ADBE Vector Star Outer Radius"]),
      Entry(member: .outerRoundness, key: "os", factor: 0.01),
      Entry(member: .innerRadius, key: "ir", names: ["ADBE Vector Star Inner Radius"]),
      Entry(member: .innerRoundness, key: "is", factor: 0.01),
    ],
    "rd": [Entry(member: .radius, key: "r", names: ["Round Corners 1"])],
    "sh": [
      Entry(
        member: .path, key: "ks", kind: .path, hasNumber: false,
        names: ["Shape", "shape", "Path", "path", "ADBE Vector Shape"])
    ],
  ]

  private static let transformEntries: [Entry] = [
    Entry(member: .anchorPoint, key: "a", names: ["Anchor Point"]),
    Entry(member: .opacity, key: "o", names: ["Opacity"]),
    Entry(member: .position, key: "p", names: ["Position"]),
    Entry(member: .rotation, key: "r", names: ["Rotation", "ADBE Vector Rotation"]),
    Entry(member: .scale, key: "s", names: ["Scale"]), Entry(member: .skew, key: "sk", names: ["Skew"]),
    Entry(member: .skewAxis, key: "sa", names: ["Skew Axis"]),
  ]

  // MARK: - Groups

  /// Ancestor by a number of levels; the item itself at level 0.
  func above(_ level: Double) -> NativeHost { level <= 0 ? .item(self) : Self.above(list, level - 1, element) }

  /// The same from a list.
  static func above(_ list: NativeItemList?, _ level: Double, _ element: NativeElement) -> NativeHost {
    guard let owner = list?.owner else { return level <= 0 ? .contents(element) : .layer(element) }
    return level <= 0 ? .groupContents(owner) : owner.above(level - 1)
  }
}
