import KilnLottieFormat
import Testing

@Suite struct TextTests {
  private static func text(_ members: String) throws -> LottieText? {
    let json = #"{"w": 1, "h": 1, "fr": 1, "op": 1, "layers": [{"ty": 5, "t": {\#(members)}}]}"#
    let document = try LottieDocument(bytes: Array(json.utf8))
    guard case .text(let text) = document.layers[0].content else { return nil }
    return text
  }

  @Test func missingMembersGetDefaults() throws {
    let text = try #require(try Self.text(#""d": {"k": [{"s": {}}]}"#))
    let document = try #require(text.documents.first).document
    #expect(document.text.isEmpty)
    #expect(document.fill == nil && document.stroke == nil)
    #expect(document.justification == .left)
    #expect(document.boxSize == nil && document.boxPosition == nil)
    #expect(text.documents[0].time == 0)
    #expect(text.grouping == .characters)
    #expect(text.path == nil)
    #expect(text.animators.isEmpty)
  }

  @Test func coloursWithoutComponentsFillBlackAndDoNotStroke() throws {
    let text = try #require(try Self.text(#""d": {"k": [{"s": {"fc": [], "sc": []}}]}"#))
    #expect(text.documents[0].document.fill == [0, 0, 0, 1])
    #expect(text.documents[0].document.stroke == nil)
  }

  @Test func animatorNeedsASelectorAndChanges() throws {
    let animators =
      #"{"nm": "A", "a": {}}, {"nm": "B", "s": {}}, {"nm": "C", "s": {}, "a": {"bl": {"k": 1}, "r": 5}}, 7"#
    let text = try #require(try Self.text(#""a": [\#(animators)]"#))
    #expect(text.animators.map(\.name) == ["C"])
    let animator = text.animators[0]
    #expect(animator.otherChanges == ["bl"])
    #expect(animator.changes.rotation?.value == 5)
    #expect(animator.changes.scale == nil)
    #expect(animator.selector.end.value == 100)
    #expect(animator.selector.amount.value == 100)
    #expect(animator.selector.basis == nil)
    #expect(animator.selector.form == .square)
  }

  @Test func pathNeedsAMask() throws {
    #expect(try Self.text(#""p": {"f": {"k": 5}}"#)?.path == nil)
    let path = try #require(try Self.text(#""p": {"m": 1, "f": {"k": 5}, "r": 1}"#)?.path)
    #expect(path.mask == 1)
    #expect(path.firstMargin.value == 5)
    #expect(path.isReversed.value == 1)
    #expect(path.isPerpendicular.value == 0)
  }

  @Test func fontsAndCharacters() throws {
    let json = """
      {"w": 1, "h": 1, "fr": 1, "op": 1, "layers": [],
       "fonts": {"list": [{"fName": "N", "fFamily": "F", "fStyle": "S", "ascent": 70}]},
       "chars": [{"ch": "A", "fFamily": "F", "style": "S", "w": 60, "data": {"shapes": [{"ty": "gr", "it": []}]}},
                 {"ch": "B", "t": 1, "data": {"refId": "c"}}, 5]}
      """
    let document = try LottieDocument(bytes: Array(json.utf8))
    #expect(document.fonts.map(\.name) == ["N"])
    #expect(document.fonts.map(\.ascent) == [70])
    let characters = try #require(document.characters)
    #expect(characters.map(\.character) == ["A", "B"])
    #expect(characters[0].width == 60)
    guard case .shapes(let items) = characters[0].content, case .composition = characters[1].content else {
      Issue.record("wrong contents")
      return
    }
    #expect(items.count == 1)
  }

  @Test func fileWithoutCharactersIsNotOneWithNone() throws {
    let head = #""w": 1, "h": 1, "fr": 1, "op": 1, "layers": []"#
    #expect(try LottieDocument(bytes: Array("{\(head)}".utf8)).characters == nil)
    #expect(try LottieDocument(bytes: Array(#"{\#(head), "chars": []}"#.utf8)).characters?.isEmpty == true)
  }
}
