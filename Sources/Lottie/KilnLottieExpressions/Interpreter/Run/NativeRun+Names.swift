internal import KilnJSON
internal import KilnLottieFormat

// Resolution of names, members and elements.
extension NativeRun {
  private var element: NativeElement { property.element }

  /// Value of a name that is defined in every expression.
  func value(of meaning: NativeMeaning) throws(NativeStop) -> NativeValue {
    switch meaning {
    case .own(let name): try own(name)
    case .layer(let name): try member(name, ofLayer: element)
    case .property(let function): .function(.property(property, function))
    case .function(let name): .function(.named(name))
    }
  }

  private func own(_ name: NativeName) throws(NativeStop) -> NativeValue {
    switch name {
    // In lottie-web it is a variable, which may be changed.
    case .value: return value
    case .time: return .number(time)
    case .thisProperty: return .host(property.kind == .path ? .path(property) : .property(property))
    case .thisLayer: return .host(.layer(element))
    case .thisComp: return .host(.composition(element.composition))
    case .active: return .bool(true)
    case .numKeys: return .number(try keyCount(of: property))
    case .content: return element.type == 4 ? .host(.contents(element)) : .undefined
    case .hasParent: return .bool(!element.ancestors.isEmpty)
    case .parent:
      return try element.ancestors.first.map { (parent) throws(NativeStop) in try layer(parent) } ?? .undefined
    case .anchorPoint:
      // One that only `eval` makes of other names is undefined.
      guard let anchorPoint else { throw .unknown }
      return anchorPoint
    case .undefined: return .undefined
    case .notNumber: return .number(.nan)
    case .infinity: return .number(.infinity)
    case .math: return .host(.math)
    case .wiggle: return .function(.wiggle)
    default: throw .unknown
    }
  }

  func layer(_ element: NativeElement) throws(NativeStop) -> NativeValue {
    // Cameras, sounds and data have other members.
    guard element.isPresented else { throw .unknown }
    return .host(.layer(element))
  }

  private func number(_ element: NativeElement, _ key: String) throws(NativeStop) -> NativeValue {
    guard let json = element.json.member(named: key) else { return .undefined }
    guard let number = json.number else { throw .unknown }
    return .number(number)
  }

  private func required(_ json: JSONValue, _ key: JSONValue.Name) throws(NativeStop) -> Double {
    guard let number = json.number(key) else { throw .unknown }
    return number
  }

  private func name(of json: JSONValue) throws(NativeStop) -> NativeValue {
    guard let name = json.string("nm") else { throw .unknown }
    return .text(NativeText(name))
  }

  func keyCount(of property: NativeProperty) throws(NativeStop) -> Double {
    guard let keyframes = property.keyframes else { throw .unknown }
    return Double(keyframes.keyTimes.count)
  }

  // MARK: - Members

  func member(_ name: NativeMember, of owner: NativeValue) throws(NativeStop) -> NativeValue {
    switch owner {
    case .undefined, .null: throw .thrown
    case .text(let text):
      switch name {
      case .length: return .number(Double(text.text.utf16.count))
      case .split: return .function(.split(text.text))
      default: throw .unknown
      }
    case .boxed(let number, let property):
      return name == .value ? .number(number) : try member(name, ofValueOf: property)
    case .array(let array): return try member(name, of: array)
    case .object(let object):
      guard let value = object[name.rawValue] else { throw .unknown }
      return value
    case .host(let host): return try member(name, of: host)
    case .bool, .number, .function: throw .unknown
    }
  }

  /// A member that only a script's own objects have.
  func member(named name: String, of owner: NativeValue) throws(NativeStop) -> NativeValue {
    switch owner {
    case .undefined, .null: throw .thrown
    case .object(let object):
      guard let value = object[name] else { throw .unknown }
      return value
    default: throw .unknown
    }
  }

  private func member(_ name: NativeMember, of array: NativeArray) throws(NativeStop) -> NativeValue {
    switch name {
    case .length: return .number(Double(array.count))
    case .push where !array.isFloats: return .function(.push(array))
    case .value where array.property != nil: return .array(array.original)
    default:
      guard let property = array.property else { throw .unknown }
      return try member(name, ofValueOf: property)
    }
  }

