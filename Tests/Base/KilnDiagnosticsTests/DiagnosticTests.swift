import KilnDiagnostics
import Testing

@Suite struct DiagnosticTests {
  @Test func textNamesWhatWhereAndWhatToDo() {
    let path = DocumentPath(pointer: "/layers/3", layers: ["Glow", "Blur"])
    let diagnostic = Diagnostic(.limitExceeded, "too large", at: path, advice: "make it smaller")
    #expect(diagnostic.description == "too large (Glow › Blur; /layers/3); make it smaller")
  }

  @Test func sameFindingIsCountedNotRepeated() {
    var log = DiagnosticLog()
    for _ in 0..<3 { log.add(.limitExceeded, "too large") }
    log.add(.limitExceeded, "too wide")
    #expect(log.diagnostics.map(\.repetitions) == [2, 0])
  }
}
