import KilnGeometry
import KilnLottieExport
import Testing

/// Keyframes that are fitted to samples.
@Suite struct KeyframeFitterTests {
  /// Samples of keyframes at a distance of 30 frames with given values and easings.
  private func sampled(_ values: [[Double]], _ easings: [CubicEasing]) -> [[Double]] {
    let keyframes = values.enumerated().map { index, value in
      FittedKeyframe(
        time: Double(index) * 30, value: value, ease: index < easings.count ? .cubic(easings[index]) : .hold)
    }
    return (0...30 * easings.count).map { keyframes.value(at: Double($0)) }
  }

  private func deviation(_ keyframes: [FittedKeyframe], _ rows: [[Double]], firstFrame: Double = 0) -> Double {
    rows.enumerated().reduce(0) { largest, row in
      let value = keyframes.value(at: firstFrame + Double(row.offset))
      return zip(value, row.element).reduce(largest) { max($0, abs($1.0 - $1.1)) }
    }
  }

  @Test func findsTheKeyframesOfTheDesigner() {
    let easings = [
      CubicEasing(Point(0.333, 0), Point(0.667, 1)), CubicEasing(Point(0.3, 1.8), Point(0.2, 1)), .linear,
    ]
    let rows = sampled([[0, 0], [500, 100], [100, 0], [100, 100]], easings)
    let keyframes = KeyframeFitter.fit(rows, firstFrame: 10, tolerance: [0.02, 0.02])
    #expect(keyframes.map(\.time) == [10, 40, 70, 100])
    #expect(keyframes.map(\.value) == [[0, 0], [500, 100], [100, 0], [100, 100]])
    #expect(keyframes.map(\.ease) == [.cubic(easings[0]), .cubic(easings[1]), .linear, .hold])
  }

  @Test func meetsEverySampleOfCurvesThatAreNoEasings() {
    let rows = (0..<300).map { frame -> [Double] in [100 * Scalar.sineCosine(Double(frame) / 20).sine] }
    let keyframes = KeyframeFitter.fit(rows, firstFrame: 0, tolerance: [0.05])
    #expect(keyframes.count < 12)
    #expect(deviation(keyframes, rows) <= 0.05)
  }

  @Test func keepsToTheToleranceOfEachDimension() {
    let rows = (0..<120).map { frame -> [Double] in
      let angle = Scalar.sineCosine(Double(frame) / 20)
      return [100 * angle.sine, 100 * angle.cosine]
    }
    let keyframes = KeyframeFitter.fit(rows, firstFrame: 0, tolerance: [1, 0.5])
    #expect(keyframes.count < 60)
    for (frame, row) in rows.enumerated() {
      let value = keyframes.value(at: Double(frame))
      #expect(abs(value[0] - row[0]) <= 1 && abs(value[1] - row[1]) <= 0.5)
    }
  }

  @Test func constantsAreOneKeyframe() {
    let rows = [[1.0], [1.01], [1.0]]
    #expect(
      KeyframeFitter.fit(rows, firstFrame: 5, tolerance: [0.05]) == [
        FittedKeyframe(time: 5, value: [1], ease: .hold)
      ])
    #expect(KeyframeFitter.fit([], firstFrame: 5, tolerance: [0.05]).isEmpty)
  }

  @Test func holdsStayUntilTheNextKeyframe() {
    let rows = [[0.0], [0], [0], [50], [50], [50]]
    let samples = SampledValues(rows)
    #expect(samples.jumps(least: [10]) == [2])
    let keyframes = KeyframeFitter(tolerance: [0.05]).fit(samples, holdAfter: samples.jumps(least: [10]))
    #expect(keyframes.map(\.time) == [0, 3])
    #expect(keyframes.value(at: 2.5) == [0])
    #expect(keyframes.value(at: 3) == [50])
  }

  @Test func unseenFramesAreFree() {
    var samples = SampledValues(dimensions: 1)
    for frame in [0, 1, 2, 10, 11, 12] { samples.append([frame < 5 ? 0 : 80], at: Double(frame)) }
    let keyframes = KeyframeFitter(tolerance: [0.05]).fit(samples)
    #expect(keyframes.map(\.time) == [0, 10])
    // What is seen last before unseen frames is seen for a whole frame.
    #expect(abs(keyframes.value(at: 2.5)[0]) <= 0.2)
  }

  @Test func doesNotLeaveTheSamplesBetweenThem() {
    // A cubic goes through any two samples, at times far away from them between.
    var state: UInt64 = 1
    let rows = (0..<200).map { _ -> [Double] in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return [Double(state >> 40) / Double(1 << 24) * 100]
    }
    let keyframes = KeyframeFitter.fit(rows, firstFrame: 0, tolerance: [0.05])
    #expect(deviation(keyframes, rows) <= 0.05)
    for frame in 0..<199 {
      let (low, high) = (min(rows[frame][0], rows[frame + 1][0]), max(rows[frame][0], rows[frame + 1][0]))
      let value = keyframes.value(at: Double(frame) + 0.5)[0]
      let margin = (high - low) / 2 + 0.3
      #expect(value >= low - margin && value <= high + margin)
    }
  }

  @Test func survivesHostileNumbers() {
    let huge = Double.greatestFiniteMagnitude
    let rows = [[0], [.nan], [.infinity], [huge], [-huge], [huge], [1e300, 5], []]
    let keyframes = KeyframeFitter.fit(rows, firstFrame: 0, tolerance: [0])
    #expect(!keyframes.isEmpty)
  }
}
