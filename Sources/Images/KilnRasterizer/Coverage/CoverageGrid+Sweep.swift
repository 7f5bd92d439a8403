internal import KilnGeometry
internal import KilnPixels

extension CoverageGrid {
  /// Paints the accumulated coverage and clears the grid.
  ///
  /// - Parameters:
  ///   - pixels: The target's first pixel.
  ///   - width: Pixels in a row of the target, which contains the region.
  @inline(never)
  func sweep(
    _ rule: FillRule, with painter: some SpanPainter, into pixels: UnsafeMutablePointer<UInt32>, width: Int
  ) {
    let scale = SIMD4<Float>(repeating: painter.fullWeight)
    switch rule {
    case .nonZero: sweep(with: painter, into: pixels, width: width) { Self.nonZeroWeights($0, scale) }
    case .evenOdd: sweep(with: painter, into: pixels, width: width) { Self.evenOddWeights($0, scale) }
    }
  }

  /// Weights 0…255 of signed areas by the non-zero rule, rounded to nearest.
  ///
  /// Adding 2²³ leaves the rounded value in the low bits of the mantissa; conversions from `Float` to `Int` check for
  /// traps lane by lane, which took thirty times as long.
  @inline(__always)
  private static func nonZeroWeights(_ areas: SIMD4<Float>, _ scale: SIMD4<Float>) -> SIMD4<UInt32> {
    let sizes = unsafeBitCast(unsafeBitCast(areas, to: SIMD4<UInt32>.self) & 0x7FFF_FFFF, to: SIMD4<Float>.self)
    let shares = sizes.replacing(with: 1, where: sizes .> 1)
    return unsafeBitCast(shares * scale + 8_388_608, to: SIMD4<UInt32>.self) & 255
  }

  /// Weights by the even-odd rule: the distance of each area from the nearest even number.
  @inline(__always)
  private static func evenOddWeights(_ areas: SIMD4<Float>, _ scale: SIMD4<Float>) -> SIMD4<UInt32> {
    let magic = SIMD4<Float>(repeating: 12_582_912)
    let even = ((areas * 0.5 + magic) - magic) * 2
    return nonZeroWeights(areas - even, scale)
  }

  @inline(__always)
  private func sweep(
    with painter: some SpanPainter, into pixels: UnsafeMutablePointer<UInt32>, width: Int,
    weights: (SIMD4<Float>) -> SIMD4<UInt32>
  ) {
    let columns = region.width
    for row in rows {
      let y = region.minY &+ row
      let target = pixels + (y &* width &+ region.minX)
      let rowCells = cells + row &* stride
      let rowBits = touched + row &* words
      var area: Float = 0
      // Column up to which the row has been painted.
      var painted = 0
      var isTouched = false
      for word in 0..<words {
        var bits = rowBits[word]
        if bits == 0 { continue }
        isTouched = true
        rowBits[word] = 0
        while bits != 0 {
          let column = ((word &<< 6) &+ bits.trailingZeroBitCount) &<< 2
          bits &= bits &- 1
          if column > painted {
            let weight = weights(SIMD4(repeating: area))[0]
            if weight != 0 {
              let end = min(column, columns)
              if end > painted {
                painter.paint(target + painted, end &- painted, x: region.minX &+ painted, y: y, weight: weight)
              }
            }
          }
          let block = UnsafeMutableRawPointer(rowCells + column)
          var areas = block.loadUnaligned(as: SIMD4<Float>.self)
          block.storeBytes(of: .zero, as: SIMD4<Float>.self)
          areas += SIMD4(0, areas.x, areas.y, areas.z)
          areas += SIMD4(0, 0, areas.x, areas.y)
          areas += SIMD4(repeating: area)
          area = areas.w
          painter.paintBlock(target + column, x: region.minX &+ column, y: y, weights(areas), columns &- column)
          painted = column &+ 4
        }
      }
      if isTouched, painted < columns {
        let weight = weights(SIMD4(repeating: area))[0]
        if weight != 0 {
          painter.paint(target + painted, columns &- painted, x: region.minX &+ painted, y: y, weight: weight)
        }
      }
    }
  }
}

extension SpanPainter {
  /// Paints four pixels, or the `left` remaining ones of the row.
  @inline(__always)
  func paintBlock(_ target: UnsafeMutablePointer<UInt32>, x: Int, y: Int, _ weights: SIMD4<UInt32>, _ left: Int) {
    if left >= 4 {
      let raw = UnsafeMutableRawPointer(target)
      let below = raw.loadUnaligned(as: SIMD4<UInt32>.self)
      raw.storeBytes(of: painted(below, x: x, y: y, weights: weights), as: SIMD4<UInt32>.self)
    } else if left > 0 {
      var below = SIMD4<UInt32>.zero
      for lane in 0..<left { below[lane] = target[lane] }
      let result = painted(below, x: x, y: y, weights: weights)
      for lane in 0..<left { target[lane] = result[lane] }
    }
  }
}
