internal import CKilnDeflate
internal import CKilnZlib

/// Deflate streams in any container format: read by zlib, written by libdeflate.
enum DeflateStream {
  /// Container of the stream; the raw value is zlib's `windowBits`.
  enum Wrapping: Int32 {
    case zlib = 15
    case gzip = 31
    case none = -15
  }

  /// Reason for a failure. Offsets are relative to the start of the whole input.
  enum Failure: Error {
    case truncated(offset: Int)
    case invalid(offset: Int, reason: String)
    case tooLong
    case outOfMemory
  }

  /// Inflates one stream that starts at `range.lowerBound`, to at most `limit` bytes.
  ///
  /// - Returns: The inflated bytes, and the end of the stream in `bytes`.
  static func inflate(
    _ bytes: [UInt8], in range: Range<Int>, wrapping: Wrapping, limit: Int
  ) throws(Failure) -> (output: [UInt8], end: Int) {
    let stream = Stream()
    guard kiln_inflate_begin(stream.state, wrapping.rawValue) == Z_OK else { throw .outOfMemory }
    defer { inflateEnd(stream.state) }
    var pump = Pump(next: range.lowerBound, end: range.upperBound)
    while true {
      let status = pump.turn(bytes, stream) { state in CKilnZlib.inflate(state, Z_NO_FLUSH) }
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

  /// The first inflated bytes of a stream, fewer if it is shorter or damaged.
  static func start(of bytes: [UInt8], wrapping: Wrapping, count: Int) -> [UInt8] {
    let stream = Stream()
    guard kiln_inflate_begin(stream.state, wrapping.rawValue) == Z_OK else { return [] }
    defer { inflateEnd(stream.state) }
    var pump = Pump(next: 0, end: bytes.count)
    var status = Z_OK
    while status == Z_OK, pump.output.count < count {
      status = pump.turn(bytes, stream) { state in CKilnZlib.inflate(state, Z_NO_FLUSH) }
    }
    return Array(pump.output.prefix(count))
  }

  /// Deflates all bytes into one stream.
  ///
  /// By libdeflate, whose best level is 5 to 10 % smaller than zlib's.
  ///
  /// - Precondition: `level` is in 0…12.
  static func deflate(_ bytes: [UInt8], wrapping: Wrapping, level: Int) throws(Failure) -> [UInt8] {
    // The bound is sufficient for any input.
    guard let output = try deflate(bytes, wrapping: wrapping, level: level, shorterThan: .max) else {
      throw .outOfMemory
    }
    return output
  }

  /// Deflates all bytes into one stream; nil, and mostly sooner, if it is not shorter than asked.
  ///
  /// - Precondition: `level` is in 0…12.
  static func deflate(
    _ bytes: [UInt8], wrapping: Wrapping, level: Int, shorterThan limit: Int
  ) throws(Failure) -> [UInt8]? {
    precondition((0...12).contains(level), "compression levels go from 0 to 12")
    guard limit > 0 else { return nil }
    guard let compressor = libdeflate_alloc_compressor(Int32(level)) else { throw .outOfMemory }
    defer { libdeflate_free_compressor(compressor) }
    let (bound, compress) = wrapping.compression
    // libdeflate wants a word more than it writes.
    let capacity = min(bound(compressor, bytes.count), max(limit, limit &+ 8))
    let output = [UInt8](unsafeUninitializedCapacity: capacity) { target, count in
      count = compress(compressor, bytes, bytes.count, target.baseAddress, capacity)
    }
    return output.isEmpty || output.count >= limit ? nil : output
  }
}

extension DeflateStream.Wrapping {
  /// libdeflate's functions for the upper bound of a stream's size and for compression.
  fileprivate var compression:
    (
      bound: (OpaquePointer?, Int) -> Int,
      compress: (OpaquePointer?, UnsafeRawPointer?, Int, UnsafeMutableRawPointer?, Int) -> Int
    )
  {
    switch self {
    case .zlib: (libdeflate_zlib_compress_bound, libdeflate_zlib_compress)
    case .gzip: (libdeflate_gzip_compress_bound, libdeflate_gzip_compress)
    case .none: (libdeflate_deflate_compress_bound, libdeflate_deflate_compress)
    }
  }
}

/// zlib's state at a fixed address, because zlib stores a pointer to it.
private struct Stream: ~Copyable {
  let state: UnsafeMutablePointer<z_stream>

  init() {
    state = .allocate(capacity: 1)
    state.initialize(to: z_stream())
  }

  deinit { state.deallocate() }
}

/// Feeds a part of an array to zlib and collects the output.
private struct Pump {
  /// Index of the first byte that zlib has not consumed.
  var next: Int
  /// End index of the input.
  let end: Int
  /// All output so far.
  var output: [UInt8] = []
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)

  init(next: Int, end: Int) {
    self.next = next
    self.end = end
  }

  /// Calls `step` once, with as much input as zlib's 32-bit counters allow.
  mutating func turn(
    _ bytes: [UInt8], _ stream: borrowing Stream, _ step: (UnsafeMutablePointer<z_stream>) -> Int32
  ) -> Int32 {
    let state = stream.state
    let piece = min(end - next, 1 << 30)
    let room = chunk.count
    let status = bytes.withUnsafeBufferPointer { source in
      chunk.withUnsafeMutableBufferPointer { target in
        state.pointee.next_in = source.baseAddress.map { $0 + next }
        state.pointee.avail_in = UInt32(piece)
        state.pointee.next_out = target.baseAddress
        state.pointee.avail_out = UInt32(room)
        return step(state)
      }
    }
    next += piece - Int(state.pointee.avail_in)
    output += chunk[..<(room - Int(state.pointee.avail_out))]
    return status
  }
}
