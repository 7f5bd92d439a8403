import KilnLottieFormat
import Testing

@Suite struct PropertyNamesTests {
  /// Names of the places in a layer that have an expression, in the order of the file.
  private func names(_ layer: String) throws -> [String] {
    let text = #"{"w": 1, "h": 2, "fr": 3, "op": 4, "layers": [{}, \#(layer)]}"#
    let document = try LottieDocument(bytes: Array(text.utf8))
    let layer = document.layers[1].node
    return document.expressions(inside: layer).map {
      document.location(of: $0, inLayer: layer).names.joined(separator: " › ")
    }
  }

  private func value(_ names: [String]) -> String {
    names.map { #""\#($0)": {"k": 0, "x": "time"}"# }.joined(separator: ", ")
  }

  @Test func transforms() throws {
    let found = try names(#"{"ks": {\#(value(["a", "p", "s", "r", "o", "sk", "rx", "or"]))}}"#)
    #expect(
      found
        == ["Anchor Point", "Position", "Scale", "Rotation", "Opacity", "Skew", "X Rotation", "Orientation"].map {
          "Transform › \($0)"
        })
    #expect(
      try names(#"{"ks": {"p": {"s": true, \#(value(["x", "z"]))}}}"#) == [
        "Transform › X Position", "Transform › Z Position",
      ])
  }

  @Test func itemsWithoutNameAreCalledByTheirType() throws {
    let items =
      #"[{"ty": "rc", \#(value(["s"]))}, {"ty": "sh", "nm": "Wing", \#(value(["ks"]))}, {"ty": "new", \#(value(["a"]))}]"#
    #expect(
      try names(#"{"shapes": \#(items)}"#)
        == ["Contents › Rectangle Path › Size", "Contents › Wing › Path", "Contents › Item 3"])
  }

  @Test func groupsGradientsAndRepeatersAreNamedFromOutsideInwards() throws {
    let items = #"[{"ty": "gf", "g": {\#(value(["k"]))}}, {"ty": "rp", \#(value(["c"])), "tr": {\#(value(["so"]))}}]"#
    #expect(
      try names(#"{"shapes": [{"ty": "gr", "nm": "A", "it": \#(items)}]}"#) == [
        "Contents › A › Gradient Fill › Colors", "Contents › A › Repeater › Copies",
        "Contents › A › Repeater › Transform › Start Opacity",
      ])
  }

  @Test func effectsAndMasksWithoutNameAreNumbered() throws {
    #expect(
      try names(
        #"{"ef": [{"ty": 29, "ef": [{"nm": "Blurriness", \#(value(["v"]))}]}, {"ty": 99, "ef": [{\#(value(["v"]))}]}]}"#
      )
        == ["Effects › Gaussian Blur › Blurriness", "Effects › Effect 2"])
    #expect(
      try names(#"{"masksProperties": [{}, {\#(value(["pt", "x"]))}]}"#)
        == ["Masks › Mask 2 › Mask Path", "Masks › Mask 2 › Mask Expansion"])
  }

  @Test func texts() throws {
    #expect(
      try names(
        #"{"t": {\#(value(["d"])), "p": {\#(value(["f"]))}, "m": {\#(value(["a"]))}, "a": [{"s": {\#(value(["xe"]))}, "a": {\#(value(["t"]))}}]}}"#
      ) == [
        "Text › Source Text", "Text › Path Options › First Margin", "Text › More Options › Grouping Alignment",
        "Text › Animator 1 › Range Selector › Ease High", "Text › Animator 1 › Tracking",
      ])
    #expect(try names(#"{\#(value(["tm"]))}"#) == ["Time Remap"])
  }

  @Test func placesOutsideOfTheLayerHaveNoName() throws {
    let document = try LottieDocument(bytes: Array(#"{"w": 1, "h": 2, "fr": 3, "op": 4, "layers": [{}, {}]}"#.utf8))
    #expect(document.location(of: document.layers[1].node, inLayer: document.layers[0].node).names.isEmpty)
    #expect(document.location(of: 0, inLayer: document.layers[1].node) == ("", []))
    #expect(document.location(of: document.layers[1].node, inLayer: document.layers[1].node).names.isEmpty)
  }
}
