import Foundation
import KilnPixels
import KilnPNG

// Lottie files in few words: every rule's fixtures are made of these.

/// A document of 200 × 200 px, 60 frames at 30 a second, with a moving square unless there are other layers.
func lottie(
  _ layers: String..., assets: String = "", rate: String = "30", start: String = "0", end: String = "60",
  width: String = "200", height: String = "200", version: String = "5.9.0", more: String = ""
) -> String {
  let content = layers.isEmpty ? [square()] : layers
  return """
    {"v":"\(version)","fr":\(rate),"ip":\(start),"op":\(end),"w":\(width),"h":\(height),"nm":"Main","ddd":0,\
    "assets":[\(assets)],"layers":[\(content.joined(separator: ","))]\(more.isEmpty ? "" : "," + more)}
    """
}

/// The transform of a layer that moves from the left to the right.
let moving = """
  {"o":{"a":0,"k":100},"r":{"a":0,"k":0},"p":{"a":1,"k":[{"t":0,"s":[60,100,0],"i":{"x":[0.5],"y":[1]},"o":{"x":[0.5],\
  "y":[0]}},{"t":59,"s":[140,100,0]}]},"a":{"a":0,"k":[0,0,0]},"s":{"a":0,"k":[100,100,100]}}
  """

/// The transform of a layer that stays in the middle; members may be replaced.
func still(_ changes: [String: String] = [:]) -> String {
  var members = [
    "o": #"{"a":0,"k":100}"#, "r": #"{"a":0,"k":0}"#, "p": #"{"a":0,"k":[100,100,0]}"#, "a": #"{"a":0,"k":[0,0,0]}"#,
    "s": #"{"a":0,"k":[100,100,100]}"#,
  ]
  for (name, value) in changes { members[name] = value.isEmpty ? nil : value }
  return "{" + members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
}

/// A layer; `more` adds members or, written later in the object, replaces them.
func layer(
  _ type: Int, _ index: Int, _ name: String, transform: String = moving, times: String = #""ip":0,"op":60,"st":0"#,
  _ more: String = ""
) -> String {
  let number = index > 0 ? "\"ind\":\(index)," : ""
  return """
    {"ty":\(type),\(number)"nm":"\(name)",\(times),"sr":1,"bm":0,"ks":\(transform)\(more.isEmpty ? "" : "," + more)}
    """
}

