internal import KilnGeometry

/// Fits keyframes to transforms, so that the corners of what they move stay within a tolerance.
///
/// Which point is the anchor is free: the centre, the origin, and the points that move least or most evenly are tried, with
/// the coordinates of the position together and apart, and the cheapest is taken.
struct TransformFitter: Sendable {
  private let frames: [Int]
  private let transforms: [Affine]
  private let box: Rect
  private let tolerance: Double
  private let allowsSplit: Bool
  private let parts: TransformParts
  /// Rows after which the whole picture jumps.
  private let jumps: [Int]

  /// - Parameters:
  ///   - frames: The frames in which the content is seen, ascending.
  ///   - transforms: Its transforms in these frames.
  ///   - box: Bounds of the content before the transform.
  ///   - tolerance: Largest distance of a corner of the box from its place.
  ///   - allowsSplit: Whether both coordinates of the position may have keyframes of their own, which lottie-web cannot
  ///     read in groups.
  init(_ transforms: [Affine], frames: [Int], box: Rect, tolerance: Double, allowsSplit: Bool) {
    (self.frames, self.transforms, self.tolerance, self.allowsSplit) = (frames, transforms, tolerance, allowsSplit)
    self.box = box.isEmpty || !box.isFinite ? Rect(minX: 0, minY: 0, maxX: 1, maxY: 1) : box
    parts = TransformParts(transforms)
    let corners = self.box.corners
    var samples = SampledValues(dimensions: 2 * corners.count)
    samples.reserveRows(frames.count)
    for (frame, transform) in zip(frames, transforms) {
      samples.append(corners.map(transform.apply).flatMap { [$0.x, $0.y] }, at: Double(frame))
    }
    jumps = samples.jumps(least: Array(repeating: 12, count: samples.dimensions))
  }

  /// Parts of the tolerance of the animated properties, together. Their deviations seldom add up.
  private static let sumOfShares = 1.7

  /// The cheapest transform within the tolerance.
  func fit() -> FittedTransform {
    var best = fit(share: 1)
    let animated = best.animatedShares
    guard animated > 0 else { return best }
    let attempts = isLong ? 1 : 5
    var share = Self.sumOfShares / animated
    best = fit(share: share)
    for _ in 0..<attempts {
      let error = deviation(best)
      guard error > tolerance else { break }
      share *= max(0.2, 0.93 * tolerance / error)
      best = fit(share: share)
    }
    return best
  }

  /// Largest distance of a corner from its place.
  func deviation(_ fitted: FittedTransform) -> Double {
    let corners = box.corners
    return zip(frames, transforms).reduce(0) { largest, pair in
      let result = fitted.transform(at: Double(pair.0))
      return corners.reduce(largest) { max($0, result.apply($1).distance(to: pair.1.apply($1))) }
    }
  }

  /// Whether there are so many frames that less is tried.
  private var isLong: Bool { frames.count > 3000 }

  private func fit(share: Double) -> FittedTransform {
    var result = FittedTransform()
    let lengthTolerance = tolerance * share * FittedTransform.shares.position
    result.decimals.position = LottieDecimals.of(lengthTolerance)
    var cheapest = Int.max
    for candidate in anchors() {
      let (position, cost) = position(candidate, tolerance: lengthTolerance)
      let whole = cost + (candidate == .zero ? 0 : 3)
      guard whole < cheapest else { continue }
      (cheapest, result.anchor, result.position) = (whole, candidate, position)
      if cost == 0 { break }
    }
    fitLinearParts(&result, share: share)
    return result
  }

  private func fitLinearParts(_ result: inout FittedTransform, share: Double) {
    let reach = max(1e-3, box.corners.reduce(0) { max($0, $1.distance(to: result.anchor)) })
    let width = max(1e-3, abs(box.minX - result.anchor.x), abs(box.maxX - result.anchor.x))
    let height = max(1e-3, abs(box.minY - result.anchor.y), abs(box.maxY - result.anchor.y))
    let largest = parts.scales.reduce(1e-6) { max($0, abs($1.width), abs($1.height)) }
    let length = tolerance * share
    let degrees = length / Scalar.radiansPerDegree
    let rotation = degrees * FittedTransform.shares.rotation / (reach * largest)
    let skew = degrees * FittedTransform.shares.skew / (height * largest)
    let scale = [width, height].map { length * FittedTransform.shares.scale * 100 / $0 }
    result.decimals.angle = LottieDecimals.of(min(rotation, parts.isSkewed ? skew : rotation))
    result.decimals.scale = LottieDecimals.of(min(scale[0], scale[1]))
    result.rotation = fit(parts.rotations, [rotation], result.decimals.angle)
    result.scale = keyframes(
      samples(2) { [parts.scales[$0].width * 100, parts.scales[$0].height * 100] }, scale, result.decimals.scale)
    if parts.isSkewed { result.skew = fit(parts.skews, [skew], result.decimals.angle) }
  }

