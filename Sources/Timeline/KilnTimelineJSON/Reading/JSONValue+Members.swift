internal import KilnDiagnostics
internal import KilnJSON

// Members that must be there and have a kind.
extension JSONValue {
  /// The finding that the value is wrong, at its place.
  func invalid(_ message: String) -> Diagnostic {
    Diagnostic(.timelineFileInvalid, message, at: DocumentPath(pointer: pointer))
  }

  /// A member that must be there.
  func required(_ name: StaticString) throws(Diagnostic) -> JSONValue {
    guard let member = self[Name(stringLiteral: name)] else { throw invalid("the member “\(name)” is missing") }
    return member
  }

  /// The elements of a member that is an array; none if it is missing.
  func elements(_ name: StaticString) throws(Diagnostic) -> Children? {
    guard let member = self[Name(stringLiteral: name)] else { return nil }
    guard member.kind == .array else { throw member.invalid("this must be an array") }
    return member.children
  }

  func text() throws(Diagnostic) -> String {
    guard let string else { throw invalid("this must be a string") }
    return string
  }

  func texts() throws(Diagnostic) -> [String] {
    guard kind == .array else { throw invalid("this must be an array of strings") }
    var texts: [String] = []
    for child in children { texts.append(try child.text()) }
    return texts
  }

  func flag() throws(Diagnostic) -> Bool {
    guard let bool else { throw invalid("this must be true or false") }
    return bool
  }

  /// A number in a range.
  func number(in range: ClosedRange<Double>) throws(Diagnostic) -> Double {
    guard let number, range.contains(number) else {
      guard range != .any else { throw invalid("this must be a number") }
      let bounds = [range.lowerBound, range.upperBound].map(\.shortDescription)
      throw invalid(
        range.upperBound == .greatestFiniteMagnitude
          ? "this must be a number of at least \(bounds[0])" : "this must be a number from \(bounds[0]) to \(bounds[1])"
      )
    }
    return number
  }

  func number() throws(Diagnostic) -> Double { try number(in: .any) }

  /// An integer in a range.
  func integer(in range: Range<Int>) throws(Diagnostic) -> Int {
    guard let integer, range.contains(integer) else {
      throw invalid(
        range.isEmpty
          ? "this names an entry of a table that is empty"
          : "this must be a whole number from \(range.lowerBound) to \(range.upperBound - 1)")
    }
    return integer
  }

  /// An array of so many numbers.
  func numbers(_ count: Int, in range: ClosedRange<Double> = .any) throws(Diagnostic) -> [Double] {
    let numbers = try allNumbers(in: range)
    guard numbers.count == count else { throw invalid("this must be an array of \(count) numbers") }
    return numbers
  }

  func allNumbers(in range: ClosedRange<Double> = .any) throws(Diagnostic) -> [Double] {
    guard kind == .array else { throw invalid("this must be an array of numbers") }
    var numbers: [Double] = []
    for child in children { numbers.append(try child.number(in: range)) }
    return numbers
  }

  /// One of a few names.
  func name<Value>(_ names: KeyValuePairs<String, Value>) throws(Diagnostic) -> Value {
    let text = string
    if let found = names.first(where: { $0.key == text }) { return found.value }
    let list = names.map { "“\($0.key)”" }.joined(separator: ", ")
    guard let text else { throw invalid("this must be one of \(list)") }
    let nearest = Spelling.nearest(to: text, among: names.map(\.key)).map { "; did you mean “\($0)”?" } ?? ""
    throw invalid("“\(text)” is none of \(list)\(nearest)")
  }
}

extension ClosedRange<Double> {
  /// Every number.
  static var any: Self { -.greatestFiniteMagnitude ... .greatestFiniteMagnitude }
  /// Zero and above.
  static var notNegative: Self { 0 ... .greatestFiniteMagnitude }
}
