internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport
internal import KilnPlayers

/// A document in the form that parsers need which read a file once from front to back and refuse what they do not expect,
/// such as rlottie's.
///
/// They need the type of an item and the flag `ddd` of a layer before the members that depend on them, whole numbers and
/// flags of the right type, properties as objects, the transform as the last item of its group, an offset of all dashes,
/// and easings of all keyframes but the last one. No value changes.
struct StrictForm {
  private var text: [UInt8] = []
  /// Whether layers end so that players that show them at their out point, too, leave that frame out.
  private let endsBeforeOutPoints: Bool
  /// Whether components of colours are 0…255, which players forget that do not look at the version.
  private let hasByteColors: Bool
  /// Whether items say if their paths are closed.
  private let hasClosedItems: Bool
  /// Factor for numbers of the property that is written.
  private var factor = 1.0
  /// Whether paths of the item that is written are closed, if it says so.
  private var isClosed: Bool?
  private var easings: [String: String] = [:]

  /// - Parameter endsBeforeOutPoints: Whether all players show a layer one frame longer than others.
  static func bytes(of document: LottieDocument, endsBeforeOutPoints: Bool) -> [UInt8] {
    var form = StrictForm(document.version, endsBeforeOutPoints: endsBeforeOutPoints)
    form.text.reserveCapacity(document.tree.root.source.count)
    form.document(document.tree.root)
    return form.text
  }

  private init(_ version: LottieVersion, endsBeforeOutPoints: Bool) {
    self.endsBeforeOutPoints = endsBeforeOutPoints
    hasByteColors = version.isBefore(4, 1, 9)
    hasClosedItems = version.isBefore(4, 4, 18)
  }

  // MARK: - Structure

  private mutating func document(_ json: JSONValue) {
    let version = hasByteColors ? "\"4.1.9\"" : "\"5.7.0\""
    members(of: json, missing: [("v", version)]) { form, key, value in
      switch key {
      case "v":
        // A version that is not a string counts as missing: as a text it could be taken for an old one.
        if form.hasByteColors || value.kind != .string { form.text += version.utf8 } else { form.copy(value) }
      case "nm": form.string(value)
      case "w", "h": form.whole(value)
      case "assets": form.list(value) { $0.asset($1) }
      case "layers": form.list(value) { $0.layer($1) }
      default: form.copy(value)
      }
    }
  }

  private mutating func asset(_ json: JSONValue) {
    members(of: json) { form, key, value in
      switch key {
      case "w", "h", "e": form.whole(value)
      case "u", "p", "nm": form.string(value)
      case "layers": form.list(value) { $0.layer($1) }
      default: form.copy(value)
      }
    }
  }

  private mutating func layer(_ json: JSONValue) {
    let isSpatial = json["ks"].map(Self.isSpatial) ?? false
    var missing = [("ddd", isSpatial ? "1" : "0")]
    if json["ks"] == nil { missing.append(("ks", "{}")) }
    // Masks of mode `n` alone would hide the layer.
    let masks = json["masksProperties"]?.children.filter { $0.string("mode") != "n" } ?? []
    if !masks.isEmpty, json["hasMask"] == nil { missing.append(("hasMask", "true")) }
    members(of: json, without: "ddd", missing: missing) { form, key, value in
      switch key {
      case "ty", "ind", "parent", "sw", "sh", "w", "h", "tt", "td", "tp", "ao", "bm": form.whole(value)
      case "hd": form.flag(value)
      case "hasMask": form.text += (!masks.isEmpty && value.isTruthy ? "true" : "false").utf8
      case "nm": form.string(value)
      case "sc": form.color(value)
      case "refId": form.string(value)
      case "ip": form.inPoint(value)
      case "op": form.outPoint(value)
      case "ks": form.transform(value, isSpatial: isSpatial)
      case "tm": form.property(value)
      case "shapes": form.list(value) { $0.item($1) }
      case "masksProperties": form.list(masks) { $0.mask($1) }
      default: form.copy(value)
      }
    }
  }

  /// Whether a layer's transform turns it out of the plane: else only its rotation in the plane is read.
  private static func isSpatial(_ transform: JSONValue) -> Bool {
    guard transform["r"] == nil else { return false }
    return (transform["rx"]?.isNonzeroProperty() ?? false) || (transform["ry"]?.isNonzeroProperty() ?? false)
  }

