public import KilnPixels

extension Canvas {
  /// Composites a layer with a blend mode.
  ///
  /// - Parameters:
  ///   - x: Column that the layer's first column lies on; what lies outside is clipped.
  ///   - y: Row, likewise.
  public func blend(_ layer: Layer, x: Int, y: Int, mode: BlendMode) {
    let area = area(of: layer, x: x, y: y)
    guard !area.isEmpty else { return }
    layer.withOrigin { pixels in
      // Most pixels are those of a flat colour over another.
      var last: (sources: SIMD4<UInt32>, below: SIMD4<UInt32>, result: SIMD4<UInt32>) = (.zero, .zero, .zero)
      for row in area.minY..<area.maxY {
        let source = pixels + ((row &- y) &* layer.width &- x &+ area.minX)
        forEachBlock(origin + (row &* width &+ area.minX), area.width) { below, index in
          let sources = loadBlock(source + index, area.width &- index)
          if sources == .zero { return below }
          if sources != last.sources || below != last.below {
            last = (sources, below, Self.blended(sources, over: below, mode))
          }
          return last.result
        }
      }
    }
  }

  /// Compositing and Blending Level 1, section 5: where both are seen, the source is mixed with the backdrop.
  ///
  /// Not inlined, because the compiler makes code of half vectors of it in the loop: four times the time.
  @inline(never)
  private static func blended(
    _ sources: SIMD4<UInt32>, over backdrops: SIMD4<UInt32>, _ mode: BlendMode
  ) -> SIMD4<UInt32> {
    let (sourceAlphas, backdropAlphas) = (ColorLanes.alphas(of: sources), ColorLanes.alphas(of: backdrops))
    let (source, backdrop) = (ColorLanes(sources), ColorLanes(backdrops))
    // Colours of transparent pixels are not numbers, and not used.
    let mixed = mode.blend(backdrop.map { $0 / backdropAlphas }, source.map { $0 / sourceAlphas })
    let alphas = sourceAlphas + backdropAlphas - sourceAlphas * backdropAlphas
    @inline(__always) func channel(
      _ source: SIMD4<Float>, _ backdrop: SIMD4<Float>, _ mixed: SIMD4<Float>
    ) -> SIMD4<UInt32> {
      let sum = source * (1 - backdropAlphas) + backdrop * (1 - sourceAlphas) + mixed * (sourceAlphas * backdropAlphas)
      return (greater(lesser(sum, alphas), .zero) * 255 + 0.5).truncatedBytes
    }
    let colors =
      channel(source.red, backdrop.red, mixed.red) | channel(source.green, backdrop.green, mixed.green) &<< 8
      | channel(source.blue, backdrop.blue, mixed.blue) &<< 16
    let result = colors | (alphas * 255 + 0.5).truncatedBytes &<< 24
    let isSeen = sourceAlphas .> 0 .& backdropAlphas .> 0
    return PixelArithmetic.over(sources, backdrops).replacing(with: result, where: isSeen)
  }
}

extension Pixmap {
  /// Composites `source` over this pixmap with a blend mode.
  ///
  /// - Parameters:
  ///   - x: Column of this pixmap that the source's first column lies on; what lies outside is clipped.
  ///   - y: Row, likewise.
  package mutating func blend(_ source: Pixmap, x: Int, y: Int, mode: BlendMode) {
    withCanvas { $0.blend(Layer(source), x: x, y: y, mode: mode) }
  }
}
