/// Loops over tables most of whose entries are 0.
enum VP8LSparse {
  /// Calls a function with the indices of entries that are not 0, in order.
  @inline(__always)
  static func forEach(_ table: UnsafePointer<UInt32>, _ count: Int, _ body: (Int) -> Void) {
    let bytes = UnsafeRawPointer(table)
    var start = 0
    while start &+ 8 <= count {
      let block = bytes.loadUnaligned(fromByteOffset: start &* 4, as: SIMD4<UInt64>.self)
      if block != SIMD4() {
        for index in start..<start &+ 8 where table[index] != 0 { body(index) }
      }
      start &+= 8
    }
    for index in start..<count where table[index] != 0 { body(index) }
  }

  /// Calls a function with the indices of entries that are not 0, in order.
  @inline(__always)
  static func forEach(_ table: UnsafePointer<UInt8>, _ count: Int, _ body: (Int) -> Void) {
    let bytes = UnsafeRawPointer(table)
    var start = 0
    while start &+ 8 <= count {
      if bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self) != 0 {
        for index in start..<start &+ 8 where table[index] != 0 { body(index) }
      }
      start &+= 8
    }
    for index in start..<count where table[index] != 0 { body(index) }
  }

  /// Index of the first entry that is not 0, from `start` on; `count` if there is none.
  @inline(__always)
  static func firstUsed(_ table: UnsafePointer<UInt8>, from start: Int, _ count: Int) -> Int {
    var index = start
    let bytes = UnsafeRawPointer(table)
    while index &+ 8 <= count, bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) == 0 { index &+= 8 }
    while index < count, table[index] == 0 { index &+= 1 }
    return index
  }

  /// Index of the first entry that is not 0, from `start` on; `count` if there is none.
  @inline(__always)
  static func firstUsed(_ table: UnsafePointer<UInt32>, from start: Int, _ count: Int) -> Int {
    var index = start
    let bytes = UnsafeRawPointer(table)
    while index &+ 8 <= count,
      bytes.loadUnaligned(fromByteOffset: index &* 4, as: SIMD4<UInt64>.self) == SIMD4()
    {
      index &+= 8
    }
    while index < count, table[index] == 0 { index &+= 1 }
    return index
  }
}