  private func fit(_ values: [Double], _ tolerance: [Double], _ decimals: Int) -> [FittedKeyframe] {
    keyframes(samples(1) { [values[$0]] }, tolerance, decimals)
  }

  private func samples(_ dimensions: Int, _ row: (Int) -> [Double]) -> SampledValues {
    var samples = SampledValues(dimensions: dimensions)
    samples.reserveRows(frames.count)
    for index in frames.indices { samples.append(row(index), at: Double(frames[index])) }
    return samples
  }

  private func keyframes(_ samples: SampledValues, _ tolerance: [Double], _ decimals: Int) -> [FittedKeyframe] {
    KeyframeFitter(tolerance: tolerance, decimals: decimals).fit(samples, holdAfter: jumps)
  }

  /// The position of an anchor, with an estimate of its bytes.
  private func position(_ anchor: Point, tolerance: Double) -> (FittedTransform.Position, cost: Int) {
    let decimals = LottieDecimals.of(tolerance)
    let places = samples(2) { index in
      let place = transforms[index].apply(anchor)
      return [place.x, place.y]
    }
    let joint = keyframes(places, [tolerance, tolerance], decimals)
    let jointCost = Self.cost(joint, dimensions: 2)
    guard allowsSplit, !isLong, jointCost > 0 else { return (.joint(joint), jointCost) }
    let x = keyframes(places.column(0), [tolerance], decimals)
    let y = keyframes(places.column(1), [tolerance], decimals)
    let splitCost = Self.cost(x, dimensions: 1) + Self.cost(y, dimensions: 1) + 15
    return splitCost < jointCost ? (.split(x: x, y: y), splitCost) : (.joint(joint), jointCost)
  }

  /// Estimated bytes of packed keyframes; 0 if there is no animation.
  private static func cost(_ keyframes: [FittedKeyframe], dimensions: Int) -> Int {
    guard keyframes.count > 1 else { return 0 }
    return keyframes.reduce(0) { sum, keyframe in
      let ease = if case .cubic = keyframe.ease { 8 } else { 2 }
      return sum + 4 + ease + 3 * dimensions
    }
  }

  /// Candidates for the anchor, with few decimals.
  private func anchors() -> [Point] {
    guard let first = transforms.first else { return [.zero] }
    let isMoved = transforms.contains { transform in
      let change = max(abs(transform.a - first.a), abs(transform.b - first.b))
      return max(change, abs(transform.c - first.c), abs(transform.d - first.d)) > 1e-6
    }
    guard isMoved else { return [.zero] }
    if isLong { return [box.center] }
    var anchors = [box.center, .zero]
    let reach = 5 * max(1, abs(box.minX), abs(box.maxX), abs(box.minY), abs(box.maxY))
    for order in 1...2 {
      if let point = calmest(order), max(abs(point.x), abs(point.y)) < reach { anchors.append(point) }
    }
    return anchors.map { Point($0.x.rounded(decimals: 2), $0.y.rounded(decimals: 2)) }
  }

  /// The point whose differences of an order between frames are least, by least squares.
  private func calmest(_ order: Int) -> Point? {
    var differences = transforms.map { [$0.a, $0.b, $0.c, $0.d, $0.tx, $0.ty] }
    for _ in 0..<order { differences = zip(differences.dropFirst(), differences).map { zip($0, $1).map(-) } }
    var (xx, xy, yy, x, y) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for row in differences {
      xx += row[0] * row[0] + row[1] * row[1]
      xy += row[0] * row[2] + row[1] * row[3]
      yy += row[2] * row[2] + row[3] * row[3]
      x -= row[0] * row[4] + row[1] * row[5]
      y -= row[2] * row[4] + row[3] * row[5]
    }
    let determinant = xx * yy - xy * xy
    guard determinant > 1e-12 * max(1e-12, (xx + yy) * (xx + yy)) else { return nil }
    let point = Point((x * yy - y * xy) / determinant, (y * xx - x * xy) / determinant)
    return point.isFinite ? point : nil
  }
}

/// Number of decimals that a tolerance needs.
enum LottieDecimals {
  /// The fewest decimals whose rounding error is at most a quarter of a tolerance, 1…6.
  static func of(_ tolerance: Double) -> Int {
    var (decimals, error) = (1, 0.05)
    while error > tolerance / 4, decimals < 6 {
      decimals += 1
      error /= 10
    }
    return decimals
  }
}
