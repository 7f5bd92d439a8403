import KilnSVGAFormat
import Testing

@Suite struct PathDataGrammarTests {
  @Test(arguments: [
    "M0 0", "M0 0 Z", "M-1.5 20 L3 -4.25", "M1 2 C1 2 3 4 -5 6.0 Z M7 8 L9 0 Z", "M00 1",
    "M0 0 l1 -1 c1 2 3 4 5 6 L0 0 Z M1 1 l2.5 0", "M0 0 h1 v-2.5 q1 2 3 4 Q0 0 1 1 Z",
  ])
  func acceptsPlainPathData(_ text: String) {
    #expect(PathDataGrammar.accepts(text))
    #expect(PathDataGrammar.isReadAlike(text))
  }

  @Test(arguments: [
    "", " ", "Z", "L0 0", "M", "M0", "M0 ", "M 0 0", "M0  0", "M0 0 ", " M0 0", "M0,0", "M0 0L1 1", "M0 0 L1 1 2 2",
    "M0 0 Z L1 1", "M0 0 Z Z", "M0 0 Z ", "M0 0 ZZ", "m0 0", "l0 0", "M0 0 Z l1 1", "M0 0 z",
    "M0 0 q1 1 2", "M0 0 h1 2", "M0 0 H1", "M0 0 V1", "M0 0 S1 1 2 2", "M0 0 A1 1 0 0 0 2 2", "M+1 0", "M1. 0",
    "M.5 0", "M- 0", "M--1 0", "M1.2.3 0", "M1e5 0", "M1 nan", "M0 0 C1 1 2 2 3", "M0 0 C1 1 2 2 3 3 4", "M0 0\n",
    "M0 0 L1 \u{661}", "MM0 0",
  ])
  func refusesAllElse(_ text: String) {
    #expect(!PathDataGrammar.accepts(text))
  }

  @Test func absoluteLinesAlongAnAxisAreReadDifferently() {
    #expect(!PathDataGrammar.isReadAlike("M1 1 H2"))
    #expect(!PathDataGrammar.isReadAlike("M1 1 V2"))
    #expect(PathDataGrammar.isReadAlike("M1,1 h2 v3"))
  }
}
