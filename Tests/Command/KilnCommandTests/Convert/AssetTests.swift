import Foundation
import Kiln
import KilnDiagnostics
import KilnLottieImport
import KilnTestSupport
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

  /// All files of a document count together, each once.
  @Test func filesBesideADocumentAreLimitedTogether() throws {
    try Samples.withFolder(["a.png": "12345678", "b.png": "12345678"]) { (root: String) throws in
      var limits = Limits()
      limits.assetBytes = 15
      let assets = LocalAssets(folders: [root], limits: limits)
      func read(_ file: String) throws(Diagnostic) -> [UInt8]? {
        try assets.image(ImageRequest(folder: "", file: file, width: 1, height: 1))
      }
      for _ in 0..<3 { #expect(try read("a.png") == Array("12345678".utf8)) }
      #expect(thrownRule { () throws(Diagnostic) in try read("b.png") } == .limitExceeded)
    }
  }

  /// A pipe that another file names, or that lies in a folder, would never end.
  @Test(arguments: ["p.png", "images/p.png", "fonts/f.ttf", "f.ttf"]) func pipesAreNoAssets(_ pipe: String) throws {
    try Samples.withFolder(["a.json": Samples.photo(folder: "", file: "p.png"), "images/x": "", "fonts/x": ""]) {
      (root: String) throws in
      #expect(mkfifo(root + "/" + pipe, 0o600) == 0)
      let text = Samples.photo(folder: "", file: "p.png").replacing(
        #""layers":["#,
        with:
          #""fonts":{"list":[{"fName":"F","fFamily":"F","fPath":"f.ttf","origin":3}]},"layers":[{"ty":5,"ip":0,"op":2,"ks":{},"t":{"d":{"k":[{"t":0,"s":{"t":"A","f":"F","s":9,"fc":[0,0,0]}}]},"p":{},"m":{"a":{"k":[0,0]}},"a":[]}},"#
      )
      try Samples.write(Array(text.utf8), root + "/a.json")
      let result = try Command.run("convert", "a.json", "a.svga", folder: root)
      #expect(result.exitCode == 65, "\(result.errors)")
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
      #expect(none.exitCode == 65)
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
        #expect(result.exitCode == 65, "\(folder)\(file): \(result.errors)")
        #expect(!Samples.names(in: root).contains("a.svga"))
      }
    }
  }
}
