internal import KilnJSON

// Calls of functions, and lookups by calling an object of the document.
extension NativeRun {
  func call(_ callee: NativeValue, _ arguments: [NativeValue]) throws(NativeStop) -> NativeValue {
    switch callee {
    case .host(let host):
      guard let argument = arguments.first else { throw .unknown }
      return try find(argument, in: host)
    case .function(let function): return try call(function, arguments)
    case .undefined, .null, .bool, .number, .text, .boxed, .array, .object: throw .thrown
    }
  }

  // MARK: - What is found by a name or a number

  private func find(_ argument: NativeValue, in host: NativeHost) throws(NativeStop) -> NativeValue {
    let key = try NativeKey(argument)
    switch host {
    case .composition(let composition): return try layer(key, in: composition)
    case .layer(let element): return try find(key, inLayer: element)
    case .transform(let element): return try find(key, in: element.transform)
    case .effects(let element):
      return element.effectLookUp[key].map { .host(.effect(element.effects[$0])) } ?? .null
    case .effect(let effect): return try parameter(key, of: effect)
    case .contents(let element): return try find(key, in: element.contents)
    case .item(let item): return try find(key, in: item)
    case .groupContents(let item):
      item.make()
      guard let contents = item.contents else { throw .unknown }
      return try find(key, in: contents)
    case .groupTransform(let item):
      guard item.transform != nil else { throw .unknown }
      guard let name = item.transformMember(key) else { return .null }
      return try transformMember(name, of: item.transform, isGroup: true)
    case .property, .path, .math: throw .thrown
    }
  }

  private func layer(_ key: NativeKey, in composition: NativeComposition) throws(NativeStop) -> NativeValue {
    guard let position = composition.lookUp[key] else { return .null }
    guard let element = composition.element(position) else { throw .unknown }
    return try layer(element)
  }

  private func find(_ key: NativeKey, inLayer element: NativeElement) throws(NativeStop) -> NativeValue {
    switch Self.layerParts[key] {
    case .contents: return element.type == 4 ? .host(.contents(element)) : .undefined
    case .transform: return element.transform == nil ? .null : .host(.transform(element))
    case .effects: return .host(.effects(element))
    case .text: throw .unknown
    case nil: return .null
    }
  }

  private enum LayerPart {
    case contents
    case transform
    case effects
    case text
  }

  private static let layerParts: [NativeKey: LayerPart] = [
    NativeKey("ADBE Root Vectors Group"): .contents, NativeKey("Contents"): .contents, .number(2): .contents,
    .number(1): .transform, .number(6): .transform, NativeKey("Transform"): .transform,
    NativeKey("transform"): .transform, NativeKey("ADBE Transform Group"): .transform, .number(4): .effects,
    NativeKey("ADBE Effect Parade"): .effects, NativeKey("effects"): .effects, NativeKey("Effects"): .effects,
    NativeKey("ADBE Text Properties"): .text,
  ]

  private static let transformNames: [NativeKey: NativeMember] = {
    let names: [NativeMember: [String]] = [
      .scale: ["scale", "Scale", "ADBE Scale"],
      .rotation: ["rotation", "Rotation", "ADBE Rotation", "ADBE Rotate Z"],
      .xRotation: ["ADBE Rotate X"], .yRotation: ["ADBE Rotate Y"],
      .position: ["position", "Position", "ADBE Position"],
      .xPosition: ["ADBE Position_0"], .yPosition: ["ADBE Position_1"], .zPosition: ["ADBE Position_2"],
      .anchorPoint: ["anchorPoint", "AnchorPoint", "Anchor Point", "ADBE AnchorPoint"],
      .opacity: ["opacity", "Opacity"],
    ]
    var members: [NativeKey: NativeMember] = [
      .number(6): .scale, .number(10): .rotation, .number(2): .position, .number(1): .anchorPoint,
      .number(11): .opacity,
    ]
    for (member, names) in names {
      for name in names { members[NativeKey(name)] = member }
    }
    return members
  }()

  private func find(_ key: NativeKey, in transform: NativeTransform?) throws(NativeStop) -> NativeValue {
    guard let name = Self.transformNames[key] else { return .null }
    return try transformMember(name, of: transform, isGroup: false)
  }

  private func parameter(_ key: NativeKey, of effect: NativeEffect) throws(NativeStop) -> NativeValue {
    // Other names are errors.
    guard let position = effect.lookUp[key] else { throw .thrown }
    guard let property = effect.properties[position] else { throw .unknown }
    guard effect.parameters[position].integer("ty") == 10 else { return try machine.shown(property) }
    guard case .number(let number) = try machine.current(property) else { throw .unknown }
    return try layer(.number(number), in: effect.element.composition)
  }

  /// An item of a group or a layer.
  private func find(_ key: NativeKey, in list: NativeItemList) throws(NativeStop) -> NativeValue {
    // A layer's own are found by their position only where a number is given.
    if case .number(let number) = key {
      if list.owner == nil, number == 0 { return .host(.layer(list.element)) }
      let found = list.owner == nil ? nil : list.lookUp[key]
      let position = found ?? Int(exactly: number - 1) ?? -1
      return list.items.indices.contains(position) ? .host(.item(list.items[position])) : .undefined
    }
    return list.lookUp[key].map { .host(.item(list.items[$0])) } ?? .null
  }

