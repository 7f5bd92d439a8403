import Foundation
import KilnDiagnostics
import KilnPrograms
import KilnTestSupport
import Testing

@Suite struct ProgramRunTests {
  private static let megabytes = [UInt8]((0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })

  private func shell(
    _ script: String, _ change: (inout ProgramRun.Options) -> Void = { _ in }
  ) throws -> ProgramRun {
    var options = ProgramRun.Options()
    options.patience = 20
    change(&options)
    return try ProgramRun(ExternalProgram(name: "sh", path: "/bin/sh"), ["-c", script], options)
  }

  /// The finding that something throws.
  private func failure(_ body: () throws -> Void) -> Diagnostic? {
    do {
      try body()
      return nil
    } catch { return error as? Diagnostic }
  }

  @Test func whatIsWrittenComesBackThroughAPipe() throws {
    let run = try shell("cat") {
      $0.hasInput = true
      $0.hasOutput = true
    }
    try run.write(Self.megabytes)
    run.closeInput()
    var bytes: [UInt8] = []
    while case let part = try run.read(), !part.isEmpty { bytes += part }
    try run.finish()
    #expect(bytes == Self.megabytes)
  }

  @Test func filesAreReadAndWrittenByTheirDescriptors() throws {
    let (source, result) = (try ScratchFile(Self.megabytes), try ScratchFile())
    let run = try shell("cat /dev/fd/3 > /dev/fd/4") { $0.files = [(source, 3), (result, 4)] }
    try run.finish()
    #expect(try result.content(atMost: .max, "it") == Self.megabytes)
    #expect(throws: Diagnostic.self) { try result.content(atMost: 10, "it") }
  }

  @Test func aProgramThatTalksTooMuchIsHeardToTheEnd() throws {
    let run = try shell("cat > /dev/null; head -c 3000000 /dev/zero | tr '\\0' x >&2; echo the end >&2; exit 3") {
      $0.hasInput = true
    }
    let found = try #require(
      failure {
        try run.write(Self.megabytes)
        try run.finish()
      })
    #expect(found.rule == .programFailed)
    #expect(found.message.contains("code 3") && found.message.contains("the end"), "\(found.message)")
    #expect(found.message.count < 1000)
  }

  @Test func aProgramThatTakesNoMoreSaysWhy() throws {
    let run = try shell("exec <&-; sleep 0.3; echo because >&2; exit 1") { $0.hasInput = true }
    let found = try #require(failure { try run.write(Self.megabytes) })
    #expect(found.rule == .programFailed && found.message.contains("because"), "\(found.message)")
  }

  @Test func aFullDiskIsToldApart() throws {
    let run = try shell("echo 'av_interleaved_write_frame(): No space left on device' >&2; exit 1")
    #expect(failure { try run.finish() }?.rule == .outputDiskFull)
  }

  /// As ffmpeg does when it cannot write the end of a file.
  @Test func aFullDiskIsToldApartFromAGoodEnd() throws {
    let run = try shell("echo 'Error writing trailer: File too large' >&2")
    #expect(failure { try run.finish() }?.rule == .outputDiskFull)
  }

  @Test func aSignalIsNamed() throws {
    let run = try shell("kill -9 $$")
    let found = try #require(failure { try run.finish() })
    #expect(found.rule == .programFailed && found.message.contains("signal 9"), "\(found.message)")
  }

  @Test func aProgramThatStandsStillIsEnded() throws {
    let run = try shell("echo $$; exec sleep 60") {
      $0.patience = 0.3
      $0.hasOutput = true
    }
    let number = try #require(Int32(String(decoding: try run.read(), as: UTF8.self).filter(\.isNumber)))
    #expect(failure { try run.finish() }?.rule == .programStuck)
    #expect(kill(number, 0) != 0)
  }

  @Test func workThatIsNotWantedEndsTheProgram() throws {
    let run = try shell("exec sleep 60") {
      $0.hasInput = true
      $0.isWanted = { () throws(Diagnostic) in throw Diagnostic(.workCancelled, "enough") }
    }
    #expect(failure { try run.finish() }?.rule == .workCancelled)
  }

  @Test func itEndsWithTheObject() throws {
    var run: ProgramRun? = try shell("echo $$; exec sleep 60") { $0.hasOutput = true }
    let said = try run?.read() ?? []
    let number = try #require(Int32(String(decoding: said, as: UTF8.self).filter(\.isNumber)))
    #expect(kill(number, 0) == 0)
    run = nil
    #expect(kill(number, 0) != 0)
  }
}
