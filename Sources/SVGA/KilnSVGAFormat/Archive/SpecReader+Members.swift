internal import KilnJSON

// Members of objects by kind. A member of another kind is reported and counts as absent.
extension SpecReader {
  /// Adds `svga.spec.malformed` at a value that is skipped.
  mutating func ignore(_ value: JSONValue) { note(.svgaSpecMalformed, at: value) }

  /// A member; nil if it is missing or null.
  func member(_ name: JSONValue.Name, of value: JSONValue) -> JSONValue? {
    guard let member = value[name], member.kind != .null else { return nil }
    return member
  }

  /// A member that is text; empty if it is absent.
  mutating func string(_ name: JSONValue.Name, of value: JSONValue) -> String {
    guard let member = member(name, of: value) else { return "" }
    guard let string = member.string else {
      ignore(member)
      return ""
    }
    return string
  }

  /// A member that is a number.
  mutating func number(_ name: JSONValue.Name, of value: JSONValue) -> Float? {
    guard let member = member(name, of: value) else { return nil }
    guard let number = member.number else {
      ignore(member)
      return nil
    }
    return Float(number)
  }

  /// A member that is a number, rounded towards 0; 0 if it is absent.
  mutating func integer(_ name: JSONValue.Name, of value: JSONValue) -> Int32 {
    guard let member = member(name, of: value) else { return 0 }
    guard let number = member.number else {
      ignore(member)
      return 0
    }
    return Int32(max(Double(Int32.min), min(Double(Int32.max), number)))
  }

  /// Members of an object; nil, with a note, unless all of them are numbers.
  mutating func numbers(_ names: [JSONValue.Name], of value: JSONValue?) -> [Float]? {
    guard let value else { return nil }
    let numbers = value.numbers(names)
    if numbers == nil { ignore(value) }
    return numbers
  }

  /// The elements of a member that is an array; none if it is something else.
  mutating func elements(_ name: JSONValue.Name, of value: JSONValue) -> [JSONValue] {
    if let member = member(name, of: value), member.kind != .array { ignore(member) }
    return value.elements(name)
  }

  /// The elements that are objects, without all others.
  mutating func objects(_ name: JSONValue.Name, of value: JSONValue) -> [JSONValue] {
    elements(name, of: value).filter { element in
      let isObject = element.kind == .object
      if !isObject { ignore(element) }
      return isObject
    }
  }
}

extension JSONValue {
  /// Members of an object; nil unless all of them are numbers.
  func numbers(_ names: [Name]) -> [Float]? {
    let numbers = names.compactMap { self[$0]?.number.map { Float($0) } }
    return numbers.count == names.count ? numbers : nil
  }
}
