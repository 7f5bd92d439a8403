package import KilnDiagnostics
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

  /// The picture, blue in the lowest byte: straight colours, then indices of a palette or differences to predictions.
  var words = VP8LBuffer<UInt32>()
  /// Positions at which the colour of the picture changes.
  var changes = VP8LBuffer<UInt32>()
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

  private struct Pool {
    /// Memory that no thread uses at the moment.
    var idle: [VP8LScratchMemory] = []
    /// Number of exports at work that encode large pictures one after the other.
    var largeExports = 0
  }

  private static let pool = Mutex(Pool())
  /// Number of pixels above which a picture is large; the memory of others is always kept, some 10 MB for each thread.
  private static let largePixelCount = 1 << 18

  /// Calls a function with scratch memory for a picture. The memory is kept for later pictures, unless the picture is
  /// large and no export of large pictures is at work.
  static func use<Result>(
    pixelCount: Int, _ body: (VP8LScratchMemory) throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    let memory = pool.withLock { $0.idle.popLast() } ?? VP8LScratchMemory()
    defer {
      pool.withLock { if pixelCount <= largePixelCount || $0.largeExports > 0 { $0.idle.append(memory) } }
    }
    return try body(memory)
  }

  /// Calls a function that encodes pictures of up to `pixelCount` pixels one after the other. If they are large, their
  /// memory is kept from one to the next, and freed at the end.
  package static func keep<Result>(
    pixelCount: Int, during body: () throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    guard pixelCount > largePixelCount else { return try body() }
    pool.withLock { $0.largeExports += 1 }
    defer {
      pool.withLock {
        $0.largeExports -= 1
        if $0.largeExports == 0 { $0.idle = [] }
      }
    }
    return try body()
  }
}
