import KilnTestSupport
import Testing

/// Numbers that do not fit into the 32-bit floats of SVGA files, or leave none when they are computed with.
@Suite struct OddNumberTests {
  private static func document(_ layer: String) -> String {
    #"{"v": "5.7.0", "w": 40, "h": 40, "fr": 30, "ip": 0, "op": 2, "layers": [\#(layer)]}"#
  }

  /// A gradient whose line is too short to place it.
  private static let shortGradient = #"""
    {"ty": 4, "nm": "Gradient", "ip": 0, "op": 2, "st": 0, "ks": {}, "shapes": [
      {"ty": "rc", "p": {"k": [1e200, -1e200]}, "s": {"k": [1e190, 1e190]}, "r": {"k": 0}},
      {"ty": "gf", "o": {"k": 100}, "s": {"k": [0, 0]}, "e": {"k": [1e-160, 1e-160]}, "t": 1, "r": 1,
       "g": {"p": 2, "k": {"k": [0, 1, 0, 0, 1, 0, 0, 1, 0, 0.5, 1, 0.2]}}}]}
    """#

  private static let wideRectangle = #"""
    {"ty": 4, "nm": "Wide", "ip": 0, "op": 2, "st": 0, "ks": {}, "shapes": [
      {"ty": "rc", "p": {"k": [9, 9]}, "s": {"k": [-1e308, 60]}, "r": {"k": 1e200}},
      {"ty": "fl", "c": {"k": [1, 1, 1]}, "o": {"k": 100}}]}
    """#

  private static let farTransform = #"""
    {"ty": 1, "nm": "Far", "ip": 0, "op": 2, "st": 0, "sw": 8, "sh": 8, "sc": "#ff0000",
     "ks": {"p": {"k": [0, 1e308]}, "s": {"k": [100, 1e300]}, "a": {"k": [0, 1e300]}}}
    """#

  @Test(arguments: [shortGradient, wideRectangle, farTransform]) func areConverted(layer: String) throws {
    try Samples.withFolder(["in.json": Self.document(layer)]) { folder in
      for format in ["svga", "webp", "png"] {
        let result = try Command.run("convert", "in.json", "a." + format, "--allow-empty", folder: folder)
        #expect(result.exitCode == 0, "\(format): \(result.errors)")
      }
    }
  }

  @Test func areReportedWithTheirLayer() throws {
    try Samples.withFolder(["in.json": Self.document(Self.farTransform)]) { folder in
      let result = try Command.run("convert", "in.json", "a.svga", "--allow-empty", folder: folder)
      #expect(result.errors.contains("a number in the transform is too large; the layer is hidden (Far, frames 0–1)"))
    }
  }

  @Test func findingsAreSaidThoughTheImportFails() throws {
    let inside = #"{"ty": 0, "nm": "Inside itself", "refId": "c", "ip": 0, "op": 2, "st": 0, "w": 9, "h": 9, "ks": {}}"#
    let lost = #"{"ty": 0, "nm": "Lost", "refId": "nobody", "ip": 0, "op": 2, "st": 0, "w": 9, "h": 9, "ks": {}}"#
    let assets = #", "assets": [{"id": "c", "layers": [\#(inside)]}]}"#
    let text = Self.document("\(inside), \(lost)").dropLast() + assets
    try Samples.withFolder(["in.json": String(text)]) { folder in
      for format in ["svga", "webp", "png"] {
        let result = try Command.run("convert", "in.json", "a." + format, folder: folder)
        #expect(result.exitCode == 65)
        #expect(result.errors.contains("the layer's composition “nobody” does not exist"), "\(result.errors)")
      }
    }
  }
}
