/// A name in the order in which people count: `9.png` before `10.png`.
public struct NumberedName: Comparable {
  /// Texts and numbers in turns, each number as its digits without leading zeros.
  private var parts: [(isNumber: Bool, text: Substring)] = []
  private let name: String

  /// A file's name.
  public init(_ name: String) {
    self.name = name
    var rest = name[...]
    while let first = rest.first {
      let isNumber = first.isASCII && first.isNumber
      let part = rest.prefix { ($0.isASCII && $0.isNumber) == isNumber }
      parts.append((isNumber, isNumber ? part.drop { $0 == "0" } : part))
      rest = rest[part.endIndex...]
    }
  }

  /// Whether the texts are the same.
  public static func == (a: NumberedName, b: NumberedName) -> Bool { a.name == b.name }

  /// Whether a name comes before another.
  public static func < (a: NumberedName, b: NumberedName) -> Bool {
    for (p, q) in zip(a.parts, b.parts) where p.isNumber != q.isNumber || p.text != q.text {
      if p.isNumber, q.isNumber, p.text.count != q.text.count { return p.text.count < q.text.count }
      return p.text < q.text
    }
    return a.name < b.name
  }
}
