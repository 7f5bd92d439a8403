// Fixtures of the rules of what is seen.

extension RuleFixture {
  private static func shown(_ start: Int, _ end: Int) -> String {
    lottie(square(times: #""ip":\#(start),"op":\#(end),"st":0"#))
  }

  /// A square that stays at a place.
  private static func placed(_ x: Int, _ y: Int, size: Int = 80) -> String {
    lottie(
      shapes(
        #"{"ty":"rc","d":1,"p":{"a":0,"k":[0,0]},"s":{"a":0,"k":[\#(size),\#(size)]},"r":{"a":0,"k":0}}"#, fill,
        transform: still(["p": fixed("[\(x),\(y),0]"), "r": animated((0, "[0]"), (59, "[90]"))])))
  }

  /// A white rectangle on green that goes on and off every some frames, at 30 a second.
  private static func flashing(every frames: Int, size: Int) -> String {
    let keys = (0..<(60 / frames)).map { #"{"t":\#($0 * frames),"s":[\#($0 % 2 == 0 ? 100 : 0)],"h":1}"# }
    let white = shapes(
      #"{"ty":"rc","d":1,"p":{"a":0,"k":[0,0]},"s":{"a":0,"k":[\#(size),\#(size)]},"r":{"a":0,"k":0}}"#,
      fill("[1,1,1]"),
      transform: still(["o": #"{"a":1,"k":[\#(keys.joined(separator: ","))]}"#, "p": fixed("[200,200,0]")]))
    let black = solid(2, 400, transform: still(["p": fixed("[0,0,0]")]))
    return lottie(white, black, width: "400", height: "400")
  }

  private static func moving(_ keyframes: (Double, String)...) -> String {
    lottie(square(transform: still(["p": animated(keyframes)])))
  }

  static let rendering: [RuleFixture] = [
    RuleFixture("render.blank", bad: placed(500, 500), good: placed(180, 180)),
    RuleFixture("render.blank.first", bad: shown(1, 60), good: shown(0, 60)),
    RuleFixture("render.blank.last", bad: shown(0, 59), good: shown(0, 60)),
    RuleFixture("render.blank.middle", bad: shown(30, 60), good: shown(10, 60)),
    RuleFixture(
      "render.layer.neverVisible",
      bad: lottie(square(1, "A"), square(2, "B", transform: still(["p": fixed("[900,100,0]")]))),
      good: lottie(square(1, "A"), square(2, "B", transform: still(["p": fixed("[220,100,0]")])))),
    RuleFixture("render.cut", bad: placed(190, 100), good: placed(120, 100)),
    RuleFixture("render.margins", bad: placed(100, 100, size: 30), good: placed(100, 100, size: 90)),
    RuleFixture(
      "render.still", bad: lottie(square(transform: still(["o": animated((0, "[100]"), (59, "[100]"))]))),
      good: lottie()),
    RuleFixture(
      "render.loopSeam", bad: moving((0, "[50,100,0]"), (59, "[150,100,0]")),
      good: moving((0, "[50,100,0]"), (30, "[150,100,0]"), (60, "[50,100,0]"))),
    RuleFixture("render.flash", bad: flashing(every: 3, size: 200), good: flashing(every: 6, size: 200)),
  ]

  /// Black stripes on white that move by their own width every three frames: as many pixels become bright as dark.
  static func stripes(_ side: Int) -> String {
    let bars = (0..<40).map { bar in
      #"{"ty":"rc","d":1,"p":{"a":0,"k":[\#(bar * 40 - 600),0]},"s":{"a":0,"k":[20,\#(side)]},"r":{"a":0,"k":0}}"#
    }
    let motion = animated((0, "[200,200,0]"), (60, "[600,200,0]"))
    let layer = shapes((bars + [fill("[0,0,0]")]).joined(separator: ","), transform: still(["p": motion]))
    return lottie(layer, solid(2, 400, transform: still(["p": fixed("[0,0,0]")])), width: "400", height: "400")
  }
}
