import Diagnostics
import PictureImport
import Pixels
import Testing
import TimelineModel

@Suite struct PictureAnimationTests {
  @Test func turnedRegionsAreTurnedBack() throws {
    // A frame of 2 × 3 pixels at (1, 0) of a canvas of 4 × 4, stored turned clockwise: 3 × 2.
    let json = """
      {"frames": {"a.png": {"frame": {"x": 1, "y": 1, "w": 2, "h": 3}, "rotated": true, "trimmed": true,
        "spriteSourceSize": {"x": 1, "y": 0, "w": 2, "h": 3}, "sourceSize": {"w": 4, "h": 4}, "duration": 40}},
       "meta": {"image": "p.png", "size": {"w": 5, "h": 4}}}
      """
    let descriptor = try AtlasDescriptor(Array(json.utf8), limits: Limits())
    var page = Pixmap(width: 5, height: 4)
    // Rows of the frame are 1 2, 3 4, 5 6; turned clockwise they are 5 3 1, 6 4 2.
    for (offset, value) in [5, 3, 1, 6, 4, 2].enumerated() {
      page[1 + offset % 3, 1 + offset / 3] = 0xFF00_0000 | UInt32(value)
    }
    let picture = try descriptor.picture(of: descriptor.frames[0], page: page, limits: Limits())
    #expect(picture.width == 4 && picture.height == 4)
    #expect((0..<3).map { y in [1, 2].map { picture[$0, y] & 255 } } == [[1, 2], [3, 4], [5, 6]])
    #expect(picture[0, 0] == 0 && picture[1, 3] == 0)
  }

  @Test(arguments: ["1e300", "-1", "0.5", "4"])
  func regionsOutsideOfThePageAreErrors(_ x: String) throws {
    let json = """
      {"frames": [{"filename": "a", "frame": {"x": \(x), "y": 0, "w": 2, "h": 2}}],
       "meta": {"image": "p.png", "size": {"w": 4, "h": 4}}}
      """
    let descriptor = try AtlasDescriptor(Array(json.utf8), limits: Limits())
    #expect(throws: Diagnostic.self) {
      try descriptor.picture(of: descriptor.frames[0], page: Pixmap(width: 4, height: 4), limits: Limits())
    }
  }
}
