extension Pixmap {
  /// The picture with another number of columns and rows.
  ///
  /// Enlarged bilinearly, as players draw bitmaps. Reduced by a cubic filter (Catmull–Rom) over all pixels that fall into a
  /// new one, which keeps more of the sharpness than their mean.
  public func resized(width: Int, height: Int) -> Pixmap {
    guard width != self.width || height != self.height, !pixels.isEmpty, width > 0, height > 0 else { return self }
    let columns = ResizingTaps(from: self.width, to: width)
    let rows = ResizingTaps(from: self.height, to: height)
    var result = Pixmap(width: width, height: height)
    // Rows that are resized along x already; a new row needs neighbouring ones.
    var ready: [Int: [SIMD4<Float>]] = [:]
    for y in 0..<height {
      let range = rows.range(y)
      for gone in ready.keys where gone < range.lowerBound { ready[gone] = nil }
      var line = [SIMD4<Float>](repeating: .zero, count: width)
      for (source, weight) in zip(range, rows.weights(y)) {
        let row = ready[source] ?? resizedRow(source, columns)
        ready[source] = row
        for x in 0..<width { line[x] += row[x] * weight }
      }
      for x in 0..<width { result.pixels[y * width + x] = Self.word(line[x]) }
    }
    return result
  }

  private func resizedRow(_ y: Int, _ columns: ResizingTaps) -> [SIMD4<Float>] {
    let row = pixels[y * width..<(y + 1) * width].map { word in
      SIMD4(Float(word & 255), Float(word >> 8 & 255), Float(word >> 16 & 255), Float(word >> 24))
    }
    return (0..<columns.count).map { x in
      var sum = SIMD4<Float>.zero
      var source = columns.range(x).lowerBound
      for weight in columns.weights(x) {
        sum += row[source] * weight
        source += 1
      }
      return sum
    }
  }

  /// A pixel of rounded channels, none of which exceeds alpha.
  private static func word(_ color: SIMD4<Float>) -> UInt32 {
    let alpha = max(0, min(255, color.w.rounded()))
    let limited = color.rounded(.toNearestOrAwayFromZero).clamped(
      lowerBound: .zero, upperBound: SIMD4(repeating: alpha))
    return UInt32(limited.x) | UInt32(limited.y) << 8 | UInt32(limited.z) << 16 | UInt32(alpha) << 24
  }
}

/// For each new column or row, the old ones that it is made of.
private struct ResizingTaps {
  /// The first of the old ones, by new one.
  private var firsts: [Int] = []
  /// Index in `all` of the first weight of each new one, and the end of the last.
  private var starts: [Int] = []
  private var all: [Float] = []

  var count: Int { firsts.count }

  init(from old: Int, to new: Int) {
    let ratio = Float(old) / Float(new)
    let isReduced = new < old
    let reach = isReduced ? 2 * ratio : 1
    for index in 0..<new {
      let center = (Float(index) + 0.5) * ratio - 0.5
      let first = max(0, Int((center - reach).rounded(.up)))
      let last = max(first, min(old - 1, Int((center + reach).rounded(.down))))
      var weights = (first...last).map { source in
        let distance = abs(Float(source) - center)
        return isReduced ? Self.cubic(distance / ratio) : max(0, 1 - distance)
      }
      var sum = weights.reduce(0, +)
      if sum == 0 {
        // Beyond the last centre stands the last pixel.
        weights[center < Float(first) ? 0 : weights.count - 1] = 1
        sum = 1
      }
      starts.append(all.count)
      firsts.append(first)
      all += weights.map { $0 / sum }
    }
    starts.append(all.count)
  }

  /// The old columns or rows.
  func range(_ index: Int) -> Range<Int> { firsts[index]..<firsts[index] + starts[index + 1] - starts[index] }

  /// Weights of the old columns or rows, which add up to 1.
  func weights(_ index: Int) -> ArraySlice<Float> { all[starts[index]..<starts[index + 1]] }

  private static func cubic(_ x: Float) -> Float {
    if x < 1 { return 1 + x * x * (1.5 * x - 2.5) }
    return x < 2 ? 2 + x * (-4 + x * (2.5 - 0.5 * x)) : 0
  }
}
