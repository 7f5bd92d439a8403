import Foundation
import KilnDiagnostics
import KilnTestSupport
import Testing

/// Each limit of the table, with the smallest input that goes beyond it.
@Suite struct LimitHitTests {
  /// An input, and a value of the limit that it exceeds.
  private struct Hit {
    var file: [UInt8]
    var name = "in.json"
    var value = 0
    /// Part of the message.
    var words: String
    /// Whether the rest of the animation is converted.
    var isFinding = false
    var arguments: [String] = []

    /// The same, converted to animated WebP.
    var asWebP: Hit {
      var hit = self
      hit.arguments = ["--to", "webp"]
      return hit
    }

    init(_ text: String, value: Int = 0, _ words: String, isFinding: Bool = false) {
      (file, self.value, self.words, self.isFinding) = (Array(text.utf8), value, words, isFinding)
    }

    init(_ name: String, _ file: [UInt8], value: Int = 0, _ words: String) {
      (self.name, self.file, self.value, self.words) = (name, file, value, words)
    }
  }

  @Test(arguments: Limit.allCases) func theSmallestInputIsRefused(_ limit: Limit) throws {
    try Fixture.withTemporaryFolder { (folder: String) throws in
      let hit = try Self.hit(limit, folder)
      try Samples.write(hit.file, folder + "/" + hit.name)
      let arguments = ["convert", hit.name, "out.svga", "--limit", "\(limit.name)=\(hit.value)"] + hit.arguments
      let result = try Command.run(arguments, folder: folder)
      #expect(result.exitCode == (hit.isFinding ? 0 : 65), "\(result.errors)")
      #expect(result.errors.contains(hit.words), "\(result.errors)")
      #expect(result.errors.contains(limit.option), "\(result.errors)")
      #expect(Samples.names(in: folder).contains("out.svga") == hit.isFinding)
    }
  }

