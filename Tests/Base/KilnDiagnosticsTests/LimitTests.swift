import Foundation
import KilnDiagnostics
import KilnTestSupport
import Testing

@Suite struct LimitTests {
  @Test func thePageIsThatOfTheTable() throws {
    let path = Fixture.repository("Conversions/guide/limits.md")
    let text = String(decoding: Fixture.bytes(path), as: UTF8.self)
    let end = try #require(text.range(of: "| Limit |"))
    Golden.expect(text[..<end.lowerBound] + LimitReference.markdown, equalsFile: path)
  }

  @Test(arguments: Limit.allCases) func aRowIsComplete(_ limit: Limit) {
    let row = limit.row
    #expect(Limit(name: row.name) == limit && "\(limit)" == "`limits[.\(row.name)]`")
    #expect(row.untrusted <= row.standard && row.standard <= row.maximum && row.untrusted >= 0)
    #expect(!row.subject.isEmpty && row.reason.hasSuffix("."))
    #expect(Limits()[limit] == row.standard && Limits.untrusted[limit] == row.untrusted)
  }

  @Test func namesAreThoseOfTheLibrary() {
    #expect(Set(Limit.allCases.map(\.name)).count == Limit.allCases.count)
    #expect(Limit(name: "frames") == .frames && Limit(name: "Frames") == nil && Limit(name: "") == nil)
  }

  @Test func adviceNamesTheLimitAndGetsTheNameOfTheOption() throws {
    var limits = Limits()
    limits.frames = 7
    let error = try #require(
      thrown { () throws(Diagnostic) in try limits.check(8, atMost: .frames, "the number of frames") })
    #expect(error.message == "the number of frames is 8, above the limit of 7")
    #expect(error.advice == "make the animation simpler or split it, or raise the limit with `limits[.frames]`")
    let named = error.naming({ "\($0)" }, limit: \.option)
    #expect(named.advice == "make the animation simpler or split it, or raise the limit with --limit frames=NUMBER")
    #expect(error.naming { "\($0)" } == error)
  }

  @Test func adviceOnLevelsSaysHowManyThereCanBe() {
    #expect(Limit.nesting.advice("do less") == "do less; `limits[.nesting]` is at most 256")
    #expect(Limit.time.option == "--timeout" && Limit.time.limitOption == "--limit time=NUMBER")
  }

  @Test func multiplesOfLimitsDoNotOverflow() {
    var limits = Limits()
    limits.frameStates = .max / 2
    #expect(limits.times(4, .frameStates) == .max && limits.times(2, .frameStates) == .max - 1)
  }
}
