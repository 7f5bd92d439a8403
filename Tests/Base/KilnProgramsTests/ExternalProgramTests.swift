import KilnDiagnostics
import KilnPrograms
import KilnTestSupport
import Testing

@Suite struct ExternalProgramTests {
  @Test func isFoundOnPath() throws {
    let program = try ExternalProgram(named: "sh", variable: "KILN_SH", environment: ["PATH": "/nowhere:/bin"])
    #expect(program.path == "/bin/sh")
  }

  @Test func theVariableTakesPrecedence() throws {
    let program = try ExternalProgram(
      named: "sh", variable: "KILN_SH", environment: ["PATH": "/bin", "KILN_SH": "/bin/cat"])
    #expect(program.path == "/bin/cat")
  }

  @Test(arguments: [
    ["PATH": "/nowhere"], ["PATH": ""], ["PATH": "bin:."], ["PATH": "/bin", "KILN_SH": "/nowhere/sh"],
    ["PATH": "/bin", "KILN_SH": "/bin"], ["PATH": "/bin", "KILN_SH": "/etc/passwd"],
  ])
  func whatIsNoProgramIsNotFound(_ environment: [String: String]) {
    let rule = thrownRule { () throws(Diagnostic) in
      _ = try ExternalProgram(named: "sh", variable: "KILN_SH", environment: environment)
    }
    #expect(rule == .programMissing)
  }
}
