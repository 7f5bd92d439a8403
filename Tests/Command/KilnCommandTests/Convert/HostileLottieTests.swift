import Foundation
import KilnCompression
import KilnTestSupport
import Testing

/// Files that no Lottie can be made of: what is wrong and where is said, the program ends with an error, and nothing is left.
@Suite struct HostileLottieTests {
  private static let ks = #""ks":{"p":{"k":[50,50,0]}}"#

  private static func document(_ layers: String, end: String = "60", more: String = "") -> String {
    #"{"v":"5.7.0","fr":30,"ip":0,"op":\#(end),"w":99,"h":99,\#(more)"layers":[\#(layers)]}"#
  }

  private static func shapes(_ items: String, _ transform: String = ks, end: String = "60") -> String {
    #"{"ty":4,"nm":"Star","ind":1,"ip":0,"op":\#(end),"st":0,\#(transform),"shapes":[\#(items)]}"#
  }

  private static let box = #"{"ty":"rc","p":{"k":[0,0]},"s":{"k":[9,9]}},{"ty":"fl","c":{"k":[1,0,0,1]},"o":{"k":100}}"#
  private static let inside = #"{"ty":0,"nm":"Inside","refId":"x","ip":0,"op":60,"st":0,"w":9,"h":9,\#(ks)}"#
  private static let copies =
    box
    + #",{"ty":"rp","nm":"Copies","c":{"k":1e9},"o":{"k":0},"m":1,"tr":{"p":{"k":[1,0]},"so":{"k":100},"eo":{"k":100}}}"#

  /// Name, content, and what the error says.
  static let texts: [(name: String, text: String, says: String)] = [
    (
      "deep.json", #"{"v":"5","fr":30,"ip":0,"op":9,"w":9,"h":9,"layers":"# + String(repeating: "[", count: 100_000),
      "line 1"
    ),
    ("cut.json", #"{"v":"5","fr":30,"layers":[{"ty":4"#, "line 1"),
    ("nothing.json", #"{"v":"5","fr":30,"ip":0,"op":9,"w":9,"h":9}"#, "it has no layers"),
    ("cycle.json", document(inside, more: #""assets":[{"id":"x","layers":[\#(inside)]}],"#), "Inside › Inside"),
    (
      "endless.json", document(shapes(box, #""ks":{"r":{"k":0,"x":"var a = time;"}}"#, end: "1e12"), end: "1e12"), "/op"
    ),
    ("copies.json", document(shapes(copies)), "Star"),
    ("wide.json", #"{"v":"5","fr":30,"ip":0,"op":9,"w":1e9,"h":9,"layers":[]}"#, "1000000000 pixels"),
    ("empty.json", document(""), "draws nothing"),
    ("cut.timeline.json", "{", "line 1"),
    (
      "long.timeline.json",
      #"{"$kiln":"timeline","version":1,"canvas":[9,9],"frameRate":30,"frameCount":1e12,"sprites":[]}"#,
      "/frameCount"
    ),
    ("nan.timeline.json", #"{"$kiln":"timeline","version":1,"frameRate":NaN}"#, "line 1, column 45"),
  ]

  @Test(arguments: texts, ["out.json", "out.lottie"]) func isRefused(
    _ input: (name: String, text: String, says: String), _ output: String
  ) throws {
    try Samples.withFolder([input.name: input.text]) { folder in
      let result = try Command.run(
        "convert", input.name, output, "--target", "lottie-ios,thorvg,rlottie", folder: folder)
      #expect(result.exitCode == 65, "\(input.name): \(result.exitCode) \(result.errors)")
      #expect(result.errors.contains("error: \(input.name): "), "\(result.errors)")
      #expect(result.errors.contains(input.says), "\(result.errors)")
      #expect(Samples.names(in: folder) == [input.name], "\(Samples.names(in: folder))")
    }
  }

  /// Two billion frames, and a canvas that no number of pixels fills, of SVGA.
  @Test(arguments: ["out.json", "out.lottie"]) func moviesAreRefused(_ output: String) throws {
    let version: [UInt8] = [0x0A, 3] + Array("2.0".utf8)
    let frames: [UInt8] = [
      0x12, 18, 0x0D, 0, 0, 0xC8, 0x42, 0x15, 0, 0, 0xC8, 0x42, 0x18, 20, 0x20, 0x80, 0xA8, 0xD6, 0xB9, 7,
    ]
    let canvas: [UInt8] = [0x12, 14, 0x0D, 0xFF, 0xFF, 0x7F, 0x7F, 0x15, 0xFF, 0xFF, 0x7F, 0x7F, 0x18, 20, 0x20, 3]
    for (name, bytes, says) in [
      ("cut.svga", Array(try Zlib.deflate(version + frames).dropLast(9)), "cut.svga: "),
      ("long.svga", try Zlib.deflate(version + frames), "number of frames is 2000000000"),
      ("wide.svga", try Zlib.deflate(version + canvas), "longer side"),
    ] {
      try Samples.withFolder([:]) { folder in
        try Samples.write(bytes, folder + "/" + name)
        let result = try Command.run("convert", name, output, folder: folder)
        #expect(result.exitCode == 65 && result.errors.contains(says), "\(name): \(result.exitCode) \(result.errors)")
        #expect(Samples.names(in: folder) == [name])
      }
    }
  }

  /// A result that cannot be made leaves the file of an earlier one.
  @Test func anOldResultStays() throws {
    try Samples.withFolder(["in.json": Self.document(Self.shapes(Self.copies)), "out.json": Samples.box]) { folder in
      let result = try Command.run("convert", "in.json", "out.json", "--overwrite", folder: folder)
      #expect(result.exitCode == 65, "\(result.errors)")
      #expect(Fixture.bytes(folder + "/out.json") == Array(Samples.box.utf8))
    }
  }
}
