import KilnGeometry
import KilnLottieFormat
import KilnLottieImport
import KilnTimeline
import Testing

/// Parents and mattes of compositions with many layers.
@Suite struct LayerLinkTests {
  private func layers(_ layers: [String]) throws -> [LottieLayer] {
    let text = #"{"w": 1, "h": 1, "fr": 1, "op": 9, "layers": [\#(layers.joined(separator: ","))]}"#
    return try LottieDocument(bytes: Array(text.utf8)).layers
  }

  /// A layer that is moved relative to its parent, in each frame somewhere else if `isMoving`.
  private func link(_ index: Int, isMoving: Bool, isSpatial: Bool = false) -> String {
    let position = isMoving ? #"[{"t": 0, "s": [1, 0]}, {"t": 4, "s": [1, 4]}]"# : "[1, 0]"
    let turn = isSpatial ? #", "rx": {"k": 0}, "ry": {"k": 0}, "rz": {"k": 0}, "or": {"k": [0, 0, 0]}"# : ""
    let parent = index > 1 ? #""parent": \#(index - 1), "# : ""
    return #"{"ind": \#(index), \#(parent)"ks": {"p": {"k": \#(position)}\#(turn)}}"#
  }

  @Test(arguments: [false, true], [false, true])
  func matricesOfVeryLongChainsAreProductsOfAllParents(isMoving: Bool, isSpatial: Bool) throws {
    let count = 1000
    let chain = try layers((1...count).map { link($0, isMoving: isMoving, isSpatial: isSpatial) })
    let graph = LayerGraph(chain, nil)
    let times = SampleTimes([0, 1, nil, 3], in: .constant)
    for index in [0, 1, 63, 64, 65, 66, 128, 129, 640, count - 1] {
      let matrices = graph.matrices(of: index, at: times)
      for (time, matrix) in zip(times.samples.map(\.time), matrices) {
        guard let time else { continue }
        #expect(matrix.tx == Double(index + 1))
        #expect(abs(matrix.ty - (isMoving ? time * Double(index + 1) : 0)) < 1e-9)
      }
    }
  }

  /// Each layer takes 64 products at most, and each cached layer one matrix for each time.
  @Test(arguments: [2_000, 8_000]) func chainsOfParentsTakeLinearTime(count: Int) throws {
    let graph = LayerGraph(try layers((1...count).map { link($0, isMoving: true) }), nil)
    let times = SampleTimes([0, 2], in: .constant)
    for index in 0..<count { _ = graph.matrices(of: index, at: times) }
    let parentMatrices = try #require(graph.parentMatrices)
    #expect(parentMatrices.computedCount <= 2 * count / 64)
  }

  @Test func shortChainsHaveNoMilestones() throws {
    #expect(LayerGraph(try layers((1...65).map { link($0, isMoving: false) }), nil).parentMatrices == nil)
    #expect(LayerGraph(try layers((1...66).map { link($0, isMoving: false) }), nil).parentMatrices != nil)
  }

  /// lottie-web hands a chain of parents over at its end only.
  @Test func chainsThatEndAtAMissingParentAreIgnored() throws {
    let chain = try layers([
      #"{"ind": 1, "parent": 9, "ks": {"p": {"k": [1, 0]}}}"#, link(2, isMoving: false), link(3, isMoving: false),
    ])
    let graph = LayerGraph(chain, nil)
    let positions = (0..<3).map { graph.matrices(of: $0, at: SampleTimes([0], in: .constant))[0].tx }
    #expect(positions == [1, 1, 1])
  }