  private mutating func inPoint(_ json: JSONValue) {
    guard endsBeforeOutPoints, let time = json.number, time.isFinite, time.magnitude < 1e9, time != time.rounded(.up)
    else { return copy(json) }
    text += EditText.number(time.rounded(.up)).utf8
  }

  /// The out point: just below the middle of the last frame that is shown and the next one.
  private mutating func outPoint(_ json: JSONValue) {
    guard endsBeforeOutPoints, let time = json.number, time.isFinite, time.magnitude < 1e9 else { return copy(json) }
    text += EditText.number(time.rounded(.up) - 0.51).utf8
  }

  private mutating func mask(_ json: JSONValue) {
    members(of: json) { form, key, value in
      switch key {
      case "inv": form.flag(value)
      case "mode": form.string(value)
      case "pt", "o", "x": form.property(value)
      default: form.copy(value)
      }
    }
  }

  /// A transform of a layer or group.
  private mutating func transform(_ json: JSONValue, isSpatial: Bool) {
    keptMembers(of: json, without: isSpatial ? "or" : nil) { form, key, value in
      switch key {
      case "ty", "nm": form.string(value)
      case "hd": form.flag(value)
      case "p": form.position(value)
      case "a", "s", "r", "o", "sk", "sa", "so", "eo": form.property(value)
      case "rx", "ry", "or":
        guard isSpatial else { return false }
        form.property(value)
      case "rz":
        // Without `ddd` the rotation has another name.
        if !isSpatial {
          guard json["r"] == nil else { return false }
          form.renameLastKey(to: "r")
        }
        form.property(value)
      default: form.copy(value)
      }
      return true
    }
  }

  private mutating func position(_ json: JSONValue) {
    guard json.kind == .object, json.isTruthy("s") else { return property(json) }
    members(of: json, without: "s", missing: [("s", "true")]) { form, key, value in
      if ["x", "y", "z"].contains(key) { form.property(value) } else { form.copy(value) }
    }
  }

  // MARK: - Shapes

  private mutating func item(_ json: JSONValue) {
    let type = json.string("ty") ?? ""
    let isColored = hasByteColors && (type == "fl" || type == "st")
    if hasClosedItems, type == "sh" { isClosed = json["closed"].map(\.isTruthy) }
    defer { isClosed = nil }
    keptMembers(of: json, without: "ty", missing: [("ty", JSONText.quoted(type))]) { form, key, value in
      switch key {
      case "nm", "mn": form.string(value)
      case "c" where isColored:
        form.factor = 1 / 255
        form.property(value)
        form.factor = 1
      case "hd", "fillEnabled": form.flag(value)
      case "it": form.group(value)
      case "tr": form.transform(value, isSpatial: false)
      case "g" where value.kind == .object: form.gradient(value)
      case "d" where value.kind == .array: form.dashes(value)
      case "p" where type == "tr": form.position(value)
      case "rx", "ry", "rz", "or":
        guard type != "tr" else { return false }
        form.property(value)
      case "lc", "lj", "t", "m", "mm", "sy", "bm", "d", "ind", "ix", "np": form.whole(value)
      case "r" where value.kind == .number && (type == "fl" || type == "gf"): form.whole(value)
      case "ml": form.copy(value)
      default: form.propertyOrCopy(value, key)
      }
      return true
    }
  }

  /// The items of a group, the transform last.
  private mutating func group(_ json: JSONValue) {
    guard json.kind == .array else { return copy(json) }
    let items = json.children.filter { $0.kind == .object }
    let transforms = items.filter { $0.string("ty") == "tr" }
    list(items.filter { $0.string("ty") != "tr" } + transforms.suffix(1)) { $0.item($1) }
  }

  private mutating func gradient(_ json: JSONValue) {
    members(of: json) { form, key, value in
      if key == "p" { form.whole(value) } else { form.propertyOrCopy(value, key) }
    }
  }

