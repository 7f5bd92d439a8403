internal import KilnPlatform

/// Splits text into runs of one direction, by the Unicode Bidirectional Algorithm in FriBidi.
struct BidirectionalRuns {
  /// Embedding level of each scalar; odd ones run from right to left.
  let levels: [Int8]

  /// - Parameter text: One paragraph. Its first strong character decides its direction.
  init(_ text: [UInt32]) {
    let needsLevels = text.contains(where: Self.mayBeRightToLeft)
    levels = (needsLevels ? FriBidi.shared?.levels(of: text) : nil) ?? Array(repeating: 0, count: text.count)
  }

  /// Positions of runs in visual order.
  ///
  /// - Parameter runs: Ranges of one level each, in the order of the text.
  func visualOrder(_ runs: [Range<Int>]) -> [Int] {
    var order = Array(runs.indices)
    let runLevels = runs.map { levels[$0.lowerBound] }
    guard let highest = runLevels.max(), highest > 0 else { return order }
    // Rule L2: from the highest level down, whatever has at least that level is reversed.
    for level in stride(from: highest, to: 0, by: -1) {
      var start = 0
      while start < order.count {
        var end = start
        while end < order.count, runLevels[order[end]] >= level { end += 1 }
        order[start..<end].reverse()
        start = max(end, start + 1)
      }
    }
    return order
  }

  /// Whether a scalar may change the direction: Hebrew, Arabic and what follows them, their forms, and marks of direction.
  private static func mayBeRightToLeft(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x590...0x8FF, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFB1D...0xFDFF, 0xFE70...0xFEFF: true
    case 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}

/// The functions of FriBidi that are used, loaded for the first text that may run from right to left.
struct FriBidi: Sendable {
  private let types: @convention(c) (UnsafePointer<UInt32>?, Int32, UnsafeMutablePointer<UInt32>?) -> Void
  private let embeddingLevels:
    @convention(c) (
      UnsafePointer<UInt32>?, Int32, UnsafeMutablePointer<UInt32>?, UnsafeMutablePointer<Int8>?
    ) -> Int8

  /// The library of this machine; nil if there is none.
  static let shared = FriBidi()

  private init?() {
    guard let library = DynamicLibrary(names: DynamicLibrary.names("fribidi", version: 0)),
      let types: @convention(c) (UnsafePointer<UInt32>?, Int32, UnsafeMutablePointer<UInt32>?) -> Void =
        library.function("fribidi_get_bidi_types"),
      let embeddingLevels:
        @convention(c) (
          UnsafePointer<UInt32>?, Int32, UnsafeMutablePointer<UInt32>?, UnsafeMutablePointer<Int8>?
        ) -> Int8 = library.function("fribidi_get_par_embedding_levels")
    else { return nil }
    self.types = types
    self.embeddingLevels = embeddingLevels
  }

  /// Nil if memory is short.
  func levels(of text: [UInt32]) -> [Int8]? {
    guard let count = Int32(exactly: text.count) else { return nil }
    var types = [UInt32](repeating: 0, count: text.count)
    self.types(text, count, &types)
    // FRIBIDI_PAR_ON: as the first strong character.
    var direction: UInt32 = 0x40
    var levels = [Int8](repeating: 0, count: text.count)
    return embeddingLevels(types, count, &direction, &levels) == 0 ? nil : levels
  }
}
