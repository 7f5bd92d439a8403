import Foundation
import Kiln
import KilnTestSupport
import Testing

/// Where paths lead.
@Suite struct PathBoundaryTests {
  @Test(arguments: [
    ("", true), ("new", true), ("new/deep/file", true), ("folder", true), ("folder/../file", true),
    ("./folder/.", true),
    ("..", false), ("folder/../..", false), ("../root", true), ("../rootless", false), ("new/../..", false),
    ("out", false),
    ("out/x", false), ("out/../root/x", true), ("self/folder", true), ("dangling", false), ("dangling/x", false),
    ("later", true), ("circle", false), ("circle/x", false), ("file/x", true), ("a\0b", false), ("new/../file", true),
  ])
  func pathsLeadInsideOrOutside(_ path: String, _ isInside: Bool) throws {
    try Samples.withFolder(["root/folder/x": "", "root/file": "", "rootless/x": "", "elsewhere/x": ""]) {
      (base: String) throws in
      let root = base + "/root"
      for (link, target) in [
        ("out", "../elsewhere"), ("self", "."), ("dangling", "../elsewhere/none"), ("later", "folder/none"),
        ("circle", "circle"),
      ] {
        try FileManager.default.createSymbolicLink(atPath: root + "/" + link, withDestinationPath: target)
      }
      let boundary = try #require(PathBoundary(folder: root))
      #expect(boundary.contains(root + "/" + path) == isInside)
    }
  }

  @Test func theRootOfTheFileSystemHoldsEverything() throws {
    let boundary = try #require(PathBoundary(folder: "/"))
    #expect(boundary.contains("/usr/../etc/none"))
    #expect(PathBoundary(folder: "/none/at/all") == nil)
  }

  #if os(Linux)
    /// Names that are equal in Unicode are different folders.
    @Test func namesAreComparedByTheirBytes() throws {
      let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
      try Samples.withFolder(["\(composed)/a.json": "", "\(decomposed)/s.png": ""]) { (base: String) throws in
        #expect(Samples.names(in: base).count == 2)
        #expect(LocalAssets.path("../\(decomposed)/s.png", inside: base + "/" + composed) == nil)
        let boundary = try #require(PathBoundary(folder: base + "/" + composed))
        #expect(!boundary.contains(base + "/\(decomposed)/s.png") && boundary.contains(base + "/\(composed)/s.png"))
      }
    }
  #endif
}
