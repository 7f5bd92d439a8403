/// Mutations of protobuf messages that keep all lengths right.
enum ProtobufMutator {
  private static let varints: [UInt64] = [
    0, 1, 2, 127, 128, 255, 16384, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 1 << 40, .max >> 1, 1 << 63, .max,
  ]
  private static let floats: [Float] = [
    0, -0.0, 1, -1, 0.5, 1e-9, 255, 1e5, 1e9, 1e20, 1e36, -1e36, .greatestFiniteMagnitude, .infinity, -.infinity, .nan,
    .leastNonzeroMagnitude, 16384,
  ]

  /// A mutation of a message; nil if the bytes are none.
  static func mutated(_ bytes: [UInt8], _ randomness: inout Randomness) -> [UInt8]? {
    guard var fields = ProtobufField.fields(of: bytes), !fields.isEmpty else { return nil }
    let index = randomness.below(fields.count)
    let other = fields[randomness.below(fields.count)]
    switch randomness.below(16) {
    case 0: fields.remove(at: index)
    case 1: fields.insert(fields[index], at: randomness.below(fields.count))
    case 2: fields[index] = other
    case 3: fields.swapAt(index, randomness.below(fields.count))
    case 4: fields[index].number = max(1, fields[randomness.below(fields.count)].number)
    default: fields[index].payload = payload(fields[index].payload, &randomness)
    }
    return fields.flatMap(\.bytes)
  }

  private static func payload(
    _ payload: ProtobufField.Payload, _ randomness: inout Randomness
  ) -> ProtobufField.Payload {
    switch payload {
    case .varint: .varint(varints[randomness.below(varints.count)])
    case .fixed32: .fixed32(floats[randomness.below(floats.count)].bitPattern)
    case .fixed64(let value): .fixed64(value ^ 1 << UInt64(randomness.below(64)))
    case .bytes(let bytes):
      .bytes(
        randomness.oneIn(8) ? nil : mutated(bytes, &randomness),
        or: {
          InputStructure.mutatedBytes(bytes, atMost: bytes.count + 16)
        })
    }
  }
}

/// A field of a protobuf message.
struct ProtobufField {
  enum Payload {
    case varint(UInt64)
    case fixed32(UInt32)
    case fixed64(UInt64)
    case bytes([UInt8])

    static func bytes(_ bytes: [UInt8]?, or other: () -> [UInt8]) -> Payload { .bytes(bytes ?? other()) }
  }

  var number: UInt64
  var payload: Payload

  /// The fields of a message; nil if the bytes are none.
  static func fields(of bytes: [UInt8]) -> [ProtobufField]? {
    var rest = bytes[...]
    var fields: [ProtobufField] = []
    while !rest.isEmpty {
      guard let tag = varint(&rest), tag >> 3 > 0, tag >> 3 < 1 << 29 else { return nil }
      let payload: Payload
      switch tag & 7 {
      case 0:
        guard let value = varint(&rest) else { return nil }
        payload = .varint(value)
      case 1:
        guard let value = fixed(&rest, 8) else { return nil }
        payload = .fixed64(value)
      case 2:
        guard let count = varint(&rest).flatMap({ Int(exactly: $0) }), count <= rest.count else { return nil }
        payload = .bytes(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      case 5:
        guard let value = fixed(&rest, 4) else { return nil }
        payload = .fixed32(UInt32(truncatingIfNeeded: value))
      default: return nil
      }
      fields.append(ProtobufField(number: tag >> 3, payload: payload))
    }
    return fields
  }

  /// The field as it stands in a message.
  var bytes: [UInt8] {
    switch payload {
    case .varint(let value): Self.varint(number << 3) + Self.varint(value)
    case .fixed64(let value): Self.varint(number << 3 | 1) + Self.fixed(value, 8)
    case .bytes(let bytes): Self.varint(number << 3 | 2) + Self.varint(UInt64(bytes.count)) + bytes
    case .fixed32(let value): Self.varint(number << 3 | 5) + Self.fixed(UInt64(value), 4)
    }
  }

  private static func varint(_ value: UInt64) -> [UInt8] {
    value < 128 ? [UInt8(value)] : [UInt8(value & 127 | 128)] + varint(value >> 7)
  }

  private static func fixed(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
  }

  private static func varint(_ bytes: inout ArraySlice<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = bytes.popFirst() else { return nil }
      value |= UInt64(byte & 127) << shift
      if byte < 128 { return value }
    }
    return nil
  }

  private static func fixed(_ bytes: inout ArraySlice<UInt8>, _ count: Int) -> UInt64? {
    guard bytes.count >= count else { return nil }
    defer { bytes = bytes.dropFirst(count) }
    return bytes.prefix(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