  /// Dashes and gaps in pairs, and their offset.
  private mutating func dashes(_ json: JSONValue) {
    let entries = json.children.filter { $0.kind == .object }
    guard !entries.isEmpty else { return copy(json) }
    let offset = entries.last { $0.string("n") == "o" }
    var lengths = entries.filter { $0.string("n") != "o" }
    if lengths.count % 2 == 1 { lengths += lengths }
    text.append(UInt8(ascii: "["))
    for (index, entry) in (lengths + (offset.map { [$0] } ?? [])).enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      members(of: entry) { form, key, value in
        if key == "v" { form.property(value) } else { form.copy(value) }
      }
    }
    if offset == nil { text += ",{\"n\":\"o\",\"nm\":\"offset\",\"v\":{\"a\":0,\"k\":0}}".utf8 }
    text.append(UInt8(ascii: "]"))
  }

  // MARK: - Properties

  private mutating func propertyOrCopy(_ json: JSONValue, _ key: String) {
    if json.kind == .object, json["k"] != nil { property(json) } else { copy(json) }
  }

  private mutating func property(_ json: JSONValue) {
    guard json.kind == .object else {
      guard json.kind == .number || json.kind == .array else { return copy(json) }
      text += "{\"a\":0,\"k\":".utf8
      content(json)
      text.append(UInt8(ascii: "}"))
      return
    }
    members(of: json) { form, key, value in
      if key == "k" { form.content(value) } else { form.copy(value) }
    }
  }

  private mutating func content(_ json: JSONValue) {
    if json.kind == .object { return path(json) }
    guard let first = json.first, json.kind == .array else { return copy(json) }
    if first.kind == .object {
      if first["t"] == nil, first["v"] != nil { return path(first) }
      let keys = json.children.filter { $0.kind == .object }
      var index = 0
      return list(keys) { form, key in
        form.keyframe(key, isLast: index == keys.count - 1, isOnly: keys.count == 1)
        index += 1
      }
    }
    if json.count == 1 { copy(first) } else { numbers(json) }
  }

  private mutating func keyframe(_ json: JSONValue, isLast: Bool, isOnly: Bool) {
    let isHold = json.isTruthy("h") || isOnly
    var missing: [(name: String, text: String)] = []
    if isOnly, json["h"] == nil { missing.append(("h", "1")) }
    let easing = isHold || isLast ? nil : self.easing(of: json)
    if let easing {
      if json["i"] == nil { missing.append(("i", "{\"x\":1,\"y\":1}")) }
      if json["o"] == nil { missing.append(("o", "{\"x\":0,\"y\":0}")) }
      if let name = easingName(easing) { missing.append(("n", JSONText.quoted(name))) }
    }
    keptMembers(of: json, missing: missing) { form, key, value in
      switch key {
      case "h":
        if isOnly { form.text += "1".utf8 } else { form.whole(value) }
      case "i", "o":
        guard easing != nil else { return false }
        form.keptMembers(of: value) { form, key, value in
          guard key == "x" || key == "y" else { return false }
          form.copy(value)
          return true
        }
      case "n": return false
      case "to", "ti":
        guard !isLast else { return false }
        form.copy(value)
      case "s", "e": form.value(value)
      default: form.copy(value)
      }
      return true
    }
  }

  /// Both control points: i.x, i.y, o.x, o.y.
  private func easing(of json: JSONValue) -> [Double] {
    func component(_ point: JSONValue?, _ name: JSONValue.Name, _ standard: Double) -> Double {
      guard let value = point?[name] else { return standard }
      return value.number ?? value.firstNumber ?? standard
    }
    return [
      component(json["i"], "x", 1), component(json["i"], "y", 1), component(json["o"], "x", 0),
      component(json["o"], "y", 0),
    ]
  }

  /// A name for an easing that is equal to another one in two decimals, by which rlottie takes them for the same.
  private mutating func easingName(_ easing: [Double]) -> String? {
    let exact = easing.map { EditText.number($0, decimals: 4) }.joined(separator: "_")
    let short = easing.map { EditText.number($0, decimals: 2) }.joined(separator: "_")
    if let first = easings[short] { return first == exact ? nil : exact }
    easings[short] = exact
    return nil
  }

  /// The value of a keyframe: numbers, or a path in an array.
  private mutating func value(_ json: JSONValue) {
    let shape = json.kind == .object ? json : json.first
    guard let shape, shape.kind == .object else { return numbers(json) }
    text.append(UInt8(ascii: "["))
    path(shape)
    text.append(UInt8(ascii: "]"))
  }

  private mutating func path(_ json: JSONValue) {
    let missing = isClosed.map { [("c", $0 ? "true" : "false")] } ?? []
    keptMembers(of: json, missing: missing) { form, key, value in
      switch key {
      case "i", "o", "v": form.copy(value)
      case "c": if let isClosed = form.isClosed { form.text += "\(isClosed)".utf8 } else { form.flag(value) }
      default: return false
      }
      return true
    }
  }

  // MARK: - Values

  private mutating func copy(_ json: JSONValue) { text += json.source }

  private mutating func numbers(_ json: JSONValue) {
    guard factor != 1, let numbers = json.numbers else { return copy(json) }
    text += EditText.array(numbers.map { $0 * factor }, decimals: 5).utf8
  }

  private mutating func whole(_ json: JSONValue) {
    if let bool = json.bool { return text.append(UInt8(ascii: bool ? "1" : "0")) }
    guard let number = json.number, let value = Int(exactly: number.rounded(.up)), number.magnitude < 1e9 else {
      return copy(json)
    }
    text += "\(value)".utf8
  }

  private mutating func flag(_ json: JSONValue) {
    text += (json.isTruthy ? "true" : "false").utf8
  }

  private mutating func string(_ json: JSONValue) {
    guard json.kind != .string else { return copy(json) }
    text += JSONText.quoted(String(decoding: json.source, as: UTF8.self)).utf8
  }

  /// A colour as `#rrggbb`; black for what is none.
  private mutating func color(_ json: JSONValue) {
    let digits = (json.string ?? "").drop { $0 == "#" }
    let isColor = (digits.count == 6 || digits.count == 8) && digits.allSatisfy { $0.isASCII && $0.isHexDigit }
    text += "\"#\(isColor ? digits.prefix(6) : "000000")\"".utf8
  }

  private mutating func list(_ json: JSONValue, _ write: (inout StrictForm, JSONValue) -> Void) {
    guard json.kind == .array else { return copy(json) }
    list(json.children.filter { $0.kind == .object }, write)
  }

  private mutating func list(_ values: [JSONValue], _ write: (inout StrictForm, JSONValue) -> Void) {
    text.append(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      write(&self, value)
    }
    text.append(UInt8(ascii: "]"))
  }

  /// Members of an object: those that are missing first, then those of the file, without null.
  ///
  /// - Parameters:
  ///   - excluded: Name of members that are left out.
  ///   - write: Writes the value of a member; all are written.
  private mutating func members(
    of json: JSONValue, without excluded: String? = nil, missing: [(name: String, text: String)] = [],
    _ write: (inout StrictForm, String, JSONValue) -> Void
  ) {
    keptMembers(of: json, without: excluded, missing: missing) { form, key, value in
      write(&form, key, value)
      return true
    }
  }

  /// - Parameter write: Writes the value of a member; false if the member is left out.
  private mutating func keptMembers(
    of json: JSONValue, without excluded: String? = nil, missing: [(name: String, text: String)] = [],
    _ write: (inout StrictForm, String, JSONValue) -> Bool
  ) {
    guard json.kind == .object else { return copy(json) }
    text.append(UInt8(ascii: "{"))
    var isFirst = true
    func separate(_ form: inout StrictForm) {
      if !isFirst { form.text.append(UInt8(ascii: ",")) }
    }
    for member in missing where member.name == excluded || json.member(named: member.name) == nil {
      separate(&self)
      text += "\(JSONText.quoted(member.name)):\(member.text)".utf8
      isFirst = false
    }
    for child in json.children {
      guard let key = child.key, key != excluded, child.kind != .null else { continue }
      let count = text.count
      separate(&self)
      text += JSONText.quoted(key).utf8
      text.append(UInt8(ascii: ":"))
      if write(&self, key, child) { isFirst = false } else { text.removeLast(text.count - count) }
    }
    text.append(UInt8(ascii: "}"))
  }

  /// Gives the member whose value comes next another name.
  private mutating func renameLastKey(to name: String) {
    // The key, its quotes and the colon.
    while let byte = text.popLast(), byte != UInt8(ascii: "\"") {}
    while let byte = text.popLast(), byte != UInt8(ascii: "\"") {}
    text += "\"\(name)\":".utf8
  }
}
