import Foundation
import KilnSVGAFormat

// Fixtures of the rules of SVGA.

/// A movie of 100 × 100 px with sprites.
func movie(
  _ sprites: SVGASpriteEntity..., frames: Int = 4, width: Float = 100, images: [String: [UInt8]] = [:],
  change: (inout SVGAMovieEntity) -> Void = { _ in }
) -> [UInt8] {
  var movie = SVGAMovieEntity()
  movie.version = "2.0.0"
  movie.params.viewBoxWidth = width
  movie.params.viewBoxHeight = 100
  movie.params.fps = 20
  movie.params.frames = Int32(frames)
  movie.sprites = sprites
  for (key, bytes) in images { movie.setImageBytes(bytes, forKey: key) }
  change(&movie)
  return (try? SVGAContainer.write(movie)) ?? []
}

/// A movie with equal vector sprites.
func movieBytes(sprites: Int) -> [UInt8] {
  movie { movie in
    movie.sprites = (0..<sprites).map { number in sprite("s\(number).vector", x: Float(number * 7 % 50)) }
  }
}

/// A sprite with a red square that moves, in each frame; `change` may alter them.
func sprite(
  _ key: String, matte: String = "", x: Float = 10, frames: Int = 4, shapes count: Int = 1,
  change: (inout SVGAFrameEntity, Int) -> Void = { _, _ in }
) -> SVGASpriteEntity {
  var sprite = SVGASpriteEntity()
  sprite.imageKey = key
  sprite.matteKey = matte
  sprite.frames = (0..<frames).map { number in
    var frame = SVGAFrameEntity()
    frame.alpha = 1
    frame.layout.width = 20
    frame.layout.height = 20
    frame.transform.a = 1
    frame.transform.d = 1
    frame.transform.tx = x + Float(number)
    frame.transform.ty = 20
    if key.hasSuffix(".vector") || key.hasSuffix(".matte") {
      frame.shapes = (0..<count).map { _ in redSquare() }
    }
    change(&frame, number)
    return frame
  }
  return sprite
}

private func redSquare() -> SVGAShapeEntity {
  var shape = SVGAShapeEntity()
  shape.shape.d = "M0 0 L20 0 L20 20 L0 20 Z"
  shape.styles.fill.r = 1
  shape.styles.fill.a = 1
  return shape
}

extension RuleFixture {
  private static let plain = movie(sprite("a.vector"))
  private static let picture = png(20, 20)

  private static func fixture(
    _ id: String, bad: [UInt8], good: [UInt8] = plain, targets: [String] = [], values: [String: Double] = [:]
  ) -> RuleFixture {
    RuleFixture("svga." + id, badBytes: bad, goodBytes: good, targets: targets, values: values)
  }

  private static func archived() -> [UInt8] {
    var movie = SVGAMovieEntity()
    movie.version = "1.1.0"
    movie.params.viewBoxWidth = 100
    movie.params.viewBoxHeight = 100
    movie.params.fps = 20
    movie.params.frames = 4
    movie.sprites = [sprite("a.vector")]
    return (try? SVGAContainer.write(movie, as: .archive)) ?? []
  }

  private static func sound(from start: Int32, to end: Int32) -> [UInt8] {
    movie(sprite("a.vector"), images: ["audio_1": Array("ID3".utf8) + Array(repeating: 0, count: 64)]) { movie in
      var audio = SVGAAudioEntity()
      audio.audioKey = "audio_1"
      audio.startFrame = start
      audio.endFrame = end
      audio.totalTime = 100
      movie.audios = [audio]
    }
  }

  private static func keeping(_ keeps: Bool) -> [UInt8] {
    movie(
      sprite("a.vector") { frame, number in
        guard keeps, number > 0 else { return }
        var keep = SVGAShapeEntity()
        keep.type = .keep
        frame.shapes = [keep]
      })
  }

  static let svga: [RuleFixture] = [
    fixture("container.version", bad: archived()),
    fixture("audio.players", bad: sound(from: 0, to: 4), targets: ["svga-lite"]),
    fixture("canvas.fractional", bad: movie(sprite("a.vector"), width: 100.5)),
    fixture(
      "image.unused", bad: movie(sprite("a.vector"), images: ["b": picture]),
      good: movie(sprite("b"), images: ["b": picture])),
    fixture(
      "image.case", bad: movie(sprite("b"), sprite("B"), images: ["b": picture, "B": picture]),
      good: movie(sprite("b"), sprite("c"), images: ["b": picture, "c": picture])),
    fixture(
      "image.damaged", bad: movie(sprite("b"), images: ["b": Array("nothing".utf8)]),
      good: movie(sprite("b"), images: ["b": picture])),
    fixture(
      "key.characters", bad: movie(sprite("头像"), images: ["头像": picture]),
      good: movie(sprite("avatar_1"), images: ["avatar_1": picture])),
    fixture(
      "key.generic",
      bad: movie(
        sprite("img_1"), sprite("img_2"), sprite("3"), images: ["img_1": picture, "img_2": picture, "3": picture]),
      good: movie(
        sprite("img_1"), sprite("avatar"), sprite("3"), images: ["img_1": picture, "avatar": picture, "3": picture])),
    fixture(
      "matte.order", bad: movie(sprite("a.vector"), sprite("m.matte"), sprite("b.vector", matte: "m.matte")),
      good: movie(sprite("m.matte"), sprite("b.vector", matte: "m.matte"), sprite("a.vector"))),
    fixture(
      "matte.scattered",
      bad: movie(
        sprite("m.matte"), sprite("b.vector", matte: "m.matte"), sprite("a.vector"),
        sprite("c.vector", matte: "m.matte")),
      good: movie(sprite("m.matte"), sprite("b.vector", matte: "m.matte"), sprite("c.vector", matte: "m.matte"))),
    fixture("sprite.hidden", bad: movie(sprite("a.vector"), sprite("b.vector") { frame, _ in frame = .init() })),
    fixture("sprite.count", bad: movieBytes(sprites: 12), good: movieBytes(sprites: 8), values: ["sprites": 10]),
    fixture("sprite.states", bad: movieBytes(sprites: 12), good: movieBytes(sprites: 8), values: ["states": 40]),
    fixture("alpha.range", bad: movie(sprite("a.vector") { frame, _ in frame.alpha = 1.5 })),
    fixture(
      "transform.notFinite",
      bad: movie(sprite("a.vector") { frame, number in frame.transform.tx = number == 1 ? .nan : 0 })),
    fixture(
      "transform.singular",
      bad: movie(sprite("a.vector") { frame, number in if number == 1 { frame.transform.a = 0 } }),
      good: movie(
        sprite("a.vector") { frame, number in
          if number == 1 {
            (frame.transform.a, frame.transform.b, frame.transform.c, frame.transform.d) = (0, 1, -1, 0)
          }
        })),
    fixture(
      "shape.count", bad: movie(sprite("a.vector", shapes: 6)), good: movie(sprite("a.vector", shapes: 5)),
      values: ["shapes": 5]),
    fixture(
      "player.differs", bad: movie(sprite("a.vector") { frame, _ in frame.shapes[0].styles.fill.a = 0.5 }),
      targets: ["svga-lite"]),
    fixture("keep.seek", bad: keeping(true), good: keeping(false)),
    fixture("audio.range", bad: sound(from: 0, to: 9), good: sound(from: 0, to: 4)),
  ]
}