  private static func hit(_ limit: Limit, _ folder: String) throws -> Hit {
    switch limit {
    case .time: return Hit(long, "it took longer than 0 s and was ended while it was ").asWebP
    case .memory:
      return Hit(long, value: 1_000_000, "it took more than 1 MB of memory and was ended while it was ").asWebP
    case .outputBytes: return Hit(Samples.box, value: 9, "the number of bytes of the result is ")
    case .inputBytes: return Hit(Samples.box, value: 9, "above the limit of 9")
    case .inflatedBytes: return Hit("in.svga", try movie(folder), value: 9, "more than the limit of 9 bytes")
    case .assetBytes:
      try Samples.write(Samples.png(), folder + "/p.png")
      return Hit(Samples.photo(folder: "", file: "p.png"), value: 9, "in bytes is ")
    case .fonts:
      return Hit(text(chars: "", animators: ""), "no more than the limit of 0 fonts are looked for", isFinding: true)
    case .atlasPages: return Hit(atlas, "the number of further pages is 1, above the limit of 0")
    case .nesting: return Hit(Samples.box, value: 1, "the document is nested deeper than 1 levels")
    case .values: return Hit(Samples.box, value: 1, "the number of values in the file is ")
    case .side: return Hit(Samples.box, value: 10, "longer side is 20 pixels, above the limit of 10")
    case .pixels: return Hit("in.png", try Samples.png(), value: 15, "number of pixels is 16, above the limit of 15")
    case .decodedImageBytes:
      try Samples.write(Samples.png(), folder + "/p.png")
      return Hit(
        Samples.photo(folder: "", file: "p.png"), value: 63, "the size of all decoded images in bytes is 64, above ")
    case .workingBytes:
      return Hit(Samples.box, value: 9, "of memory, above the limit of 9 bytes").asWebP
    case .framePixels: return Hit("in.gif", gif, "The number of frames of 4000 × 4000 pixels in ")
    case .vectorImageBytes: return Hit(svg, "the number of bytes of an SVG image is 106, above the limit of 0")
    case .vectorImageTime: return Hit(svg, "The SVG images of the file take too long to draw")
    case .soundTime:
      return Hit(
        sound.replacing(#""op":2,"st":0"#, with: #""op":2,"st":0,"sr":0.5"#),
        "the number of seconds of the sound is 1, above the limit of 0", isFinding: true)
    case .programBytes: return Hit(sound, "the number of bytes of a sound that ffmpeg decodes is ", isFinding: true)
    case .layers: return Hit(Samples.box, "the number of layers in the file is 1, above the limit of 0")
    case .compositionNesting:
      return Hit(precomposition, "precompositions are nested deeper than 0 levels")
    case .shapeItems: return Hit(shapes(square), value: 2, "the number of shape items in the file is 3, above")
    case .keyframes: return Hit(Samples.orientedBox, value: 1, "the number of keyframes in the file is 2, above")
    case .documentParts: return Hit(masked, "the number of effects, masks and other parts in the file is 1, above")
    case .repeatedItems:
      return Hit(shapes(square + ",{\"ty\":\"rp\",\"c\":{\"k\":3},\"tr\":{}}"), "that all repeaters make is 1, above")
    case .shapeLinks: return Hit(shapes(square), "the number of paths that shape items work on is 1, above")
    case .letters:
      return Hit(text(chars: letter, animators: ""), "the number of letters of all text layers is 1, above")
    case .letterSteps:
      return Hit(text(chars: letter, animators: animator), "the number of steps that the letters of all texts take is ")
    case .movieParts:
      return Hit("in.svga", try movie(folder), "the number of sprites, frames and shapes in the file is ")
    case .frames: return Hit(Samples.box, value: 3, "the animation has 4 frames, above the limit of 3")
    case .frameStates: return Hit(Samples.box, "times frames is 4, above the limit of 0")
    case .shapes: return Hit(shapes(square), "the number of shapes of all frames is 1, above the limit of 0")
    case .outlinePoints:
      return Hit(shapes(#"{"ty":"sh","ks":{"k":\#(triangle)}},\#(square)"#), "points of all outlines is ")
    case .writtenParts:
      var hit = Hit(Samples.box, "the number of shapes of “Box” in all frames is 4, above the limit of 0")
      hit.arguments = ["--to", "lottie", "--reverse"]
      return hit
    case .expressionTime:
      return Hit(scripted("'a'.match(/a/) ? [1, 1] : value"), "take more than 0 s of processor time")
    case .expressionCallTime:
      return Hit(scripted("(function () { while (true) {} })()"), "it ran longer than 0 s", isFinding: true)
    case .expressionMemory:
      return Hit(
        scripted("(function () { var a = []; while (true) { a.push(new Array(1000)); } })()"),
        value: 50_000_000, "it took more than 50 MB of memory", isFinding: true)
    }
  }

  // MARK: - Inputs

  /// Long enough that it is at work when it is looked at.
  static let long = Samples.box.replacing(#""op":4"#, with: #""op":4000"#).replacing(
    #"{"k":[5,3,0]}"#, with: #"{"a":1,"k":[{"t":0,"s":[0,0,0]},{"t":4000,"s":[20,10,0]}]}"#
  )
  .replacing(#""w":20,"h":10"#, with: #""w":2000,"h":1000"#)
  .replacing(#""sw":8,"sh":4"#, with: #""sw":900,"sh":700"#)

  private static func document(_ layers: String, assets: String = "", more: String = "") -> String {
    #"{"v":"5.7.0","fr":20,"ip":0,"op":2,"w":20,"h":10,\#(more)"assets":[\#(assets)],"layers":[\#(layers)]}"#
  }

  /// A layer.
  private static let box =
    ##"{"ty":1,"nm":"B","ind":2,"ip":0,"op":2,"st":0,"sw":8,"sh":4,"sc":"#ff8000","ks":{}}"##

  private static func shapes(_ items: String) -> String {
    document(#"{"ty":4,"nm":"S","ind":1,"ip":0,"op":2,"st":0,"ks":{},"shapes":[{"ty":"gr","it":[\#(items)]}]}"#)
  }

  private static let square =
    #"{"ty":"rc","p":{"k":[5,5]},"s":{"k":[4,4]},"r":{"k":0}},{"ty":"fl","c":{"k":[1,0,0]},"o":{"k":100}}"#

  private static let masked = Samples.box.replacing(
    #""ks""#,
    with: #""hasMask":true,"masksProperties":[{"mode":"a","o":{"k":100},"pt":{"k":{"c":true,"i":[[0,0],[0,0],[0,0]],"#
      + #""o":[[0,0],[0,0],[0,0]],"v":[[0,0],[9,0],[9,9]]}}}],"ks""#)

  private static let precomposition = document(
    #"{"ty":0,"nm":"C","ind":1,"refId":"c","w":20,"h":10,"ip":0,"op":2,"st":0,"ks":{}}"#,
    assets: #"{"id":"c","layers":[\#(box)]}"#)

  private static func scripted(_ script: String) -> String {
    Samples.box.replacing(#""k":[5,3,0]"#, with: #""k":[5,3,0],"x":"var $bm_rt; $bm_rt = \#(script);""#)
  }

  private static let triangle =
    #"{"c":true,"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]],"v":[[0,0],[50,0],[50,-50]]}"#
  private static let letter =
    #"{"ch":"a","style":"Regular","fFamily":"None","size":10,"w":60,"data":{"shapes":[{"ty":"gr","it":["#
    + #"{"ty":"sh","ks":{"k":\#(triangle)}}]}]}}"#
  private static let animator =
    #"{"s":{"t":0,"r":1,"b":1,"s":{"k":0},"e":{"a":1,"k":[{"t":0,"s":[0],"i":{"x":1,"y":1},"o":{"x":0,"y":0}},"#
    + #"{"t":2,"s":[100]}]}},"a":{"o":{"k":50}}}"#

  private static func text(chars: String, animators: String) -> String {
    document(
      #"{"ty":5,"nm":"T","ind":1,"ip":0,"op":2,"st":0,"ks":{},"t":{"d":{"k":[{"t":0,"s":{"s":10,"f":"None","#
        + #""t":"a","j":0,"fc":[0,0,0]}}]},"p":{},"m":{"g":1},"a":[\#(animators)]}},"#
        + box,
      more: #""fonts":{"list":[{"fName":"None","fFamily":"None","fStyle":"Regular","ascent":70}]},"#
        + (chars.isEmpty ? "" : #""chars":[\#(chars)],"#))
  }

  /// A canvas of four megapixels for each of its bytes.
  private static let gif: [UInt8] =
    Array("GIF89a".utf8) + [0xA0, 0x0F, 0xA0, 0x0F, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0, 0x3B]

  static let svg: String = {
    let image =
      #"<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><rect width="4" height="4" fill="red"/></svg>"#
    return Samples.photo(folder: "", file: "data:image/svg+xml;base64," + Data(image.utf8).base64EncodedString())
      .replacing(#""e":0"#, with: #""e":1"#)
  }()

  /// A second of silence as WAVE, which players of SVGA do not play.
  static let sound: String = {
    func number(_ value: UInt32, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
    let samples = [UInt8](repeating: 128, count: 8000)
    let format = number(1, 2) + number(1, 2) + number(8000, 4) + number(8000, 4) + number(1, 2) + number(8, 2)
    let body =
      Array("WAVEfmt ".utf8) + number(16, 4) + format + Array("data".utf8) + number(8000, 4) + samples
    let file = Array("RIFF".utf8) + number(UInt32(body.count), 4) + body
    return document(
      #"{"ty":6,"nm":"Noise","ind":1,"refId":"s","ip":0,"op":2,"st":0,"ks":{}},"#
        + box,
      assets: #"{"id":"s","u":"","p":"data:audio/wav;base64,"# + Data(file).base64EncodedString() + #"","e":1}"#)
  }()

  private static let atlas =
    #"{"frames":[{"filename":"a","frame":{"x":0,"y":0,"w":4,"h":4},"rotated":false,"trimmed":false,"#
    + #""spriteSourceSize":{"x":0,"y":0,"w":4,"h":4},"sourceSize":{"w":4,"h":4}}],"#
    + #""meta":{"image":"p.png","size":{"w":4,"h":4},"scale":"1","related_multi_packs":["q.json"]}}"#

  private static func movie(_ folder: String) throws -> [UInt8] {
    try Samples.write(Array(Samples.box.utf8), folder + "/box.json")
    _ = try Command.run("convert", "box.json", "in.svga", folder: folder)
    return Fixture.bytes(folder + "/in.svga")
  }
}
