import Testing

@testable import LottieFormat
@testable import LottieImport

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
    return Track(LottieProperty(value: keys[0].value, keyframes: keyframes, hasExpression: false, node: 0))
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
      for b in times where track.value(at: a) != track.value(at: b) { #expect(track.changes.separate(a, b)) }
    }
  }

  @Test func flatAndHeldSegmentsAreStill() {
    let flat = track([(0, 1, false), (10, 1, false), (20, 5, false)])
    #expect(!flat.changes.separate(1, 9))
    let held = track([(0, 1, true), (10, 2, true), (20, 3, false)])
    #expect(!held.changes.separate(1, 9) && !held.changes.separate(11, 19))
  }
}
