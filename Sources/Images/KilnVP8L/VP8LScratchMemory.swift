internal import KilnDiagnostics
internal import Synchronization

/// Memory that grows to the requested size; growing discards its content.
package struct VP8LBuffer<Element: BitwiseCopyable>: ~Copyable {
  private var memory = UnsafeMutableBufferPointer<Element>(start: nil, count: 0)

  deinit { memory.deallocate() }

  /// Memory for a number of elements, at least one, whose values are arbitrary. Valid until the next call.
  package mutating func pointer(for count: Int) -> UnsafeMutablePointer<Element> {
    if memory.count >= count, let base = memory.baseAddress { return base }
    memory.deallocate()
    // Some more, so that pictures that grow a little do not ask for new memory each time.
    let capacity = max(count + min(count / 4, 1 << 16), 64)
    let base = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    memory = UnsafeMutableBufferPointer(start: base, count: capacity)
    return base
  }
}

/// Memory and tables of one encoder, which later pictures use again.
///
/// `@unchecked Sendable`: `VP8LScratchMemory.pool` hands it to one thread at a time.
package final class VP8LScratchMemory: @unchecked Sendable {
  let logarithms = VP8LLogarithmTable()
  let neighborCodes: UnsafeMutablePointer<UInt8>

  /// The picture: straight colours, blue in the lowest byte.
  var words = VP8LBuffer<UInt32>()
  /// Indices of a palette, or differences to predictions.
  var transformed = VP8LBuffer<UInt32>()
  var changes = VP8LBuffer<UInt32>()
  var transformedChanges = VP8LBuffer<UInt32>()
  var chainPlaces = VP8LBuffer<VP8LHashChains.Link>()
  var chainHeads = VP8LBuffer<UInt32>()
  var parseStates = VP8LBuffer<UInt64>()
  var tokens = VP8LBuffer<UInt32>()
  var symbols = VP8LBuffer<VP8LSymbol>()
  var cache = VP8LBuffer<UInt32>()
  var costs = VP8LBuffer<UInt16>()
  var lengthCosts = VP8LBuffer<UInt16>()
  package var counts = VP8LBuffer<UInt32>()
  var groupCosts = VP8LBuffer<UInt16>()
  var groupCounts = VP8LBuffer<UInt32>()
  var tileCosts = VP8LBuffer<UInt32>()
  var tileGroups = VP8LBuffer<UInt8>()
  var codeLengths = VP8LBuffer<UInt8>()
  var codeWords = VP8LBuffer<UInt16>()
  var differenceCosts = VP8LBuffer<Int>()
  var paletteTable = VP8LBuffer<UInt64>()
  var code = VP8LCodeScratchMemory()
  /// Memory for the small images that describe the coding of the picture, used while the picture is coded.
  private(set) lazy var inner = VP8LScratchMemory()

  package init() {
    neighborCodes = .allocate(capacity: VP8LDistanceCodes.neighbors.count)
    neighborCodes.initialize(from: VP8LDistanceCodes.neighbors, count: VP8LDistanceCodes.neighbors.count)
  }

  deinit {
    logarithms.deallocate()
    neighborCodes.deallocate()
  }

  // MARK: - Pool

  /// Memory that no thread uses at the moment.
  private static let pool = Mutex<[VP8LScratchMemory]>([])

  /// Calls a function with memory for a picture, which is kept for the next.
  static func use<Result>(
    _ body: (VP8LScratchMemory) throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    let memory = pool.withLock { $0.popLast() } ?? VP8LScratchMemory()
    defer { pool.withLock { $0.append(memory) } }
    return try body(memory)
  }

  /// Frees the memory that is kept.
  package static func freeKept() { pool.withLock { $0 = [] } }
}
