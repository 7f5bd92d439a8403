import KilnBudgets
import KilnExporting
import Testing

@Suite struct KnapsackSolutionTests {
  typealias Form = KnapsackSolution.Form

  /// A generator of numbers that are the same in every run.
  private struct Numbers {
    var state: UInt64

    mutating func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
  }

  private func parts(_ count: Int, seed: UInt64) -> [[Form]] {
    var numbers = Numbers(state: seed)
    return (0..<count).map { _ in
      let size = 100 + numbers.next(1000)
      return (0..<4).map { step in
        Form(
          bytes: size * (4 - step) / 4 + numbers.next(20), memory: size * size / (1 + step * (1 + numbers.next(2))),
          loss: step == 0 ? 0 : Double(step * step * (1 + numbers.next(50))))
      }
    }
  }

  /// The least loss of all combinations.
  private func leastLoss(of parts: [[Form]], within budget: ExportBudget) -> Double? {
    var best: Double?
    func visit(_ index: Int, _ bytes: Int, _ memory: Int, _ loss: Double) {
      guard bytes <= budget.bytes ?? .max, memory <= budget.memory ?? .max else { return }
      guard index < parts.count else {
        best = min(best ?? loss, loss)
        return
      }
      for form in parts[index] { visit(index + 1, bytes + form.bytes, memory + form.memory, loss + form.loss) }
    }
    visit(0, 0, 0, 0)
    return best
  }

  @Test func withoutLimitsNothingIsGivenUp() throws {
    let found = try #require(KnapsackSolution(of: parts(6, seed: 1), within: ExportBudget()))
    #expect(found.loss == 0)
    #expect(found.choices == [0, 0, 0, 0, 0, 0])
  }

  @Test func noPartsFitEverywhere() throws {
    let found = try #require(KnapsackSolution(of: [], within: ExportBudget(bytes: 0, memory: 0)))
    #expect(found.choices.isEmpty)
  }

  @Test func theCheapestLossIsTaken() throws {
    // Both halve 1000 bytes; the second loses less.
    let parts = [
      [Form(bytes: 1000), Form(bytes: 500, loss: 5)],
      [Form(bytes: 1000), Form(bytes: 500, loss: 2)],
    ]
    let found = try #require(KnapsackSolution(of: parts, within: ExportBudget(bytes: 1500)))
    #expect(found.choices == [0, 1])
    #expect(found.bytes == 1500)
    #expect(found.loss == 2)
  }

  @Test func memoryAndBytesAreReducedWhereEachIsSpent() throws {
    let parts = [
      // Large in the file, small in memory: fewer colours.
      [
        Form(bytes: 9000, memory: 100), Form(bytes: 2000, memory: 100, loss: 1), Form(bytes: 8000, memory: 50, loss: 1),
      ],
      // Small in the file, large in memory: fewer pixels.
      [Form(bytes: 100, memory: 9000), Form(bytes: 50, memory: 9000, loss: 1), Form(bytes: 90, memory: 2000, loss: 1)],
    ]
    let found = try #require(KnapsackSolution(of: parts, within: ExportBudget(bytes: 3000, memory: 3000)))
    #expect(found.choices == [1, 2])
  }

  @Test(arguments: 1...40) func isNearTheBestOfAllCombinations(seed: Int) throws {
    let parts = parts(7, seed: UInt64(seed))
    let lowerBound = KnapsackSolution.lowerBound(of: parts)
    let budget = ExportBudget(bytes: lowerBound.bytes * 2, memory: lowerBound.memory * 2)
    let best = try #require(leastLoss(of: parts, within: budget))
    let found = try #require(KnapsackSolution(of: parts, within: budget))
    #expect(found.bytes <= lowerBound.bytes * 2 && found.memory <= lowerBound.memory * 2)
    #expect(zip(parts, found.choices).reduce(0) { $0 + $1.0[$1.1].loss } == found.loss)
    // With seven parts a single form weighs much; the gap is less than one part's largest loss.
    let largest = parts.joined().map(\.loss).max() ?? 0
    #expect(found.loss <= best + largest / 2)
  }

  @Test func whatIsLeftIsSpent() throws {
    // The prices' choice steps over the middle form, which lies above the line between its neighbours.
    let parts = [[Form(bytes: 1000), Form(bytes: 900, loss: 9), Form(bytes: 100, loss: 10)]]
    let found = try #require(KnapsackSolution(of: parts, within: ExportBudget(bytes: 950)))
    #expect(found.choices == [1])
  }

  @Test func whatCannotFitIsNil() {
    let parts = parts(5, seed: 3)
    let lowerBound = KnapsackSolution.lowerBound(of: parts)
    #expect(!lowerBound.keeps(to: ExportBudget(bytes: lowerBound.bytes - 1)))
    #expect(KnapsackSolution(of: parts, within: ExportBudget(bytes: lowerBound.bytes - 1)) == nil)
    #expect(KnapsackSolution(of: parts, within: ExportBudget(memory: lowerBound.memory - 1)) == nil)
    #expect(KnapsackSolution(of: parts, within: ExportBudget(bytes: lowerBound.bytes)) != nil)
    // Each limit alone can be kept, both together cannot.
    let opposed = [[Form(bytes: 10, memory: 1000), Form(bytes: 1000, memory: 10)]]
    #expect(KnapsackSolution.lowerBound(of: opposed).keeps(to: ExportBudget(bytes: 20, memory: 20)))
    #expect(KnapsackSolution(of: opposed, within: ExportBudget(bytes: 20, memory: 20)) == nil)
  }

  @Test func enormousSizesDoNotOverflow() {
    let part = [Form(bytes: .max, memory: .max), Form(bytes: .max, memory: .max, loss: 1)]
    #expect(KnapsackSolution(of: [part, part], within: ExportBudget(bytes: 1000, memory: 1000)) == nil)
    #expect(KnapsackSolution.lowerBound(of: [part, part]).bytes > 1 << 60)
  }
}
