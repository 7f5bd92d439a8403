import KilnBudgets
import KilnTestSupport
import Testing

@Suite struct SystematicSampleTests {
  /// What is chosen stands for the whole: sizes times weights add up to the sum of all sizes, about.
  @Test(arguments: [1, 4, 8, 30], [1, 3, 50, 400]) func weightsAddUp(count: Int, things: Int) {
    var numbers = SplitMix64(seed: UInt64(count * 1000 + things))
    let sizes = (0..<things).map { _ in Int(numbers.next() % 90) + 10 }
    let members = SystematicSample(of: sizes, count: count).members
    #expect(!members.isEmpty && members.count <= min(count, things))
    let sum = members.reduce(0) { $0 + $1.weight * Double(sizes[$1.index]) }
    #expect(abs(sum / Double(sizes.reduce(0, +)) - 1) < 1e-6)
    #expect(members.map(\.index) == members.map(\.index).sorted())
  }

  @Test func theFirstMayStandForItself() {
    let sizes = [1, 50, 60, 70]
    let members = SystematicSample(of: sizes, count: 2, isFirstCertain: true).members
    #expect(members.count == 2)
    #expect(members.first == SystematicSample.Member(index: 0, weight: 1))
    #expect(SystematicSample(of: [0, 50], count: 1, isFirstCertain: true).members.map(\.index) == [1])
  }

  @Test func whatIsLargeStandsForItself() {
    let members = SystematicSample(of: [5, 1000, 5, 0, 5], count: 2).members
    #expect(members.first { $0.index == 1 }?.weight == 1)
    #expect(!members.contains { $0.index == 3 })
    #expect(
      SystematicSample(of: [], count: 3).members.isEmpty && SystematicSample(of: [0, 0], count: 3).members.isEmpty)
  }
}
