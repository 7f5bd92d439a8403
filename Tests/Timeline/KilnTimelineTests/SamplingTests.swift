import KilnGeometry
import KilnTimeline
import Testing

@Suite struct SamplingTests {
  private func info(first: Double = 10, frames: Int = 60, rate: Double = 30) -> AnimationInfo {
    AnimationInfo(
      format: "test", canvas: Size(1, 1), frameRate: rate, times: first...first + Double(frames), frameCount: frames)
  }

  @Test func nativeSamplingHasEveryFrame() {
    let sampling = info(frames: 4).nativeSampling
    #expect(sampling.times == [10, 11, 12, 13] && sampling.frameRate == 30)
    #expect(info().durationMilliseconds == 2000)
  }

  @Test func otherRatesKeepTheDuration() {
    let half = info(frames: 4).sampling(frameRate: 15)
    #expect(half.times == [10, 12] && half.frameRate == 15)
    #expect(info(frames: 4).sampling(frameRate: 60).times == [10, 10.5, 11, 11.5, 12, 12.5, 13, 13.5])
    for rate in [7.0, 23.976, 25, 50, 59.94] {
      let sampling = info().sampling(frameRate: rate)
      #expect(abs(Double(sampling.times.count) / rate - 2) <= 0.5 / rate + 1e-9)
      #expect((sampling.times.last ?? 0) < 70)
    }
  }

  @Test func speedShortens() {
    #expect(info(frames: 6).sampling(speed: 2).times == [10, 12, 14])
    #expect(info(frames: 2).sampling(speed: 0.5).times == [10, 10.5, 11, 11.5])
    #expect(info(frames: 6).sampling(frameRate: 60, speed: 2).times == [10, 11, 12, 13, 14, 15])
  }

  @Test func rangeAndReverse() {
    #expect(info().sampling(of: 20..<23).times == [20, 21, 22])
    #expect(info().sampling(of: 20..<23, isReversed: true).times == [22, 21, 20])
    #expect(info().sampling(of: 20.5..<22.5).times == [20.5, 21.5])
    #expect(info().sampling(of: 20..<20.1).times == [20])
    #expect(info().sampling(of: 5..<5).times == [5])
  }

  @Test func firstFrameIsRounded() {
    #expect(info(first: 9.6).firstFrame == 10 && info(first: -0.5).firstFrame == 0 && info(first: 2.4).firstFrame == 2)
  }

  /// One frame or very many, which the builder refuses, but always numbers.
  @Test func numbersWithoutMeaningNeverTrap() {
    let odd: [Double] = [0, -1, .nan, .infinity, -.infinity, 1e308, .leastNonzeroMagnitude]
    for value in odd where value != .leastNonzeroMagnitude {
      for sampling in [
        info(rate: value).nativeSampling, info().sampling(frameRate: value < 1e300 ? value : -value),
        info().sampling(speed: value), info(first: value.isNaN ? 0 : min(value, 1e308)).nativeSampling,
      ] {
        #expect(!sampling.times.isEmpty && sampling.times.allSatisfy { $0.isFinite })
      }
    }
    #expect(info().sampling(of: -.infinity ..< .infinity).times.count == 1)
    #expect(
      AnimationInfo(format: "", canvas: Size(0, 0), frameRate: 1, times: 0...1, frameCount: -5).nativeSampling.times
        == [0])
    #expect(info().sampling(speed: 1e-300).times.count == 1_000_000)
  }
}
