/// The pixels of a frame as a GIF stores them.
package struct GIFFrameData: Sendable {
  /// Width in pixels.
  let width: Int
  /// Height in pixels.
  let height: Int
  /// Local colour table; nil for that of the file.
  let palette: GIFColorTable?
  /// Index of transparent pixels; nil if it has none.
  let transparent: UInt8?
  /// LZW codes in blocks, with the code size before them.
  let codes: [UInt8]

  /// Approximate number of bytes in the file.
  package var byteCount: Int { codes.count + (palette?.bytes.count ?? 0) + 18 }
}

/// Compresses frames of indices.
package enum GIFFrameEncoder {
  /// A frame from the index of each pixel.
  ///
  /// - Parameters:
  ///   - indices: Index that each pixel shows; the table's transparent one where the canvas shows through.
  ///   - before: The index that the canvas shows before, where that is known to be one of the same table; nil if not.
  ///     Where both are equal, pixels may be transparent.
  ///   - isLocal: Whether the table must be stored with the frame. If not, one with fewer colours is if that is smaller.
  /// - Precondition: all have `width * height` elements.
  package static func encode(
    _ indices: [UInt8], before: [UInt8]?, width: Int, height: Int, table: GIFColorTable, isLocal: Bool
  ) -> GIFFrameData {
    var best: GIFFrameData?
    func keep(_ pixels: [UInt8], _ others: [UInt8], _ table: GIFColorTable, isLocal: Bool) {
      let largest = max(pixels.max() ?? 0, others.max() ?? 0)
      let usesTransparent = pixels.contains(GIFColorTable.transparent) || others.contains(GIFColorTable.transparent)
      var encoder = LZWEncoder(depth: GIFColorTable.depth(ofIndex: largest))
      for clearing in LZWEncoder.Clearing.allCases {
        let data = GIFFrameData(
          width: width, height: height, palette: isLocal ? table : nil,
          transparent: usesTransparent ? GIFColorTable.transparent : nil,
          codes: encoder.encode(pixels, others: others, clearing: clearing))
        if data.byteCount < best?.byteCount ?? .max { best = data }
      }
    }
    for (pixels, others) in variants(indices, before) {
      if !isLocal { keep(pixels, others, table, isLocal: false) }
      let (compact, map) = table.reduced(toUsed: [pixels, others])
      if isLocal || compact.depth < table.depth {
        keep(pixels.map { map[Int($0)] }, others.map { map[Int($0)] }, compact, isLocal: true)
      }
    }
    return best
      ?? GIFFrameData(width: width, height: height, palette: nil, transparent: nil, codes: [])
  }

  /// Indices that show the same, and for each pixel another that does, too.
  private static func variants(_ indices: [UInt8], _ before: [UInt8]?) -> [(pixels: [UInt8], others: [UInt8])] {
    guard let before else { return [(indices, indices)] }
    let holes = zip(indices, before).map { $0 == $1 ? GIFColorTable.transparent : $0 }
    let mixed = [(holes, indices), (indices, holes)]
    // On large pictures time counts for more.
    return indices.count > 1 << 18 ? mixed : mixed + [(holes, holes), (indices, indices)]
  }
}
