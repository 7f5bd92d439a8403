import Foundation
import KilnPixels

/// How alike two pictures are where either of them draws something.
struct PictureSimilarity: Equatable {
  /// Structural similarity (SSIM of luma, Gaussian window of 11 pixels with σ 1.5), averaged over the drawn pixels and
  /// those up to 5 pixels from them: 1 for equal pictures. The worse of white and grey behind both.
  var structure = 1.0
  /// Share of the same pixels that have a channel which differs by more than 32, the worse of white and grey.
  var wrong = 0.0
  /// What the largest difference of a channel, 0…255, does not exceed in a quarter of the drawn pixels: not 0 if a whole
  /// area has another shade, however edges are smoothed. The worse of white and grey.
  var shade = 0.0

  /// Of pictures of different sizes nothing is alike.
  init(_ a: Pixmap, _ b: Pixmap) {
    guard a != b else { return }
    guard a.width == b.width, a.height == b.height else {
      (structure, wrong, shade) = (0, 1, 255)
      return
    }
    let drawn = zip(a.pixels, b.pixels).map { $0 | $1 != 0 }
    let isOpaque = zip(a.pixels, b.pixels).map { ($0 & $1) >> 24 == 255 }
    let content = Self.grown(drawn, width: a.width, height: a.height)
    let count = Float(content.reduce(0) { $0 + ($1 ? 1 : 0) })
    for background in [Float(255), 118] {
      let (one, other) = (Plane(a, over: background), Plane(b, over: background))
      let map = Self.structure(one, other)
      var (sum, wrongCount, shades) = (Float(0), Float(0), [Float]())
      for index in content.indices where content[index] {
        sum += map[index]
        let difference = one.colors[index] - other.colors[index]
        let largest = max(difference.max(), -difference.min())
        if largest > 32 { wrongCount += 1 }
        // Colours are stored multiplied by alpha: those of translucent pixels are off by one level.
        if drawn[index] { shades.append(isOpaque[index] ? largest : max(0, largest - 1)) }
      }
      shade = max(shade, Double(shades.sorted()[shades.count / 4]))
      structure = min(structure, Double(sum / count))
      wrong = max(wrong, Double(wrongCount / count))
    }
  }

  /// Pixels at most 5 steps from those of a set.
  private static func grown(_ pixels: [Bool], width: Int, height: Int) -> [Bool] {
    var distance = pixels.map { $0 ? 0 : 100 }
    // Distances along rows and columns, forwards and backwards.
    for index in distance.indices {
      if index % width > 0 { distance[index] = min(distance[index], distance[index - 1] + 1) }
      if index >= width { distance[index] = min(distance[index], distance[index - width] + 1) }
    }
    for index in distance.indices.reversed() {
      if index % width < width - 1 { distance[index] = min(distance[index], distance[index + 1] + 1) }
      if index < width * (height - 1) { distance[index] = min(distance[index], distance[index + width] + 1) }
    }
    return distance.map { $0 <= 5 }
  }

  private static func structure(_ a: Plane, _ b: Plane) -> [Float] {
    let (c1, c2) = (Float(6.5025), Float(58.5225))
    // Mean of a and b, of their squares, and of their product: one vector a pixel.
    let moments = zip(a.luma, b.luma).map { SIMD8<Float>($0, $1, $0 * $0, $1 * $1, $0 * $1, 0, 0, 0) }
    return blurred(moments, width: a.width, height: a.height).map { mean in
      let (squareA, squareB, product) = (mean[0] * mean[0], mean[1] * mean[1], mean[0] * mean[1])
      let (varianceA, varianceB, covariance) = (mean[2] - squareA, mean[3] - squareB, mean[4] - product)
      return (2 * product + c1) * (2 * covariance + c2) / ((squareA + squareB + c1) * (varianceA + varianceB + c2))
    }
  }

  private static let window: [Float] = {
    let weights = (-5...5).map { exp(-Float($0 * $0) / 4.5) }
    return weights.map { $0 / weights.reduce(0, +) }
  }()

  /// A Gaussian blur; pixels beyond the edge equal those at it.
  private static func blurred(_ values: [SIMD8<Float>], width: Int, height: Int) -> [SIMD8<Float>] {
    let rows = (0..<height).flatMap { y in line(values, from: y * width, step: 1, count: width) }
    let columns = (0..<width).map { x in line(rows, from: x, step: width, count: height) }
    return (0..<width * height).map { columns[$0 % width][$0 / width] }
  }

  private static func line(_ values: [SIMD8<Float>], from start: Int, step: Int, count: Int) -> [SIMD8<Float>] {
    let padded = (-5..<count + 5).map { values[start + min(max($0, 0), count - 1) * step] }
    return (0..<count).map { index in
      var sum = SIMD8<Float>.zero
      for tap in 0..<11 { sum += padded[index + tap] * window[tap] }
      return sum
    }
  }

  /// A picture over a grey background.
  private struct Plane {
    let width, height: Int
    /// Red, green and blue, 0…255.
    let colors: [SIMD4<Float>]
    let luma: [Float]

    init(_ picture: Pixmap, over background: Float) {
      (width, height) = (picture.width, picture.height)
      colors = picture.pixels.map { pixel in
        let rest = background * (1 - Float(pixel >> 24) / 255)
        return SIMD4(Float(pixel & 255) + rest, Float(pixel >> 8 & 255) + rest, Float(pixel >> 16 & 255) + rest, 0)
      }
      luma = colors.map { 0.299 * $0[0] + 0.587 * $0[1] + 0.114 * $0[2] }
    }
  }
}
