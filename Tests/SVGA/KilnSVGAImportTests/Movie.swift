import KilnDiagnostics
import KilnSVGAFormat
import KilnSVGAImport
import KilnTimeline

// Small movies, written down as the tests need them.

/// A movie of 100 × 50 px at 20 frames a second.
func movie(frames: Int = 1, images: [String: [UInt8]] = [:], _ sprites: SVGASpriteEntity...) -> SVGAMovieEntity {
  var movie = SVGAMovieEntity()
  movie.version = "2.0.0"
  movie.params.viewBoxWidth = 100
  movie.params.viewBoxHeight = 50
  movie.params.fps = 20
  movie.params.frames = Int32(frames)
  for (key, bytes) in images { movie.setImageBytes(bytes, forKey: key) }
  movie.sprites = sprites
  return movie
}

func sprite(_ key: String, _ frames: SVGAFrameEntity...) -> SVGASpriteEntity {
  var sprite = SVGASpriteEntity()
  sprite.imageKey = key
  sprite.frames = frames
  return sprite
}

/// A frame; without layout when the size is nil, without transform when that is nil.
func frame(
  alpha: Float = 1, size: (Float, Float)? = nil, transform: [Float]? = nil, clip: String = "",
  _ shapes: SVGAShapeEntity...
) -> SVGAFrameEntity {
  var frame = SVGAFrameEntity()
  frame.alpha = alpha
  if let size {
    frame.layout.width = size.0
    frame.layout.height = size.1
  }
  if let transform { frame.transform = SVGATransform(transform) }
  frame.clipPath = clip
  frame.shapes = shapes
  return frame
}

let hidden = SVGAFrameEntity()

/// A shape filled with red.
func path(_ data: String) -> SVGAShapeEntity {
  var shape = SVGAShapeEntity()
  shape.shape.d = data
  shape.styles.fill = color(1, 0, 0)
  return shape
}

func shape(_ change: (inout SVGAShapeEntity) -> Void) -> SVGAShapeEntity {
  var shape = SVGAShapeEntity()
  change(&shape)
  return shape
}

let keep = shape { $0.type = .keep }

func color(_ red: Float, _ green: Float, _ blue: Float, _ alpha: Float = 1) -> SVGAShapeEntity.ShapeStyle.RGBAColor {
  var color = SVGAShapeEntity.ShapeStyle.RGBAColor()
  color.r = red
  color.g = green
  color.b = blue
  color.a = alpha
  return color
}

extension SVGATransform {
  /// Coefficients in the order a, b, c, d, tx, ty.
  init(_ values: [Float]) {
    self.init()
    (a, b, c, d, tx, ty) = (values[0], values[1], values[2], values[3], values[4], values[5])
  }
}

/// A PNG file as far as importers look: signature and header.
func png(_ width: UInt8, _ height: UInt8) -> [UInt8] {
  [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
    + [0, 0, 0, width, 0, 0, 0, height, 8, 6, 0, 0, 0]
}

/// A movie that uses every kind of message.
let movieOfEverything: SVGAMovieEntity = {
  let stroked = shape {
    $0.type = .rect
    $0.rect.width = 30
    $0.rect.height = 40
    $0.styles.stroke = color(0, 0, 1, 0.5)
    $0.styles.strokeWidth = 2
    $0.styles.lineDashI = 3
    $0.transform = SVGATransform([2, 0, 0, 2, 5, 6])
  }
  let ellipse = shape {
    $0.type = .ellipse
    $0.ellipse.radiusX = 3
    $0.styles.fill = color(0, 1, 0)
  }
  let shown = frame(alpha: 0.5, size: (5, 5), transform: [1, 0, 0, 1, 5, 6], clip: "M0 0 L4 4 L0 4 Z")
  var masked = sprite("s.vector", frame(path("M0 0 C1 2 3 4 5 6 Z"), stroked, ellipse), frame(keep))
  masked.matteKey = "m.matte"
  var movie = movie(
    frames: 2, images: ["hat": png(10, 20), "bang": Array("ID3".utf8)], sprite("hat", shown, hidden), masked,
    sprite("m.matte", shown, shown))
  var audio = SVGAAudioEntity()
  audio.audioKey = "bang"
  audio.endFrame = 2
  movie.audios = [audio]
  return movie
}()

/// What came of an import.
struct Imported {
  /// The timeline's dump without its first line, which says the canvas.
  var dump: String
  /// Rules of the findings.
  var rules: [String]

  init(_ movie: SVGAMovieEntity) throws { try self.init(bytes: SVGAContainer.write(movie)) }

  init(bytes: [UInt8]) throws {
    var log = DiagnosticLog()
    let source = try SVGASource(bytes: bytes, log: &log)
    let timeline = try source.timeline(source.info.nativeSampling, log: &log)
    dump = timeline.dump.split(separator: "\n").dropFirst().joined(separator: "\n")
    rules = log.diagnostics.map(\.rule.id)
  }
}
