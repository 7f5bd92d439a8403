import KilnDiagnostics
import Testing

@Suite struct DocumentPathTests {
  private typealias Layer = DocumentPath.Layer

  @Test func locationNamesCompositionLayerPropertyAndFrames() {
    let glow = Layer(name: "Glow", number: 2, isNameUnique: false, composition: "Main")
    let path = DocumentPath(
      pointer: "/layers/1/ks/p", chain: [glow], property: ["Transform", "Position"], frames: FrameRanges(10...50))
    #expect(path.location == "Main › Glow (2) › Transform › Position, frames 10–50")
    #expect(path.description == "Main › Glow (2) › Transform › Position, frames 10–50 (/layers/1/ks/p)")
    #expect(path.composition == "Main" && path.layers == ["Glow"])
  }

  @Test func numberIsShownOnlyWhereTheNameDoesNotTell() {
    #expect(Layer(name: "Glow", number: 2).label == "Glow")
    #expect(Layer(name: "Glow", number: 2, isNameUnique: false).label == "Glow (2)")
    #expect(Layer(name: "Glow", isNameUnique: false).label == "Glow")
  }

  @Test func innerCompositionIsNamedWhereTheLayerHasAnotherName() {
    let outer = Layer(name: "Left", composition: "Main")
    #expect(DocumentPath(chain: [outer, Layer(name: "Lid", composition: "Eye")]).location == "Main › Left [Eye] › Lid")
    #expect(DocumentPath(chain: [outer, Layer(name: "Lid", composition: "Left")]).location == "Main › Left › Lid")
    #expect(DocumentPath(chain: [outer, Layer(name: "Lid")]).location == "Main › Left › Lid")
  }

  @Test func pathsAreEqualIfAllPartsAre() {
    let path = DocumentPath(
      pointer: "/a", chain: [Layer(name: "A")], property: ["Transform"], frames: FrameRanges([1]))
    var other = path
    #expect(other == path)
    other.frames = FrameRanges([2])
    #expect(other != path && path.frames == FrameRanges([1]))
    other.frames = FrameRanges([1])
    #expect(other == path && other.hashValue == path.hashValue)
    other.property = []
    other.chain = []
    other.frames = FrameRanges()
    #expect(other == DocumentPath(pointer: "/a"))
  }

  @Test func partsThatAreNotKnownAreLeftOut() {
    #expect(DocumentPath(pointer: "/fr").description == "/fr")
    #expect(DocumentPath(byteOffset: 7).description == "byte 7")
    #expect(DocumentPath(layers: ["Glow"]).description == "Glow")
    #expect(DocumentPath(chain: [], frames: FrameRanges([3])).description == "frame 3")
    #expect(DocumentPath.root.description.isEmpty)
    #expect(DocumentPath.root.composition == nil)
  }
}

@Suite struct FrameRangesTests {
  @Test func neighboursJoin() {
    let frames = FrameRanges([7, 3, 1, 2, 3, 9, 8])
    #expect(frames.ranges == [1...3, 7...9])
    #expect(frames.count == 6)
    #expect(FrameRanges().isEmpty && FrameRanges().count == 0)
  }

  @Test func textListsFewRanges() {
    #expect(FrameRanges().description.isEmpty)
    #expect(FrameRanges([7]).description == "frame 7")
    #expect(FrameRanges([-1, 0, 4]).description == "frames -1–0, 4")
    #expect(FrameRanges(stride(from: 0, to: 20, by: 2)).description == "frames 0, 2, 4, 6 and 6 more")
  }

  @Test func farthestNumbersAreTwoRanges() {
    #expect(FrameRanges([.max, .min]).ranges == [.min ... .min, .max ... .max])
  }
}
