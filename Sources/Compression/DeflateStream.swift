internal import CZlib

/// Deflate data in any of its wrappings, through zlib.
enum DeflateStream {
  /// What stands around the data; the raw value is what zlib calls window bits.
  enum Wrapping: Int32 {
    case zlib = 15
    case gzip = 31
    case none = -15
  }

  /// Why there is no output. Offsets count from the start of the whole input.
  enum Failure: Error {
    case truncated(offset: Int)
    case invalid(offset: Int, reason: String)
    case tooLong
    case outOfMemory
  }

  /// Inflates one stream that starts at `range.lowerBound`, to at most `limit` bytes.
  ///
  /// - Returns: the bytes, and where in `bytes` the stream ended.
  static func inflate(
    _ bytes: [UInt8], in range: Range<Int>, wrapping: Wrapping, limit: Int
  ) throws(Failure) -> (output: [UInt8], end: Int) {
    let stream = Stream()
    guard kiln_inflate_begin(stream.state, wrapping.rawValue) == Z_OK else { throw .outOfMemory }
    defer { inflateEnd(stream.state) }
    var pump = Pump(next: range.lowerBound, end: range.upperBound)
    while true {
      let status = pump.turn(bytes, stream) { state, _ in CZlib.inflate(state, Z_NO_FLUSH) }
      if pump.output.count > limit { throw .tooLong }
      switch status {
      case Z_OK: continue
      case Z_STREAM_END: return (pump.output, pump.next)
      case Z_BUF_ERROR: throw .truncated(offset: pump.next)
      case Z_MEM_ERROR: throw .outOfMemory
      case Z_NEED_DICT: throw .invalid(offset: pump.next, reason: "a preset dictionary is needed")
      default:
        let reason = stream.state.pointee.msg.map { String(cString: $0) }
        throw .invalid(offset: pump.next, reason: reason ?? "zlib status \(status)")
      }
    }
  }

  /// Deflates all bytes into one stream.
  ///
  /// - Precondition: `level` is in `0...9`.
  static func deflate(_ bytes: [UInt8], wrapping: Wrapping, level: Int) throws(Failure) -> [UInt8] {
    precondition((0...9).contains(level), "compression levels go from 0 to 9")
    let stream = Stream()
    guard kiln_deflate_begin(stream.state, Int32(level), wrapping.rawValue) == Z_OK else { throw .outOfMemory }
    defer { deflateEnd(stream.state) }
    var pump = Pump(next: 0, end: bytes.count)
    while true {
      let status = pump.turn(bytes, stream) { state, isLast in CZlib.deflate(state, isLast ? Z_FINISH : Z_NO_FLUSH) }
      switch status {
      case Z_OK: continue
      case Z_STREAM_END: return pump.output
      default: throw .outOfMemory
      }
    }
  }
}

/// zlib's state at a fixed address: zlib keeps a pointer to it.
private struct Stream: ~Copyable {
  let state: UnsafeMutablePointer<z_stream>

  init() {
    state = .allocate(capacity: 1)
    state.initialize(to: z_stream())
  }

  deinit { state.deallocate() }
}

/// Feeds a part of an array to zlib and collects what comes out.
private struct Pump {
  /// The first byte that zlib has not taken.
  var next: Int
  /// Where the input ends.
  let end: Int
  /// Everything that came out.
  var output: [UInt8] = []
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)

  init(next: Int, end: Int) {
    self.next = next
    self.end = end
  }

  /// Calls `step` once, with as much input and room as zlib's 32-bit counters take.
  mutating func turn(
    _ bytes: [UInt8], _ stream: borrowing Stream, _ step: (UnsafeMutablePointer<z_stream>, _ isLast: Bool) -> Int32
  ) -> Int32 {
    let state = stream.state
    let piece = min(end - next, 1 << 30)
    let isLast = piece == end - next
    let room = chunk.count
    let status = bytes.withUnsafeBufferPointer { source in
      chunk.withUnsafeMutableBufferPointer { target in
        state.pointee.next_in = source.baseAddress.map { $0 + next }
        state.pointee.avail_in = UInt32(piece)
        state.pointee.next_out = target.baseAddress
        state.pointee.avail_out = UInt32(room)
        return step(state, isLast)
      }
    }
    next += piece - Int(state.pointee.avail_in)
    output += chunk[..<(room - Int(state.pointee.avail_out))]
    return status
  }
}
