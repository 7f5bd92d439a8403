import KilnDiagnostics
import KilnGeometry
import KilnSVGAExport
import KilnSVGAFormat
import KilnTimeline
import Testing

@Suite struct SpriteKeyTests {
  private let shown = FrameState(opacity: 1, transform: .identity)

  private func keys(_ build: (inout TimelineBuilder) throws -> Void) throws -> (keys: [String], log: DiagnosticLog) {
    var log = DiagnosticLog()
    let movie = try SVGAEncoder().movie(for: timeline(build), log: &log)
    return (movie.sprites.map(\.imageKey), log)
  }

  @Test func keysAreLegal() throws {
    let result = try keys {
      try $0.addImage("Layer 1", bytes: png(1, 1), shown)
      try $0.addImage("img_0.PNG", bytes: png(1, 2), shown)
      try $0.addImage("形状", bytes: png(1, 3), shown)
      try $0.addImage("a.b/c", bytes: png(1, 4), shown)
      try $0.addVector("Shape Layer 1.vector", [square(1)])
    }
    #expect(result.keys == ["Layer_1", "img_0", "sprite", "a_b_c", "Shape_Layer_1.vector"])
    #expect(result.log.diagnostics.isEmpty)
  }

  @Test func equalNamesOfDifferentThingsAreToldApart() throws {
    let result = try keys {
      try $0.addVector("hat", [square(1)])
      try $0.addImage("hat", bytes: png(1, 1), shown)
      try $0.addImage("hat", bytes: png(1, 2), shown)
      try $0.addVector("hat", [square(2)])
      try $0.addImage("hat_2", bytes: png(1, 3), shown)
    }
    #expect(result.keys == ["hat_3.vector", "hat", "hat_2", "hat_4.vector", "hat_2_2"])
  }

  @Test func oneImageHasOneKeyAndAppsKeepTheirs() throws {
    let result = try keys {
      let image = try $0.add(#require(ImageAsset(name: "x", bytes: png(10, 20))))
      try $0.addImage("first", image: image, shown)
      try $0.addImage("second", key: "avatar", image: image, shown)
      try $0.addImage("avatar", shown)
    }
    #expect(result.keys == ["avatar", "avatar", "avatar_2"])
    #expect(result.log.diagnostics.isEmpty)
  }

  @Test func equalImagesAreOneUnlessAppsReplaceThem() throws {
    let result = try keys {
      try $0.addImage("a", shown)
      try $0.addImage("b", shown)
      try $0.addImage("c", key: "avatar", shown)
      try $0.addImage("d", key: "badge", shown)
    }
    #expect(result.keys == ["a", "a", "avatar", "badge"])
  }

  @Test func changedKeysAreReported() throws {
    let result = try keys {
      try $0.addImage("x", key: "头像", shown)
      try $0.addImage("y", key: "ok", shown)
    }
    #expect(result.keys == ["sprite", "ok"])
    #expect(result.log.diagnostics.map(\.rule) == [.svgaKeyChanged])
    #expect(result.log.diagnostics[0].message == "the key \"头像\" is \"sprite\" in the SVGA file")
  }
}
