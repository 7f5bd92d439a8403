/// Text of numbers in JSON.
package enum JSONNumberText {
  /// A number rounded to a number of decimals, as short as it can be written without an exponent; nil if it is not
  /// finite or so large that its decimals are not exact.
  ///
  /// - Parameter decimals: 0…9.
  package static func rounded(_ number: Double, decimals: Int) -> String? {
    var scale = 1.0
    for _ in 0..<max(0, min(9, decimals)) { scale *= 10 }
    let scaled = (number * scale).rounded()
    guard scaled.magnitude < 9e15 else { return nil }
    var digits = Int(scaled.magnitude)
    // Zero has no sign.
    guard digits > 0 else { return "0" }
    var count = max(0, min(9, decimals))
    while count > 0, digits.isMultiple(of: 10) {
      digits /= 10
      count -= 1
    }
    let sign = scaled < 0 ? "-" : ""
    guard count > 0 else { return sign + String(digits) }
    let text = String(digits)
    let padded = String(repeating: "0", count: max(0, count + 1 - text.count)) + text
    return sign + padded.dropLast(count) + "." + padded.suffix(count)
  }

  /// The finite decimal number that a string's text is as a whole, with or without space around it, as JavaScript converts
  /// it; nil if it is none. An empty string is none.
  static func value(ofText text: ArraySlice<UInt8>) -> Double? {
    // Most strings are names.
    guard let first = text.first, first <= UInt8(ascii: "9"), text.count <= 100 else { return nil }
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || 0x09...0x0D ~= $0 }
    let start = text.drop(while: isSpace)
    let digits = start.prefix { !isSpace($0) }
    guard start.dropFirst(digits.count).allSatisfy(isSpace), digits.contains(where: { 0x30...0x39 ~= $0 }),
      digits.allSatisfy({ 0x30...0x39 ~= $0 || "+-.eE".utf8.contains($0) }), let number = value(digits), number.isFinite
    else { return nil }
    return number
  }

  /// The number that text in JSON stands for; nil if it is none.
  package static func value(_ text: ArraySlice<UInt8>) -> Double? { Double(String(decoding: text, as: UTF8.self)) }
}
