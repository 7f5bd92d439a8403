import KilnDiagnostics
import KilnGeometry
import KilnSVGAExport
import KilnSVGAFormat
import KilnSVGAImport
import KilnTimeline

// Small lowered timelines, written down as the tests need them.

/// A timeline of 100 × 50 px; `build` adds the sprites.
func timeline(
  frameRate: Double = 20, frames: Int = 1, _ build: (inout TimelineBuilder) throws -> Void
) throws -> Timeline {
  var builder = try TimelineBuilder(
    canvas: Size(100, 50), frameRate: frameRate, frameCount: frames, limits: Limits())
  try build(&builder)
  var log = DiagnosticLog()
  return builder.build(log: &log)
}

extension TimelineBuilder {
  /// Adds a sprite with one image, of 10 × 20 px unless said otherwise.
  mutating func addImage(
    _ name: String, key: String? = nil, image: ImageID? = nil, bytes: [UInt8] = png(10, 20), _ frames: FrameState...
  ) throws {
    let asset = ImageAsset(name: name, bytes: bytes)
    guard let id = try image ?? asset.map({ try add($0) }) else { return }
    sprites.append(Sprite(layers: [name], replacementKey: key, content: .image(id), frames: frames))
  }

  /// Adds a vector sprite with one state for each list of shapes; nil is a hidden frame.
  mutating func addVector(
    _ name: String, opacity: Double = 1, transform: Affine = .identity, _ lists: [Shape]?...
  ) throws {
    var frames: [FrameState] = []
    for list in lists {
      guard let list else {
        frames.append(.hidden)
        continue
      }
      frames.append(FrameState(opacity: opacity, transform: transform, shapes: try intern(list)))
    }
    sprites.append(Sprite(layers: [name], content: .vector, frames: frames))
  }
}

extension TimelineBuilder {
  /// Adds image sprites as a group that a vector matte cuts.
  mutating func addMatted(children: [String], by matte: String, _ state: FrameState) throws {
    let first = sprites.count
    for name in children { try addImage(name, state) }
    try addVector(matte, [square(7)])
    let parts = Array(sprites[first...])
    sprites.removeSubrange(first...)
    sprites.append(
      Sprite(
        layers: [matte], content: .group(parts.dropLast()), matte: Matte(parts.suffix(1), mode: .alpha),
        frames: [FrameState(opacity: 1, transform: .identity)]))
  }
}

/// A square of a size, filled with red.
func square(_ side: Double, alpha: Double = 1, transform: Affine = .identity) -> Shape {
  Shape(
    outline: .path(.rect(Rect(x: 0, y: 0, width: side, height: side))),
    fill: Fill(.solid(StraightColor(red: 1, green: 0, blue: 0, alpha: alpha))), transform: transform)
}

/// A line, drawn 2 wide in black.
func line(dashes: [Double] = [], miterLimit: Double = 4, transform: Affine = .identity) -> Shape {
  var path = Path()
  path.move(to: .zero)
  path.line(to: Point(30, 40))
  let style = StrokeStyle(width: 2, miterLimit: miterLimit, dashes: dashes)
  return Shape(outline: .path(path), stroke: Stroke(.solid(.black), style: style), transform: transform)
}

/// A PNG file as far as importers look: signature and header.
func png(_ width: UInt8, _ height: UInt8) -> [UInt8] {
  [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
    + [0, 0, 0, width, 0, 0, 0, height, 8, 6, 0, 0, 0]
}

/// A WebP file as far as importers look.
let webp: [UInt8] = Array("RIFF....WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 19, 0, 0, 0, 0, 0]

func movie(_ timeline: Timeline, _ options: SVGAExporter.Options = .init()) throws -> SVGAMovieEntity {
  var log = DiagnosticLog()
  return try SVGAEncoder(options).movie(for: timeline, log: &log)
}

/// The timeline, written and read again.
func reimported(_ timeline: Timeline, _ options: SVGAExporter.Options = .init()) throws -> Timeline {
  var log = DiagnosticLog()
  let bytes = try SVGAEncoder(options).encode(timeline, log: &log)
  let source = try SVGASource(bytes: bytes, log: &log)
  return try source.timeline(source.info.nativeSampling, log: &log)
}
