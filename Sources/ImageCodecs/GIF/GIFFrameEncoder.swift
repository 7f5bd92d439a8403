/// The pixels of a frame as a GIF stores them.
public struct GIFFrameData: Sendable {
  /// Columns.
  let width: Int
  /// Rows.
  let height: Int
  /// Its own colours; nil for those of the file.
  let palette: GIFColorTable?
  /// Index of transparent pixels; nil if it has none.
  let transparent: UInt8?
  /// Compressed indices in blocks.
  let codes: [UInt8]

  /// Bytes in the file, about.
  public var byteCount: Int { codes.count + (palette?.bytes.count ?? 0) + 18 }
}

/// Compresses frames of indices.
public enum GIFFrameEncoder {
  /// A frame from the index of each pixel.
  ///
  /// - Parameters:
  ///   - indices: What is shown; the table's transparent one where the canvas shows through.
  ///   - before: The index that the canvas shows before, where that is known to be one of the same table; nil if not.
  ///     Where both are equal, pixels may be transparent.
  ///   - isLocal: Whether the table is stored with the frame.
  /// - Precondition: all have `width * height` elements.
  public static func encode(
    _ indices: [UInt8], before: [UInt8]?, width: Int, height: Int, table: GIFColorTable, isLocal: Bool
  ) -> GIFFrameData {
    var encoder = LZWEncoder(depth: table.depth)
    var best: [UInt8] = []
    var usesTransparent = true
    func keep(_ codes: [UInt8], _ pixels: [UInt8], _ others: [UInt8]) {
      guard best.isEmpty || codes.count < best.count else { return }
      best = codes
      usesTransparent = pixels.contains(table.transparent) || others.contains(table.transparent)
    }
    var pairs = [(indices, indices)]
    if let before {
      let holes = zip(indices, before).map { $0 == $1 ? table.transparent : $0 }
      pairs = [(holes, indices), (indices, holes), (holes, holes), (indices, indices)]
    }
    for (pixels, others) in pairs {
      for clearing in LZWEncoder.Clearing.allCases {
        keep(encoder.encode(pixels, others: others, clearing: clearing), pixels, others)
      }
    }
    return GIFFrameData(
      width: width, height: height, palette: isLocal ? table : nil,
      transparent: usesTransparent ? table.transparent : nil, codes: best)
  }
}
