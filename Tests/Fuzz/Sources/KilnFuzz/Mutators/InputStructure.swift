internal import CLibFuzzer

/// Structure of an input, which mutations keep most of the time, so that they reach what is behind checksums and grammars.
indirect enum InputStructure {
  case bytes
  case json
  /// zlib or gzip around JSON or protobuf.
  case deflated
  /// A ZIP archive of JSON, protobuf and others.
  case zip
  /// A byte before the rest.
  case prefixed(InputStructure)
  /// Whichever of the others the bytes are.
  case anyAnimation

  /// A mutation of an input with at most so many bytes.
  func mutated(_ bytes: [UInt8], atMost capacity: Int, _ randomness: inout Randomness) -> [UInt8] {
    // Headers, checksums and grammars are tried, too.
    guard !randomness.oneIn(6) else { return Self.mutatedBytes(bytes, atMost: capacity) }
    switch self {
    case .bytes: return Self.mutatedBytes(bytes, atMost: capacity)
    case .json: return JSONMutator.mutated(bytes, atMost: capacity, &randomness)
    case .deflated:
      guard let wrapping = Deflated.wrapping(of: bytes), let content = Deflated.unpack(bytes, as: wrapping) else {
        return Self.mutatedBytes(bytes, atMost: capacity)
      }
      return Deflated.pack(Self.mutatedContent(content, &randomness), as: wrapping)
    case .zip:
      return SmallZip(bytes)?.mutated(&randomness).bytes ?? Self.mutatedBytes(bytes, atMost: capacity)
    case .prefixed(let rest):
      guard let first = bytes.first, !randomness.oneIn(8) else {
        return Self.mutatedBytes(bytes, atMost: capacity)
      }
      return [first] + rest.mutated(Array(bytes.dropFirst()), atMost: capacity - 1, &randomness)
    case .anyAnimation:
      let structure: InputStructure =
        switch bytes.first {
        case UInt8(ascii: "{"): .json
        case UInt8(ascii: "P"): .zip
        case 0x1F, 0x78: .deflated
        default: .bytes
        }
      return structure.mutated(bytes, atMost: capacity, &randomness)
    }
  }

  /// A mutation of the content of a container.
  static func mutatedContent(_ content: [UInt8], _ randomness: inout Randomness) -> [UInt8] {
    let capacity = content.count + content.count / 4 + 64
    if content.first == UInt8(ascii: "{") || content.first == UInt8(ascii: "[") {
      return JSONMutator.mutated(content, atMost: capacity, &randomness)
    }
    if !randomness.oneIn(4), let message = ProtobufMutator.mutated(content, &randomness) { return message }
    return mutatedBytes(content, atMost: capacity)
  }

  /// One of libFuzzer's own mutations, with its dictionary.
  static func mutatedBytes(_ bytes: [UInt8], atMost capacity: Int) -> [UInt8] {
    guard capacity > 0 else { return [] }
    var buffer = Array(bytes.prefix(capacity))
    let count = buffer.count
    buffer.append(contentsOf: repeatElement(0, count: capacity - count))
    let mutated = buffer.withUnsafeMutableBufferPointer { LLVMFuzzerMutate($0.baseAddress, count, capacity) }
    return Array(buffer.prefix(mutated))
  }
}

/// Called by libFuzzer for every mutation.
@_cdecl("LLVMFuzzerCustomMutator")
func mutateForLibFuzzer(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ capacity: Int, _ seed: UInt32) -> Int {
  var randomness = Randomness(seed: seed)
  let bytes = Array(UnsafeBufferPointer(start: data, count: size))
  let structure = FuzzTarget.chosen?.structure ?? .bytes
  var mutated = structure.mutated(bytes, atMost: capacity, &randomness)
  if mutated.count > capacity || mutated.isEmpty { mutated = InputStructure.mutatedBytes(bytes, atMost: capacity) }
  for (index, byte) in mutated.enumerated() { data[index] = byte }
  return mutated.count
}