  private static let groupContentsKeys: Set<NativeKey> = [
    NativeKey("ADBE Vectors Group"), NativeKey("Contents"), .number(2),
  ]

  private func find(_ key: NativeKey, in item: NativeItem) throws(NativeStop) -> NativeValue {
    item.make()
    if item.isGroup {
      let isContents = Self.groupContentsKeys.contains(key)
      return .host(isContents ? .groupContents(item) : .groupTransform(item))
    }
    guard item.isListed else { return .null }
    guard item.type != "gf", item.type != "rp" else { throw .unknown }
    let isPath = item.type == "sh" && key == .number(2)
    guard let name = isPath ? .path : item.member(key) else { return .null }
    return try itemMember(name, of: item)
  }

  // MARK: - Functions

  private func call(_ function: NativeFunction, _ arguments: [NativeValue]) throws(NativeStop) -> NativeValue {
    switch function {
    case .named(let name):
      let result = try NativeVocabulary.call(name, arguments)
      guard case .array(let array) = result else { return result }
      return noted(array)
    case .math(.abs): return .number(try NativeVocabulary.absolute(arguments))
    case .math(let function): return .number(try function(arguments))
    case .declared(let function, let frame): return try call(function, inside: frame, arguments)
    case .space(let element, let isInverse): return try moved(arguments, by: element, isInverse: isInverse)
    case .property(let property, let function): return try call(function, of: property, arguments)
    case .wiggle: return try wiggled(arguments)
    case .groupAbove(let item): return .host(item.above(try level(arguments)))
    case .push(let array):
      for argument in arguments {
        array.append(argument)
        note(argument, in: array)
      }
      return .number(Double(array.count))
    case .split(let text): return try split(text, arguments)
    }
  }

  private func call(
    _ function: NativeFunction.Property, of property: NativeProperty, _ arguments: [NativeValue]
  ) throws(NativeStop) -> NativeValue {
    switch function {
    case .valueAtTime: machine.scriptValue(try machine.value(of: property, atSeconds: try seconds(arguments)))
    case .velocityAtTime: try velocity(of: property, at: try seconds(arguments))
    case .key: try key(arguments, of: property)
    case .nearestKey: try nearestKey(of: property, to: try seconds(arguments))
    case .loopIn: try loop(property, arguments, isOut: false)
    case .loopOut: try loop(property, arguments, isOut: true)
    case .points(let points): try self.points(points, of: property, arguments)
    case .isClosed: .bool(try path(of: property).isClosed)
    case .pointOnPath: try pointOnPath(of: property, arguments)
    case .groupAbove: try group(above: property, try level(arguments))
    }
  }

  private func seconds(_ arguments: [NativeValue]) throws(NativeStop) -> Double {
    guard let first = arguments.first else { throw .unknown }
    return try first.toNumber()
  }

  private func level(_ arguments: [NativeValue]) throws(NativeStop) -> Double {
    guard let first = arguments.first else { return 1 }
    guard case .number(let level) = first, level.rounded() == level else { throw .unknown }
    return level
  }

  private func group(above property: NativeProperty, _ level: Double) throws(NativeStop) -> NativeValue {
    guard level >= 1, let place = property.place else { throw .unknown }
    switch place {
    case .item(let owner):
      let item = owner.object
      return .host(level == 1 ? .item(item) : NativeItem.above(item.list, level - 2, item.element))
    case .insideListOf(let owner):
      return .host(NativeItem.above(owner.object.list, level - 1, owner.object.element))
    case .groupTransform(let owner):
      return .host(level == 1 ? .groupTransform(owner.object) : owner.object.above(level - 2))
    case .effect(let owner):
      guard level == 1 else { throw .unknown }
      return .host(.effect(owner.object))
    }
  }

  private func split(_ text: String, _ arguments: [NativeValue]) throws(NativeStop) -> NativeValue {
    guard arguments.count == 1, case .text(let separator) = arguments[0], !separator.text.isEmpty else {
      throw .unknown
    }
    let (bytes, mark) = (Array(text.utf8), Array(separator.text.utf8))
    var parts: [NativeValue] = []
    var (start, position) = (0, 0)
    while position + mark.count <= bytes.count {
      if bytes[position...].starts(with: mark) {
        parts.append(.text(NativeText(String(decoding: bytes[start..<position], as: UTF8.self))))
        position += mark.count
        start = position
      } else {
        position += 1
      }
    }
    parts.append(.text(NativeText(String(decoding: bytes[start...], as: UTF8.self))))
    return .array(NativeArray(parts))
  }

  // MARK: - Space

  /// A point of one space in the other one, now.
  private func moved(
    _ arguments: [NativeValue], by element: NativeElement, isInverse: Bool
  ) throws(NativeStop) -> NativeValue {
    guard arguments.count == 1, case .array(let point) = arguments[0] else { throw .unknown }
    var numbers: [Double] = []
    for index in 0..<3 {
      switch point[index] {
      case .number(let number): numbers.append(number)
      case .boxed(let number, _) where index < 2: numbers.append(number)
      case .undefined where index == 2: numbers.append(0)
      default: throw .unknown
      }
    }
    let matrix = try machine.worldMatrix(of: element)
    let z = numbers[2].isNaN ? 0 : numbers[2]
    let result =
      isInverse ? matrix.applyInverse(numbers[0], numbers[1], z) : matrix.apply(numbers[0], numbers[1], z)
    return .array(NativeArray(numbers: result))
  }
}
