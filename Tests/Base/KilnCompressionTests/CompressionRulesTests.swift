import KilnCompression
import KilnDiagnostics
import Testing

@Suite struct CompressionRulesTests {
  @Test func namesAreUniqueAndOfThisModule() {
    let names = CompressionRules.all.map(\.id)
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.hasPrefix("compression.") })
  }
}
