/// A small animation for when no file is given: squares that move, turn and change their outline.
enum Sample {
  static let frameCount = 120
  private static let layerCount = 40

  /// The animation as a Lottie file.
  static var bytes: [UInt8] {
    let layers = (0..<layerCount).map(layer).joined(separator: ",")
    return Array(#"{"v":"5.7.0","fr":60,"ip":0,"op":\#(frameCount),"w":400,"h":400,"layers":[\#(layers)]}"#.utf8)
  }

  private static func layer(_ index: Int) -> String {
    """
    {"ty":4,"ind":\(index),"ip":0,"op":\(frameCount),"ks":{
      "p":{"a":1,"k":[{"t":0,"s":[0,\(index * 10)],"to":[60,40],"ti":[-60,40],\(easing)},
                      {"t":\(frameCount),"s":[400,\(index * 10)]}]},
      "r":{"a":1,"k":[{"t":0,"s":[0],\(easing)},{"t":\(frameCount),"s":[360]}]}},
     "shapes":[
      {"ty":"sh","ks":{"a":1,"k":[{"t":0,"s":[\(square(20))],\(easing)},{"t":\(frameCount),"s":[\(square(40))]}]}},
      {"ty":"st","c":{"a":0,"k":[0,0,0,1]},"o":{"a":0,"k":100},"w":{"a":0,"k":2},"lc":1,"lj":1},
      {"ty":"fl","c":{"a":0,"k":[1,0.5,0,1]},"o":{"a":0,"k":100}}]}
    """
  }

  private static let easing = #""o":{"x":[0.4],"y":[0]},"i":{"x":[0.6],"y":[1]}"#

  private static func square(_ side: Int) -> String {
    let tangents = "[[4,4],[-4,4],[-4,-4],[4,-4]]"
    return #"{"c":true,"v":[[0,0],[\#(side),0],[\#(side),\#(side)],[0,\#(side)]],"i":\#(tangents),"o":\#(tangents)}"#
  }
}