  private func member(_ name: NativeMember, ofValueOf property: NativeProperty) throws(NativeStop) -> NativeValue {
    switch name {
    case .numKeys: return .number(try keyCount(of: property))
    case .valueAtTime: return .function(.property(property, .valueAtTime))
    case .velocityAtTime: return .function(.property(property, .velocityAtTime))
    case .propertyGroup where property.place != nil: return .function(.property(property, .groupAbove))
    default: throw .unknown
    }
  }

  private func member(_ name: NativeMember, of host: NativeHost) throws(NativeStop) -> NativeValue {
    switch host {
    case .composition(let composition): return try member(name, of: composition)
    case .layer(let element): return try member(name, ofLayer: element)
    case .transform(let element):
      return try transformMember(name, of: element.transform, isGroup: false)
    case .contents, .effects: throw .unknown
    case .effect(let effect):
      guard name == ._name else { throw .unknown }
      return try self.name(of: effect.json)
    case .item(let item): return try member(name, of: item)
    case .groupContents(let item):
      switch name {
      case .transform: return .host(.groupTransform(item))
      case ._name: return try self.name(of: item.json)
      default: throw .unknown
      }
    case .groupTransform(let item): return try transformMember(name, of: item.transform, isGroup: true)
    case .property(let property): return try member(name, ofProperty: property)
    case .path(let property): return try member(name, ofPath: property)
    case .math:
      if let constant = NativeMath.constant(name.rawValue) { return .number(constant) }
      guard let function = NativeMath(rawValue: name.rawValue) else { throw .unknown }
      return .function(.math(function))
    }
  }

  private func member(_ name: NativeMember, of composition: NativeComposition) throws(NativeStop) -> NativeValue {
    switch name {
    // The composition is a function that finds its layers.
    case .layer: return .host(.composition(composition))
    case .frameDuration: return .number(1 / machine.document.frameRate)
    case .numLayers: return .number(Double(composition.layers.count))
    case .displayStartTime: return .number(0)
    case .pixelAspect: return .number(1)
    case .width: return .number(try size("w", of: composition, machine.document.size.0))
    case .height: return .number(try size("h", of: composition, machine.document.size.1))
    default: throw .unknown
    }
  }

  private func size(_ key: String, of composition: NativeComposition, _ whole: Double) throws(NativeStop) -> Double {
    guard let json = composition.json.member(named: key) else { return whole }
    guard let number = json.number else { throw .unknown }
    return number == 0 ? whole : number
  }

  private func member(_ name: NativeMember, ofLayer element: NativeElement) throws(NativeStop) -> NativeValue {
    switch name {
    case .toWorld, .toComp: return .function(.space(element, isInverse: false))
    case .fromWorld, .fromComp: return .function(.space(element, isInverse: true))
    case .transform: return element.transform == nil ? .null : .host(.transform(element))
    case .index: return try number(element, "ind")
    case .startTime: return try number(element, "st")
    case .inPoint: return .number(try required(element.json, "ip") / machine.document.frameRate)
    case .outPoint: return .number(try required(element.json, "op") / machine.document.frameRate)
    case ._name: return try self.name(of: element.json)
    case .effect: return .host(.effects(element))
    case .hasParent: return .number(Double(element.ancestors.count))
    case .parent:
      guard let parent = element.ancestors.first else { throw .thrown }
      return try layer(parent)
    case .active: return try isActive(element)
    case .rotation, .scale, .position, .opacity, .anchorPoint:
      guard let transform = element.transform else { throw .thrown }
      return try transformMember(name, of: transform, isGroup: false)
    case .content where element.type == 4: return .host(.contents(element))
    default: throw .unknown
    }
  }

  /// Whether the layer is seen now. Layers that show nothing have no answer in lottie-web.
  private func isActive(_ element: NativeElement) throws(NativeStop) -> NativeValue {
    guard [0, 1, 2, 4, 5].contains(element.type) else { return .undefined }
    return .bool(try machine.isInRange(element))
  }

