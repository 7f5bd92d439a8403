import KilnGeometry
import KilnLottieFormat
import KilnLottieImport
import Testing

@Suite struct ChangeTimesTests {
  @Test func timesOnEitherSideOfAChangeAreSeparate() {
    let changes = ChangeTimes([10...20, 30...30, 15...25])
    #expect(!changes.separate(0, 9))
    #expect(changes.separate(0, 10))
    #expect(changes.separate(12, 13))
    #expect(!changes.separate(26, 29))
    #expect(changes.separate(31, 29))
    #expect(!changes.separate(31, 1000))
    #expect(!ChangeTimes.never.separate(-1000, 1000))
    #expect(ChangeTimes.always.separate(1, 2))
    #expect(!ChangeTimes.always.separate(1, 1))
  }

  @Test func manyChangesAreTakenAsOne() {
    let changes = ChangeTimes((0..<1000).map { Double($0) * 10...Double($0) * 10 + 1 })
    #expect(changes.separate(5, 6))
    #expect(!changes.separate(9992, 9999))
  }

  private func track(_ keys: [(time: Double, value: Double, isHold: Bool)]) -> Track<Double> {
    let keyframes = keys.map {
      LottieKeyframe(time: $0.time, start: $0.value, isHold: $0.isHold, easing: [], isPlanar: false)
    }
    return Track(
      single: LottieProperty(value: keys[0].value, keyframes: keyframes, expression: nil, node: 0), nil)
  }

  /// Wherever the value differs between two times, they are separate.
  @Test(arguments: [
    [(0.0, 1.0, false), (10, 1, false), (20, 5, false), (30, 5, false), (40, 2, false)],
    [(0, 1, true), (10, 2, true), (20, 2, true), (30, 4, false)],
    [(20, 1, false), (10, 3, false), (30, 7, false)],
  ])
  func aTrackNamesAllItsChanges(keys: [(Double, Double, Bool)]) {
    let track = track(keys.map { (time: $0.0, value: $0.1, isHold: $0.2) })
    let times = stride(from: -5.0, through: 50, by: 2.5)
    for a in times {
      for b in times where track.value(at: a, in: .constant) != track.value(at: b, in: .constant) {
        #expect(track.changes.separate(a, b))
      }
    }
  }

  @Test func flatAndHeldSegmentsAreStill() {
    let flat = track([(0, 1, false), (10, 1, false), (20, 5, false)])
    #expect(!flat.changes.separate(1, 9))
    let held = track([(0, 1, true), (10, 2, true), (20, 3, false)])
    #expect(!held.changes.separate(1, 9) && !held.changes.separate(11, 19))
  }

  // MARK: - Loops

  private func digest(_ changes: ChangeTimes, at time: Double) -> Int {
    var digest = NumberDigest()
    changes.feed(&digest, at: time)
    return digest.value
  }

  /// Where digests are equal so are the values, also beyond the ends and on both sides of a keyframe.
  @Test(arguments: [
    [
      (0.0, 1.0, false), (10, 5, false), (20, 1, false), (30, 5, false), (40, 1, false), (45, 5, false), (50, 1, false),
    ],
    [(0, 1, true), (10, 2, true), (20, 1, true), (30, 3, true), (40, 1, true), (50, 2, true)],
    [(0, 1, false), (10, 1, false), (20, 1, false), (30, 2, false), (40, 1, true), (50, 1, true)],
    [(20, 1, false), (10, 3, false), (30, 1, false), (20, 3, false)],
  ])
  func valuesAtEqualDigestsAreTheSame(keys: [(Double, Double, Bool)]) {
    let track = track(keys.map { (time: $0.0, value: $0.1, isHold: $0.2) })
    let times = stride(from: -5.0, through: 60, by: 0.5)
    for a in times {
      for b in times where digest(track.changes, at: a) == digest(track.changes, at: b) {
        #expect(track.value(at: a, in: .constant) == track.value(at: b, in: .constant), "\(a), \(b)")
      }
    }
  }

  @Test func loopsHaveEqualDigests() {
    let track = track([(0, 1, false), (10, 5, false), (20, 1, false), (30, 5, false), (35, 1, false)])
    let changes = track.changes
    for time in stride(from: 0.0, to: 10, by: 1.25) {
      #expect(digest(changes, at: time) == digest(changes, at: time + 20))
      #expect(digest(changes, at: time) != digest(changes, at: time + 10))
    }
    // The last segment is faster.
    #expect(digest(changes, at: 11) != digest(changes, at: 31))
    let twice = ChangeTimes(anyOf: [changes, changes, .never])
    #expect(digest(twice, at: 3) == digest(twice, at: 23))
    let other = self.track([(0, 1, false), (40, 2, false)]).changes
    let both = ChangeTimes(anyOf: [changes, other])
    #expect(digest(both, at: 3) != digest(both, at: 23) && digest(both, at: 50) == digest(both, at: 60))
  }

  @Test func curvesOfEqualEndsMayBeDifferent() {
    func track(_ tangents: [LottieVector]) -> VectorTrack {
      let keys = tangents.enumerated().map { index, tangent in
        var key = LottieKeyframe<LottieVector>(time: Double(index) * 10, start: .zero, isHold: false, easing: [])
        (key.outTangent, key.inTangent) = (tangent, .zero)
        return key
      }
      var parts = TrackParts(nil)
      return VectorTrack(LottieProperty(value: .zero, keyframes: keys, expression: nil, node: 0), &parts)
    }
    let changes = track([[9, 9, 0], [9, -9, 0], [9, 9, 0], [0, 0, 0], [0, 0, 0]]).changes
    #expect(digest(changes, at: 4) == digest(changes, at: 24))
    #expect(digest(changes, at: 4) != digest(changes, at: 14))
    #expect(changes.separate(4, 5) && !changes.separate(33, 37))
  }

  @Test func manyPatternsAreNotCompared() {
    let patterns = (1...40).map { track([(0, 0, false), (Double($0), 1, false)]).changes }
    let changes = ChangeTimes(anyOf: patterns)
    #expect(digest(changes, at: 100) != digest(changes, at: 200) && digest(.always, at: 1) != digest(.always, at: 2))
    #expect(digest(ChangeTimes.never, at: 1) == digest(ChangeTimes.never, at: 2))
  }
}