/// A shape layer with items in a group.
func shapes(
  _ items: String..., index: Int = 1, name: String = "Drawing", transform: String = moving,
  times: String = #""ip":0,"op":60,"st":0"#, more: String = ""
) -> String {
  let list = (items + [groupEnd]).joined(separator: ",")
  return layer(
    4, index, name, transform: transform, times: times,
    #""shapes":[{"ty":"gr","nm":"Group","it":[\#(list)]}]"# + (more.isEmpty ? "" : "," + more))
}

/// A red square that moves.
func square(
  _ index: Int = 1, _ name: String = "Square", transform: String = moving, times: String = #""ip":0,"op":60,"st":0"#,
  _ more: String = ""
) -> String {
  shapes(rectangle, fill, index: index, name: name, transform: transform, times: times, more: more)
}

let rectangle = #"{"ty":"rc","nm":"Rectangle","d":1,"p":{"a":0,"k":[0,0]},"s":{"a":0,"k":[80,80]},"r":{"a":0,"k":0}}"#
let fill = #"{"ty":"fl","nm":"Fill","c":{"a":0,"k":[0.8,0.1,0.1,1]},"o":{"a":0,"k":100},"r":1}"#
let groupEnd = """
  {"ty":"tr","p":{"a":0,"k":[0,0]},"a":{"a":0,"k":[0,0]},"s":{"a":0,"k":[100,100]},"r":{"a":0,"k":0},\
  "o":{"a":0,"k":100},"sk":{"a":0,"k":0},"sa":{"a":0,"k":0}}
  """

/// A fill of a colour, written as an array.
func fill(_ color: String, opacity: String = "100") -> String {
  #"{"ty":"fl","nm":"Fill","c":{"a":0,"k":\#(color)},"o":{"a":0,"k":\#(opacity)},"r":1}"#
}

/// A stroke; `more` adds members.
func stroke(width: String = #"{"a":0,"k":4}"#, _ more: String = "") -> String {
  #"{"ty":"st","nm":"Stroke","c":{"a":0,"k":[0,0,0,1]},"o":{"a":0,"k":100},"w":\#(width),"lc":1,"lj":1,"ml":4\#(more)}"#
}

/// A path item of an outline.
func path(_ outline: String) -> String { #"{"ty":"sh","nm":"Path","ks":\#(outline)}"# }

/// A closed outline of corners on a circle.
func outline(_ corners: Int, tangents: Int? = nil, radius: Double = 40) -> String {
  let points = (0..<corners).map { corner in
    let angle = Double(corner) / Double(max(1, corners)) * 2 * .pi
    return "[\((cos(angle) * radius * 100).rounded() / 100),\((sin(angle) * radius * 100).rounded() / 100)]"
  }
  let flat = Array(repeating: "[0,0]", count: tangents ?? corners).joined(separator: ",")
  return #"{"c":true,"v":[\#(points.joined(separator: ","))],"i":[\#(flat)],"o":[\#(flat)]}"#
}

/// A property with keyframes at frames, whose values are written as arrays.
func animated(_ keyframes: (Double, String)...) -> String { animated(keyframes) }

func animated(_ keyframes: [(Double, String)]) -> String {
  let list = keyframes.map { time, value in
    #"{"t":\#(time),"s":\#(value),"i":{"x":[0.6],"y":[1]},"o":{"x":[0.4],"y":[0]}}"#
  }
  return #"{"a":1,"k":[\#(list.joined(separator: ","))]}"#
}

/// A fixed value.
func fixed(_ value: String) -> String { #"{"a":0,"k":\#(value)}"# }

/// A mask of a square; members may be replaced.
func mask(mode: String = "a", opacity: String = #""o":{"a":0,"k":100},"#, expansion: String = "0", _ more: String = "")
  -> String
{
  """
  "hasMask":true,"masksProperties":[{"inv":false,"mode":"\(mode)","pt":{"a":0,"k":\(outline(4))},\(opacity)\
  "x":{"a":0,"k":\(expansion)}\(more)}]
  """
}

/// A layer's effect of a type, with parameters as numbers.
func effect(_ type: Int, _ parameters: Double...) -> String {
  let list = parameters.enumerated().map { #"{"ty":0,"nm":"P\#($0)","v":{"a":0,"k":\#($1)}}"# }
  return #""ef":[{"ty":\#(type),"nm":"Effect","en":1,"ef":[\#(list.joined(separator: ","))]}]"#
}

/// A precomposition asset.
func composition(_ id: String, _ layers: String...) -> String {
  #"{"id":"\#(id)","nm":"Inner \#(id)","layers":[\#(layers.joined(separator: ","))]}"#
}

/// A layer that shows a precomposition.
func inner(_ index: Int, _ asset: String, size: Int = 200, _ more: String = "") -> String {
  layer(
    0, index, "Shows \(asset) \(index)", transform: still(["a": fixed("[100,100,0]")]),
    #""refId":"\#(asset)","w":\#(size),"h":\#(size)"# + (more.isEmpty ? "" : "," + more))
}

/// An image layer of an asset.
func image(
  _ index: Int, _ asset: String = "picture", transform: String = moving, times: String = #""ip":0,"op":60,"st":0"#
) -> String {
  layer(2, index, "Image \(index)", transform: transform, times: times, #""refId":"\#(asset)""#)
}

/// An image asset with its data, or with a file's name.
func picture(
  _ id: String, _ file: String, width: Int = 20, height: Int = 20, folder: String = ""
) -> String {
  #"{"id":"\#(id)","w":\#(width),"h":\#(height),"u":"\#(folder)","p":"\#(file)","e":\#(file.hasPrefix("data:") ? 1 : 0)}"#
}

/// A PNG picture as a data URL.
func data(_ width: Int, _ height: Int, seed: UInt32 = 1) -> String {
  "data:image/png;base64," + Data(png(width, height, seed: seed)).base64EncodedString()
}

/// A PNG picture with opaque pixels of changing colours; of them only a corner is opaque if there is a margin.
func png(_ width: Int, _ height: Int, seed: UInt32 = 1, opaque: Int? = nil) -> [UInt8] {
  var pixmap = Pixmap(width: width, height: height)
  for y in 0..<height {
    for x in 0..<width where x < opaque ?? width && y < opaque ?? height {
      pixmap[x, y] = 0xFF00_0000 | (UInt32(x / 8) &* 37 &+ seed &* 71) % 256 | (UInt32(y / 8) &* 53 &+ seed) % 256 << 8
    }
  }
  return (try? PNGEncoder.encode(pixmap)) ?? []
}

/// A text layer with members of its document and of `t`.
func text(
  _ string: String = "Hi", font: String = "Sans", document: String = #","lh":24"#, _ more: String = ""
) -> String {
  layer(
    5, 1, "Title",
    """
    "t":{"d":{"k":[{"t":0,"s":{"s":20,"f":"\(font)","t":"\(string)","j":0,"tr":0,"fc":[0,0,0]\(document)}}]},\
    "p":{},"m":{"g":1,"a":{"a":0,"k":[0,0]}}\(more.isEmpty ? #","a":[]"# : "," + more)}
    """)
}

/// `fonts` and `chars` of the letters H and i.
func fonts(ascent: String = #","ascent":75"#, letters: [String] = ["H", "i"]) -> String {
  let glyphs = letters.map { letter in
    """
    {"ch":"\(letter)","size":20,"style":"Regular","w":60,"fFamily":"Sans","data":{"shapes":[{"ty":"gr","it":\
    [\(path(fixed(outline(4))))]}]}}
    """
  }
  return """
    "fonts":{"list":[{"fName":"Sans","fFamily":"Sans","fStyle":"Regular"\(ascent)}]},"chars":[\(glyphs.joined(separator: ","))]
    """
}

/// Base64 of bytes.
func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

/// The image asset “picture” with its data, or with a file's name.
func picture(_ file: String) -> String { picture("picture", file) }

/// A green solid layer of a size; `more` adds members.
func solid(_ index: Int, _ side: Int, transform: String = moving, _ more: String = "") -> String {
  layer(
    1, index, "Solid \(index)", transform: transform,
    ##""sw":\##(side),"sh":\##(side),"sc":"#00aa22""## + (more.isEmpty ? "" : "," + more))
}