  func transformMember(
    _ name: NativeMember, of transform: NativeTransform?, isGroup: Bool
  ) throws(NativeStop) -> NativeValue {
    guard let transform else { throw .unknown }
    switch name {
    case .position:
      guard transform.position == nil, !isGroup else { return try machine.shown(transform.position) }
      let depth = transform.z == nil ? .number(0) : try machine.shown(transform.z)
      return .array(NativeArray([try machine.shown(transform.x), try machine.shown(transform.y), depth]))
    case .anchorPoint: return try machine.shown(transform.anchor)
    case .scale: return try machine.shown(transform.scale)
    case .rotation:
      guard !isGroup || !transform.isSpatial else { throw .unknown }
      return try machine.shown(transform.rotation)
    case .xRotation where !isGroup: return try machine.shown(transform.xRotation)
    case .yRotation where !isGroup: return try machine.shown(transform.yRotation)
    case .opacity: return try machine.shown(transform.opacity)
    case .skew: return try machine.shown(transform.skew)
    case .skewAxis: return try machine.shown(transform.skewAxis)
    default: throw .unknown
    }
  }

  private func member(_ name: NativeMember, of item: NativeItem) throws(NativeStop) -> NativeValue {
    item.make()
    guard item.isListed else { throw .unknown }
    switch name {
    case .content where item.isGroup: return .host(.groupContents(item))
    case .transform where item.isGroup: return .host(.groupTransform(item))
    case .propertyGroup where item.isGroup: return .function(.groupAbove(item))
    case ._name: return try self.name(of: item.json)
    case .propertyIndex where item.hasIndex: return .number(try required(item.json, "ix"))
    default: return try itemMember(name, of: item)
    }
  }

  func itemMember(_ name: NativeMember, of item: NativeItem) throws(NativeStop) -> NativeValue {
    guard let property = item.property(name == .shape && item.type == "sh" ? .path : name) else { throw .unknown }
    return property.kind == .path ? .host(.path(property)) : try machine.shown(property)
  }

  private func member(_ name: NativeMember, ofProperty property: NativeProperty) throws(NativeStop) -> NativeValue {
    switch name {
    case .propertyIndex:
      guard let index = property.json?.number("ix") else { throw .unknown }
      return .number(index)
    case .numKeys: return .number(try keyCount(of: property))
    case .propertyGroup where property.place != nil: return .function(.property(property, .groupAbove))
    case .valueAtTime: return .function(.property(property, .valueAtTime))
    case .loopIn: return .function(.property(property, .loopIn))
    case .loopOut: return .function(.property(property, .loopOut))
    case .value, .v: return machine.scriptValue(try machine.current(property))
    default: throw .unknown
    }
  }

  private func member(_ name: NativeMember, ofPath property: NativeProperty) throws(NativeStop) -> NativeValue {
    switch name {
    case .points: return .function(.property(property, .points(.vertices)))
    case .inTangents: return .function(.property(property, .points(.incoming)))
    case .outTangents: return .function(.property(property, .points(.outgoing)))
    case .isClosed: return .function(.property(property, .isClosed))
    case .pointOnPath: return .function(.property(property, .pointOnPath))
    case .numKeys: return .number(try keyCount(of: property))
    case .propertyGroup where property.place != nil: return .function(.property(property, .groupAbove))
    case .value, .v: return machine.scriptValue(try machine.current(property))
    default: throw .unknown
    }
  }

  // MARK: - Elements

  func element(of owner: NativeValue, _ index: NativeValue) throws(NativeStop) -> NativeValue {
    switch owner {
    case .undefined, .null: throw .thrown
    case .array(let array):
      guard let number = index.instanceOfNumber, let position = Int(exactly: number), position >= 0 else {
        throw .unknown
      }
      return array[position]
    case .boxed(let number, _):
      guard index.instanceOfNumber == 0 else { throw .unknown }
      return .number(number)
    case .object(let object):
      guard index.instanceOfNumber != nil else { throw .unknown }
      return object[try index.toText()] ?? .undefined
    default: throw .unknown
    }
  }
}
