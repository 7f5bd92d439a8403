import Foundation
import TestSupport
import Testing

/// Where images outside the file are found, and where they are never read.
@Suite struct AssetTests {
  @Test(arguments: [
    ("", "p.png", "p.png"), ("images/", "p.png", "images/p.png"), ("", "p.png", "images/p.png"),
    ("exported/", "p.png", "p.png"), ("images/", "p.png", "elsewhere/p.png"),
    ("images/", "p.png", "elsewhere/images/p.png"), ("", "a photo%20ü.png", "a photo%20ü.png"),
  ])
  func imagesAreFound(_ folder: String, _ file: String, _ place: String) throws {
    try Samples.withFolder(["in/a.json": Samples.photo(folder: folder, file: file)]) { root in
      let isElsewhere = place.hasPrefix("elsewhere")
      try Samples.write(Samples.png(), "\(root)/\(isElsewhere ? "" : "in/")\(place)")
      let assets = isElsewhere ? ["--assets", "elsewhere"] : []
      let result = try Command.run(["convert", "in/a.json", "a.svga"] + assets, folder: root)
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(try Command.run("inspect", "a.svga", "--json", folder: root).json["bitmapSprites"] as? Int == 1)
      // From the animation's own folder, too: its path is then a bare name.
      let near = try Command.run(
        ["convert", "a.json", "../b.svga"] + (isElsewhere ? ["--assets", "../elsewhere"] : []), folder: root + "/in")
      #expect(near.exitCode == 0, "\(near.errors)")
    }
  }

  @Test func theAssetsFolderComesFirst() throws {
    try Samples.withFolder(["a.json": Samples.photo(folder: "", file: "p.png")]) { root in
      try Samples.write(Samples.png(), root + "/first/p.png")
      try Samples.write(Array("not a picture".utf8), root + "/p.png")
      let result = try Command.run("convert", "a.json", "a.svga", "--assets", "first", folder: root)
      #expect(result.exitCode == 0)
      #expect(result.errors.isEmpty, "\(result.errors)")
    }
  }

  @Test func standardInputHasNoFolder() throws {
    let text = Samples.photo(folder: "", file: "p.png")
    try Samples.withFolder([:]) { root in
      try Samples.write(Samples.png(), root + "/p.png")
      let none = try Command.run("convert", "-", "a.svga", folder: root, input: Array(text.utf8))
      #expect(none.exitCode == 66)
      let named = try Command.run("convert", "-", "a.svga", "--assets", ".", folder: root, input: Array(text.utf8))
      #expect(named.exitCode == 0, "\(named.errors)")
    }
  }

  /// Names that lead out of the folder; `ROOT` stands for the folder around it, as an absolute path.
  @Test(arguments: [
    ("../", "secret.png"), ("", "../secret.png"), ("images/../../", "secret.png"), ("ROOT/", "secret.png"),
    ("", "ROOT/secret.png"), ("", "file://ROOT/secret.png"), ("", "%2e%2e/secret.png"), ("", "link.png"),
    ("linked/", "secret.png"), ("linked/", "hidden/other.png"), (#"..\\"#, "secret.png"), ("./.././", "secret.png"),
  ])
  func nothingOutsideTheFoldersIsEverRead(_ folder: String, _ file: String) throws {
    try Samples.withFolder([:]) { root in
      try Samples.write(Samples.png(), root + "/secret.png")
      try Samples.write(Samples.png(), root + "/hidden/other.png")
      let text = Samples.photo(folder: folder, file: file).replacing("ROOT", with: root)
      try Samples.write(Array(text.utf8), root + "/in/a.json")
      let files = FileManager.default
      try files.createSymbolicLink(atPath: root + "/in/link.png", withDestinationPath: "../secret.png")
      try files.createSymbolicLink(atPath: root + "/in/linked", withDestinationPath: root)
      for assets in [[], ["--assets", root + "/in"]] {
        let result = try Command.run(["convert", "in/a.json", "a.svga"] + assets, folder: root)
        #expect(result.exitCode == 66, "\(folder)\(file): \(result.errors)")
        #expect(!Samples.names(in: root).contains("a.svga"))
      }
    }
  }
}
