import KilnJSON
import Testing

@Suite struct JSONFieldsTests {
  private static let names: JSONValue.Names = ["t", "s", "to", "abc"]

  private func fields(_ text: String) throws -> JSONValue.Fields {
    try JSONTree(Array(text.utf8)).root.fields(Self.names)
  }

  @Test func membersAreFoundByThePositionOfTheirNames() throws {
    let fields = try fields(#"{"to":[1,2,3],"other":5,"t":4,"ts":6,"long name":7,"abc":true}"#)
    #expect(fields.number(0) == 4 && fields[1] == nil && fields.firstFourNumbers(2)?.count == 3 && fields.isTruthy(3))
    #expect(fields.number(2) == nil && fields.numberPairs(0) == nil && !fields.isTruthy(1))
    #expect(fields[2]?.numbers == [1, 2, 3])
  }

  @Test func theLastOfSeveralCounts() throws {
    #expect(try fields(#"{"t":1,"s":2,"t":3,"\u0074":4}"#).number(0) == 4)
  }

  @Test func namesWithZeroBytesAreOthers() throws {
    let fields = try fields(#"{"\u0000t":1,"\u0000\u0000t":2,"":3,"t\u0000":4}"#)
    for position in 0..<4 { #expect(fields[position] == nil) }
  }

  @Test func otherValuesHaveNone() throws {
    for text in ["[1,2]", "7", "\"t\"", "{}"] { #expect(try fields(text)[0] == nil) }
  }
}
