import KilnImages
import KilnPixels

// Fixtures of the rules of pictures and atlases.

extension RuleFixture {
  /// An animated WebP of opaque squares on transparent ground.
  private static func webp(
    _ milliseconds: [Int], side: Int = 16, loops: Int = 0, blends: Bool = false, disposes: Bool = false
  ) -> [UInt8] {
    guard var writer = try? AnimatedWebPWriter(width: side, height: side, loopCount: loops) else { return [] }
    for (index, time) in milliseconds.enumerated() {
      var pixmap = Pixmap(width: side, height: side)
      for y in 0..<side { pixmap[index % side, y] = 0xFF00_00FF }
      guard let frame = try? WebPFrameEncoder.encode(pixmap, options: .lossless()),
        (try? writer.append(
          frame: frame, x: 0, y: 0, durationMilliseconds: time, blend: blends, disposeToBackground: disposes)) != nil
      else { return [] }
    }
    return (try? writer.finish()) ?? []
  }

  private static let plain = webp([40, 40, 40])

  /// A descriptor of an atlas with two frames on a page of a size.
  private static func atlas(_ width: Int = 64, _ height: Int = 32, x: Int = 32, duration: String = #","duration":40"#)
    -> [UInt8]
  {
    Array(
      """
      {"frames":{"a":{"frame":{"x":0,"y":0,"w":32,"h":32}\(duration)},"b":{"frame":{"x":\(x),"y":0,"w":32,"h":32}\(duration)}},\
      "meta":{"image":"page.png","size":{"w":\(width),"h":\(height)}}}
      """.utf8)
  }

  private static func page(_ width: Int = 64, _ height: Int = 32) -> [String: [UInt8]] {
    ["page.png": png(width, height)]
  }

  private static func atlas(_ id: String, bad: [UInt8], good: [UInt8] = atlas(), badPage: [String: [UInt8]]? = nil)
    -> RuleFixture
  {
    RuleFixture("atlas." + id, badBytes: bad, goodBytes: good, badFiles: badPage ?? page(), goodFiles: page())
  }

  private static func picture(_ id: String, bad: [UInt8], good: [UInt8] = plain, values: [String: Double] = [:])
    -> RuleFixture
  {
    RuleFixture("picture." + id, badBytes: bad, goodBytes: good, values: values)
  }

  static let outputs: [RuleFixture] = [
    picture("frame.short", bad: webp([40, 10, 40]), good: webp([40, 11, 40])),
    picture("frame.fast", bad: webp([12, 12, 12]), good: webp([20, 20, 20])),
    picture("blend", bad: webp([40, 40], blends: true), good: webp([40, 40], blends: true, disposes: true)),
    picture("loop", bad: webp([40, 40], loops: 2)),
    picture("decodeCost", bad: webp([20, 20]), good: webp([40, 40]), values: ["pixels": 10_000]),
    picture("memory", bad: webp([40, 40, 40]), good: webp([40, 40]), values: ["bytes": 2500]),
    picture("sticker", bad: webp([40, 40], side: 20), good: webp([40, 40]), values: ["side": 16]),
    // The same animation at half its rate, and one whose square is elsewhere.
    RuleFixture(
      "output.unlikeSource", bad: lottie(square(transform: still())), good: lottie(rate: "30")
    ).made(of: lottie()),
    atlas("page.missing", bad: atlas(), badPage: [:]),
    atlas("page.size", bad: atlas(), badPage: page(32, 32)),
    atlas("page.large", bad: atlas(2100, 32)),
    atlas("frame.outside", bad: atlas(x: 40)),
    atlas("frame.duration", bad: atlas(duration: "")),
    atlas("waste", bad: atlas(400, 400)),
  ]
}