  /// lottie-web multiplies by every layer of the parent's number, each followed by its own parents.
  @Test func layersFollowAllParentsOfANumber() throws {
    func layer(_ number: Int, _ parent: Int?, _ position: String, scale: Int = 100) -> String {
      let parent = parent.map { #""parent": \#($0), "# } ?? ""
      return #"{"ind": \#(number), \#(parent)"ks": {"p": {"k": \#(position)}, "s": {"k": [\#(scale), \#(scale)]}}}"#
    }
    func point(_ texts: [String]) throws -> [Double] {
      let matrix = LayerGraph(try layers(texts), nil).matrices(of: 0, at: SampleTimes([0], in: .constant))[0]
      return [matrix.tx, matrix.ty]
    }
    let child = layer(2, 1, "[1, 0]")
    let (first, second) = (layer(1, nil, "[10, 0]", scale: 200), layer(1, nil, "[0, 100]", scale: 300))
    #expect(try point([child, first, second]) == [36, 100])
    #expect(try point([child, second, first]) == [16, 200])
    // The first one's own parent comes between them.
    #expect(try point([child, layer(1, 5, "[10, 0]", scale: 200), second, layer(5, nil, "[1000, 0]")]) == [3036, 100])
    // A missing grandparent counts only if every chain ends there.
    #expect(try point([child, layer(1, 9, "[10, 0]", scale: 200), second]) == [36, 100])
    #expect(try point([child, layer(1, 9, "[10, 0]"), layer(1, 9, "[0, 9]")]) == [1, 0])
  }

  /// Each number has two layers that both follow the next number's: 2^n chains.
  @Test func manyParentsOfManyNumbersEnd() throws {
    let pairs = (1...40).flatMap { number in
      (0..<2).map { _ in #"{"ind": \#(number), "parent": \#(number + 1), "ks": {"p": {"k": [1, 0]}}}"# }
    }
    let graph = LayerGraph(try layers(pairs + [#"{"ind": 41, "ks": {}}"#]), nil)
    for index in pairs.indices { #expect(graph.matrices(of: index, at: SampleTimes([0], in: .constant))[0].tx >= 1) }
    let loop = [#"{"ind": 1, "parent": 2, "ks": {}}"#, #"{"ind": 2, "parent": 1, "ks": {}}"#]
    _ = LayerGraph(try layers(loop + loop), nil)
    // Each is a parent of all.
    let many = try layers(Array(repeating: #"{"ind": 1, "parent": 1, "ks": {}}"#, count: 20_000))
    #expect(ParentChains(many).copies.isEmpty)
  }

  /// A chain that ends in a loop: the loop is cut somewhere.
  @Test func longLoopsEnd() throws {
    let loop = (1...500).map { #"{"ind": \#($0), "parent": \#($0 == 1 ? 500 : $0 - 1), "ks": {"p": {"k": [1, 0]}}}"# }
    let graph = LayerGraph(try layers(loop), nil)
    let positions = (0..<500).map { graph.matrices(of: $0, at: SampleTimes([0], in: .constant))[0].tx }
    #expect(positions.sorted() == (1...500).map(Double.init))
  }

  // MARK: - Mattes

  @Test func matteParentIsTheFirstLayerOfItsNumber() throws {
    let links = MatteLinks(
      try layers([
        #"{"ind": 7, "td": 1}"#, #"{"ind": 7}"#, #"{"ind": 2, "tt": 1, "tp": 7}"#, #"{"ind": 3, "tt": 2, "tp": 99}"#,
        #"{"ind": 4, "tt": 3}"#, #"{"ind": 5, "tt": 1, "tp": 5}"#,
      ]), FidelityRules(.lottieWeb), nil)
    #expect(links[2]?.source == 0)
    #expect(links[2]?.mode == .alpha)
    #expect(links[3] == nil)
    // The layer above cuts nothing, so that nothing is left.
    #expect(links[4] != nil && links[4]?.source == nil)
    #expect(links[5] == nil)
  }

  @Test func setMatteNamesALayerByItsNumber() throws {
    func effect(_ layer: String) -> String {
      #"{"ind": 9, "ef": [{"ty": 28, "ef": [{"ty": 10, "v": {"k": \#(layer)}}]}]}"#
    }
    let links = MatteLinks(
      try layers([effect("3"), effect("3.5"), effect("1e300"), #"{"ind": 3}"#]), FidelityRules(.lottieWeb), nil)
    #expect(links[0]?.source == 3)
    #expect(links[0]?.isHiddenSourceSeen == true)
    #expect(links[1] == nil && links[2] == nil)
  }
}
