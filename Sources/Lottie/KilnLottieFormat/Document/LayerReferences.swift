package import KilnJSON

// Parts of a document that other parts name by numbers, in its text: what removes or moves layers asks here.

extension JSONValue {
  /// Numbers (`ind`) of the layers that a layer names: its parent, its matte, and the layers of its effects.
  ///
  /// - Parameter isRead: Whether an effect's parameters count.
  package func namedLayers(of isRead: (_ effect: JSONValue) -> Bool = { _ in true }) -> Set<Int> {
    var numbers = Set([integer("parent"), integer("tp")].compactMap(\.self))
    guard let effects = self["ef"], effects.kind == .array else { return numbers }
    for effect in effects.children where isRead(effect) {
      for parameter in effect["ef"].map({ Array($0.children) }) ?? [] where parameter.integer("ty") == 10 {
        if let value = parameter["v"]?["k"] { numbers.formUnion(value.layerNumbers) }
      }
    }
    return numbers
  }

  /// Numbers in the value of an effect's layer parameter: fixed, or in keyframes.
  private var layerNumbers: [Int] {
    if let integer { return [integer] }
    return children.flatMap { child -> [Int] in
      guard child.integer == nil else { return [child.integer].compactMap(\.self) }
      return [child["s"], child["e"]].compactMap(\.self).flatMap { value in
        value.integer.map { [$0] } ?? value.children.compactMap(\.integer)
      }
    }
  }

  /// Elements of a list of keyframes with their times, which rise; nil for anything else.
  package var risingKeyframes: [(json: JSONValue, time: Double)]? {
    guard kind == .array else { return nil }
    var keyframes: [(json: JSONValue, time: Double)] = []
    for keyframe in children {
      guard keyframe.kind == .object, let time = keyframe.number("t"), time > keyframes.last?.time ?? -.infinity else {
        return nil
      }
      keyframes.append((keyframe, time))
    }
    return keyframes
  }
}
