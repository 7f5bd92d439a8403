/// Mutations of JSON that stay JSON: values are swapped, copied, removed, replaced and nested, numbers become extreme.
enum JSONMutator {
  private static let numbers = [
    "0", "-0", "1", "-1", "2", "0.5", "1e-9", "-1e-9", "100", "255", "256", "360", "-90", "1000", "65535", "65536",
    "1e5", "1e9", "2147483647", "2147483648", "-2147483649", "4294967296", "9007199254740993", "9223372036854775807",
    "9223372036854775808", "-9223372036854775809", "1e18", "1e19", "1e36", "3.5e38", "1e154", "-1e200", "1e308",
    "-1e308", "1e400", "5e-324", "1e-40", "0.1", "16383", "16384", "\"30\"", "\"1e999\"",
  ]
  private static let others = [
    "null", "true", "false", "[]", "{}", "\"\"", "[0]", "[0,0]", "[0,0,0]", "[1,1,1,1]", "[[]]", "{\"a\":0,\"k\":0}",
    "{\"a\":1,\"k\":[]}", "{\"a\":1,\"k\":[{\"t\":0,\"s\":[0]},{\"t\":1e9}]}", "\"\\u0000\"", "\"\\ud800\"", "\"#ff\"",
    "{\"x\":[],\"y\":[]}", "[[1e9,0],[0,1e9]]",
  ]

  static func mutated(_ bytes: [UInt8], atMost capacity: Int, _ randomness: inout Randomness) -> [UInt8] {
    var bytes = bytes
    // Most inputs need several changes to be of interest.
    for _ in 0..<1 + randomness.below(3) {
      let values = JSONValueRanges(bytes).values
      guard values.count > 1 else { return InputStructure.mutatedBytes(bytes, atMost: capacity) }
      let changed = changed(bytes, values, &randomness)
      guard changed.count <= capacity else { break }
      bytes = changed
    }
    return bytes
  }

  private static func changed(
    _ bytes: [UInt8], _ values: [JSONValueRanges.Value], _ randomness: inout Randomness
  ) -> [UInt8] {
    let value = values[randomness.below(values.count)]
    let other = values[randomness.below(values.count)]
    switch randomness.below(12) {
    case 0...3:
      let scalars = values.filter { $0.isNumber }
      guard !scalars.isEmpty else { fallthrough }
      let number = scalars[randomness.below(scalars.count)].range
      return replaced(bytes, number, by: Array(numbers[randomness.below(numbers.count)].utf8))
    case 4: return replaced(bytes, value.range, by: Array(others[randomness.below(others.count)].utf8))
    // A value takes the place of another one; with its name, if both have one.
    case 5, 6: return replaced(bytes, value.range, by: Array(bytes[other.range]))
    case 7 where value.item != value.range && other.item != other.range:
      return replaced(bytes, value.item, by: Array(bytes[other.item]))
    case 7, 8: return removed(bytes, value)
    case 9: return replaced(bytes, value.item, by: bytes[value.item] + [UInt8(ascii: ",")] + bytes[value.item])
    case 10: return swapped(bytes, value.range, other.range)
    default:
      let depth = randomness.oneIn(20) ? 1 + randomness.below(200) : 1
      return replaced(
        bytes, value.range,
        by: Array(repeating: UInt8(ascii: "["), count: depth) + bytes[value.range]
          + Array(repeating: UInt8(ascii: "]"), count: depth))
    }
  }

  private static func replaced(_ bytes: [UInt8], _ range: Range<Int>, by new: [UInt8]) -> [UInt8] {
    bytes[..<range.lowerBound] + new + bytes[range.upperBound...]
  }

  /// Without an item and a comma beside it.
  private static func removed(_ bytes: [UInt8], _ value: JSONValueRanges.Value) -> [UInt8] {
    var range = value.item
    if range.upperBound < bytes.count, bytes[range.upperBound] == UInt8(ascii: ",") {
      range = range.lowerBound..<range.upperBound + 1
    } else if range.lowerBound > 0, bytes[range.lowerBound - 1] == UInt8(ascii: ",") {
      range = range.lowerBound - 1..<range.upperBound
    }
    return replaced(bytes, range, by: [])
  }

  private static func swapped(_ bytes: [UInt8], _ a: Range<Int>, _ b: Range<Int>) -> [UInt8] {
    let (a, b) = a.lowerBound < b.lowerBound ? (a, b) : (b, a)
    guard a.upperBound <= b.lowerBound else { return bytes }
    var result = Array(bytes[..<a.lowerBound])
    for range in [b, a.upperBound..<b.lowerBound, a, b.upperBound..<bytes.count] { result += bytes[range] }
    return result
  }
}

/// Where the values of a JSON document stand, also of one that is a little damaged.
struct JSONValueRanges {
  struct Value {
    /// The value itself.
    let range: Range<Int>
    /// The value with the name before it, if it has one.
    let item: Range<Int>
    let isNumber: Bool
  }

  private(set) var values: [Value] = []
  private static let maximumValues = 20_000

  init(_ bytes: [UInt8]) {
    var open: [(start: Int, item: Int)] = []
    var name: Int?
    var index = 0
    while index < bytes.count, values.count < Self.maximumValues {
      let start = index
      index += 1
      switch bytes[start] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        open.append((start, name ?? start))
        name = nil
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if let (first, item) = open.popLast() { add(first, index, item: item) }
      case UInt8(ascii: "\""):
        index = Self.endOfString(bytes, from: index)
        if index < bytes.count, bytes[index] == UInt8(ascii: ":") {
          name = start
        } else {
          add(start, index, item: name ?? start)
          name = nil
        }
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"):
        while index < bytes.count, Self.isScalar(bytes[index]) { index += 1 }
        add(start, index, item: name ?? start, isNumber: bytes[start] < UInt8(ascii: "a"))
        name = nil
      default: break
      }
    }
  }

  private mutating func add(_ start: Int, _ end: Int, item: Int, isNumber: Bool = false) {
    values.append(Value(range: start..<end, item: item..<end, isNumber: isNumber))
  }

  private static func endOfString(_ bytes: [UInt8], from start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(bytes.count, index + 1)
  }

  private static func isScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "E"),
      UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
