import KilnSVGAFormat
import Testing

@Suite struct ShapeImportTests {
  /// The lines that describe shapes.
  private func shapes(_ entities: SVGAShapeEntity...) throws -> (lines: [String], rules: [String]) {
    var shown = frame()
    shown.shapes = entities
    let imported = try Imported(movie(sprite("s.vector", shown)))
    let lines = imported.dump.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("  0") }
    return (lines.map { String($0.dropFirst(2)) }, imported.rules)
  }

  @Test func pathsRectanglesAndEllipses() throws {
    let rect = shape {
      $0.type = .rect
      $0.rect.x = 1
      $0.rect.y = 2
      $0.rect.width = 30
      $0.rect.height = 40
      $0.rect.cornerRadius = 5
      $0.styles.fill = color(0, 1, 0)
    }
    let ellipse = shape {
      $0.type = .ellipse
      $0.ellipse.x = 10
      $0.ellipse.y = 20
      $0.ellipse.radiusX = 3
      $0.ellipse.radiusY = 4
      $0.styles.fill = color(0, 0, 1)
    }
    let result = try shapes(path("M0 0 L9 0 Q9 9 0 9 Z"), rect, ellipse)
    #expect(
      result.lines == [
        "path M0 0 L9 0 C9 6 6 9 0 9 Z fill #ff0000", "rect 1 2 30 40 radius 5 fill #00ff00",
        "ellipse 10 20 3 4 fill #0000ff",
      ])
    #expect(result.rules.isEmpty)
  }

  @Test func strokes() throws {
    let stroked = shape {
      $0.shape.d = "M0 0 L9 0"
      $0.styles.stroke = color(0, 0, 0)
      $0.styles.strokeWidth = 2
      $0.styles.lineCap = .round
      $0.styles.lineJoin = .miter
      $0.styles.miterLimit = 3
    }
    var bevelled = stroked
    bevelled.styles.lineCap = .square
    bevelled.styles.miterLimit = 0
    var dashed = stroked
    dashed.styles.lineJoin = .round
    dashed.styles.lineDashI = 5
    dashed.styles.lineDashIii = 2
    var thin = stroked
    thin.styles.strokeWidth = 0
    let result = try shapes(stroked, bevelled, dashed, thin)
    #expect(
      result.lines == [
        "path M0 0 L9 0 stroke #000000 width 2 round miter limit 3",
        "path M0 0 L9 0 stroke #000000 width 2 square bevel",
        "path M0 0 L9 0 stroke #000000 width 2 round round dashes 5,0.1 phase 2",
      ])
    #expect(result.rules == ["svga.stroke.miterLimit", "svga.stroke.dashes", "svga.stroke.width"])
  }

  @Test func theShortestDashesAreThoseOfThePlayers() throws {
    let dashed = shape {
      $0.shape.d = "M0 0 L9 0"
      $0.styles.stroke = color(0, 0, 0)
      $0.styles.strokeWidth = 2
      $0.styles.lineJoin = .round
      $0.styles.lineDashIi = 7
    }
    #expect(try shapes(dashed).lines == ["path M0 0 L9 0 stroke #000000 width 2 butt round dashes 1,7 phase 0"])
  }

  @Test func transformsOfShapes() throws {
    var moved = path("M0 0 L9 0 L9 9 Z")
    moved.transform = SVGATransform([2, 0, 0, 2, 5, 6])
    #expect(try shapes(moved).lines == ["path M0 0 L9 0 L9 9 Z fill #ff0000 [2 0 0 2 5 6]"])
  }

  @Test func translucentColoursStay() throws {
    var translucent = path("M0 0 L9 0 L9 9 Z")
    translucent.styles.fill.a = 0.5
    let result = try shapes(translucent)
    #expect(result.lines == ["path M0 0 L9 0 L9 9 Z fill #ff0000@0.5"])
    #expect(result.rules == ["svga.color.translucent"])
  }

  @Test func shapesThatPaintNothingAreLeftOut() throws {
    let unstyled = shape { $0.shape.d = "M0 0 L9 0" }
    var unpainted = path("M0 0 L9 0")
    unpainted.styles.clearFill()
    let result = try shapes(unstyled, unpainted, path(""))
    #expect(result.lines.isEmpty)
    #expect(result.rules == ["svga.styles.missing"])
  }

  @Test func numbersThatAreNotFiniteAreRefused() throws {
    var far = path("M0 0 L9 0")
    far.transform = SVGATransform([.infinity, 0, 0, 1, 0, 0])
    let wide = shape {
      $0.type = .rect
      $0.rect.width = .nan
      $0.styles.fill = color(0, 0, 0)
    }
    let result = try shapes(far, wide)
    #expect(result.lines.isEmpty)
    #expect(result.rules == ["svga.shape.notFinite"])
  }

  @Test func pointsFarAwayAreMovedCloser() throws {
    let near = try shapes(path("M0 0 C1000000000 0 1000000000 9 0 9 Z"))
    #expect(near.rules.isEmpty)
    let far = try shapes(path("M0 0 C100000000000000000000 0 100000000000000000000 9 0 9 Z"))
    #expect(far.lines == near.lines)
    #expect(far.rules == ["svga.path.far"])
  }

  @Test func commandsThatPlayersDisputeAreNoted() throws {
    let result = try shapes(path("M1 1 H5 V5 Z"))
    #expect(result.lines == ["path M1 1 L5 1 L5 5 Z fill #ff0000"])
    #expect(result.rules == ["svga.path.commands"])
  }
}
