internal import KilnSVGAFormat

// The players, each as its source draws. The places are files of the player's own repository, at the commit that stands beside
// its name in the table of players (KilnPlayers, support.md).
extension PlayerDrawing {
  /// Drawing by a player.
  ///
  /// - Parameter isText: Whether the movie is JSON, in which a coefficient of 0 is not one that is missing.
  init(_ player: SVGAPlayer, isText: Bool) {
    switch player {
    case .iOS: self = .iOS
    case .android: self = .android(isText: isText)
    case .web: self = .web(isText: isText)
    case .webLite: self = .webLite
    case .flutter: self = .flutter
    case .svgaWeb: self = .svgaWeb
    case .harmony: self = .harmony
    }
  }

  /// SVGAPlayer-iOS.
  private static var iOS: PlayerDrawing {
    var drawing = PlayerDrawing()
    // SVGABezierPath.m 20–101.
    drawing.paths = .iOS
    // SVGABitmapLayer.m 27: contentsGravity resizeAspect.
    drawing.bitmapSize = .fitted
    // SVGAContentLayer.m 44–52.
    drawing.movesToLayout = true
    // SVGABezierPath.m 52: CAShapeLayer's fill, which styles replace.
    drawing.fillsWithoutStyles = true
    // SVGAVectorLayer.m 37–49, 83–87.
    drawing.keeping = .shownFrame
    // SVGAPlayer.m 208–218.
    drawing.mattes = .iOS
    // SVGAPlayer.m 197–203: stringByDeletingPathExtension.
    drawing.keys = .stem
    // SVGAContentLayer.m 35.
    drawing.missingFrame = .kept
    // SVGAVectorLayer.m 225: bezierPathWithRoundedRect.
    drawing.hasContinuousCorners = true
    return drawing
  }

  /// SVGAPlayer-Android.
  private static func android(isText: Bool) -> PlayerDrawing {
    var drawing = PlayerDrawing()
    // SVGAPathEntity.kt 11–88.
    drawing.paths = .android
    // SVGAVideoSpriteFrameEntity.kt 69, 72; SVGAVideoShapeEntity.kt 299, 302: what Wire finds missing is 1.
    drawing.zeroScale = isText ? 0 : 1
    drawing.zeroShapeScale = isText ? 0 : 1
    // SVGACanvasDrawer.kt 213, 359, 380.
    drawing.truncatesAlpha = true
    drawing.alphaScope = .replacedPaint
    // SVGAVideoShapeEntity.kt 202–245.
    drawing.components = .guessed
    // SVGACanvasDrawer.kt 374–456.
    drawing.strokesAfterTransforms = true
    // SVGACanvasDrawer.kt 39–155.
    drawing.mattes = .android
    // SVGACanvasDrawer.kt 200.
    drawing.keys = .plain
    // SGVADrawer.kt 30.
    drawing.drawsWithoutKey = false
    return drawing
  }

  /// Players on a canvas of the Web: Canvas/renderer.js and frameEntity.js of SVGAPlayer-Web, from which the others come.
  private static var canvas: PlayerDrawing {
    var drawing = PlayerDrawing()
    // renderer.js 296–437.
    drawing.paths = .canvas(readsZeroControls: false)
    // renderer.js 162.
    drawing.faintestAlpha = SVGAPlayers.faintestAlpha
    drawing.alphaScope = .paint
    // renderer.js 270–294: parseInt of the components; what a canvas does not accept leaves its 1 and 10.
    drawing.components = .truncated
    drawing.assumedStrokeWidth = 1
    drawing.assumedMiterLimit = 10
    // renderer.js 204–216: only beside a bitmap.
    drawing.clipsVectors = false
    // renderer.js 485–490: arcTo does not take a negative radius.
    drawing.failsAtNegativeRects = true
    drawing.truncatesCanvas = true
    drawing.missingFrame = .stops
    return drawing
  }

  /// SVGAPlayer-Web.
  private static func web(isText: Bool) -> PlayerDrawing {
    var drawing = canvas
    // frameEntity.js 46, 49.
    drawing.zeroScale = 1
    // renderer.js 216.
    drawing.bitmapSize = .pixels
    // frameEntity.js 90–103.
    drawing.dashes = .threeLengths
    // frameEntity.js 131–137.
    drawing.keeping = .movie
    // renderer.js 121–157. A key that protobuf lacks is empty, one that JSON lacks is none.
    drawing.mattes = .erasing(opensRuns: !isText)
    // renderer.js 55, 169.
    drawing.keys = .bothPlain
    // renderer.js 31–42.
    drawing.encodings = .pngOrFailure
    drawing.needsAllBitmaps = true
    return drawing
  }

  /// SVGAPlayer-Web-Lite.
  private static var webLite: PlayerDrawing {
    var drawing = canvas
    // player/render.ts 259–290.
    drawing.paths = .canvas(readsZeroControls: true)
    // parser/video-entity.ts 117, 122: parseInt of the alpha.
    drawing.hidesTranslucentPaints = true
    // parser/video-entity.ts 71–87.
    drawing.dashes = .lengths
    drawing.mattes = .painted
    drawing.keys = .whole
    drawing.missingFrame = .blank
    // parser/index.ts 47, 52, 55.
    drawing.encodings = .unlessNamedSound
    drawing.readsArchives = false
    drawing.needsAllBitmaps = true
    return drawing
  }

  /// svga-web.
  private static var svgaWeb: PlayerDrawing {
    var drawing = canvas
    // parser/frame-entity.ts 48, 51; player/path/index.ts 42, 45.
    drawing.zeroScale = 1
    drawing.zeroShapeScale = 1
    // player/offscreen.canvas.render.ts 49–51.
    drawing.bitmapSize = .pixels
    // player/path/index.ts 24–30.
    drawing.dashes = .threeLengths
    // parser/frame-entity.ts 29, 63, 121.
    drawing.keeping = .movie
    drawing.mattes = .painted
    drawing.keys = .whole
    // parser/worker.ts 61–69.
    drawing.encodings = .png
    drawing.missingFrame = .blank
    drawing.readsArchives = false
    drawing.needsAllBitmaps = true
    return drawing
  }

  /// SVGAPlayer-Flutter.
  private static var flutter: PlayerDrawing {
    var drawing = PlayerDrawing()
    // lib/painter.dart 270–432.
    drawing.paths = .flutter
    // lib/painter.dart 61–115.
    drawing.truncatesAlpha = true
    drawing.isOpaqueWithoutAlpha = true
    drawing.alphaScope = .paint
    drawing.components = .truncated
    // lib/parser.dart 55–70.
    drawing.keeping = .filledFrame
    drawing.mattes = .painted
    drawing.keys = .whole
    drawing.missingFrame = .stops
    drawing.drawsWithoutKey = false
    drawing.readsArchives = false
    return drawing
  }

  /// @tb-open/svga.
  private static var harmony: PlayerDrawing {
    var drawing = canvas
    // parser/frameEntity.ets 47, 50.
    drawing.zeroScale = 1
    drawing.bitmapSize = .pixels
    // player/renderer.ets 251–310.
    drawing.dashes = .filledLengths
    // parser/frameEntity.ets 128–134.
    drawing.keeping = .movie
    // parser/spriteEntity.ets 25: an empty key is none.
    drawing.mattes = .erasing(opensRuns: false)
    drawing.keys = .bothPlain
    // player/renderer.ets 44–66.
    drawing.encodings = .pngOrBlank
    drawing.needsAllBitmaps = true
    // player/renderer.ets 164–185.
    drawing.drawsWithoutKey = false
    return drawing
  }
}
