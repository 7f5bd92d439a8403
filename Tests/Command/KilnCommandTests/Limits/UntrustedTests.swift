import Foundation
import KilnTestSupport
import Testing

/// The promises of `--untrusted`, each with a file that would break it.
@Suite struct UntrustedTests {
  private func convert(
    _ text: String, _ arguments: String..., folder: String, environment: [String: String] = [:]
  ) throws -> Command.Result {
    try Samples.write(Array(text.utf8), folder + "/in.json")
    return try Command.run(["convert", "in.json", "out.svga"] + arguments, folder: folder, environment: environment)
  }

  /// The box with an expression for its position.
  private static func scripted(_ script: String) -> String {
    Samples.box.replacing(#""k":[5,3,0]"#, with: #""k":[5,3,0],"x":"var $bm_rt; $bm_rt = \#(script);""#)
  }

  // MARK: - Limits

  @Test func limitsAreNarrower() throws {
    try Fixture.withTemporaryFolder { (folder: String) throws in
      let text = Samples.box.replacing(#""op":4"#, with: #""op":10001"#)
      #expect(try convert(text, folder: folder).exitCode == 0)
      let refused = try convert(text, "--untrusted", "--overwrite", folder: folder)
      #expect(refused.exitCode == 65 && refused.errors.contains("above the limit of 10000"), "\(refused.errors)")
      #expect(refused.errors.contains("--limit frames=NUMBER"), "\(refused.errors)")
      let raised = try convert(text, "--untrusted", "--overwrite", "--limit", "frames=20000", folder: folder)
      #expect(raised.exitCode == 0, "\(raised.errors)")
    }
  }

  @Test(arguments: [["KILN_UNTRUSTED": "1"], ["KILN_UNTRUSTED": "true"], ["KILN_LIMIT": "layers=9,frames=10000"]])
  func theEnvironmentSaysTheSame(_ environment: [String: String]) throws {
    try Fixture.withTemporaryFolder { (folder: String) throws in
      let text = Samples.box.replacing(#""op":4"#, with: #""op":10001"#)
      let refused = try convert(text, folder: folder, environment: environment)
      #expect(refused.exitCode == 65 && refused.errors.contains("above the limit of 10000"), "\(refused.errors)")
      let raised = try convert(text, "--limit", "frames=20000", folder: folder, environment: environment)
      #expect(raised.exitCode == 0, "\(raised.errors)")
    }
  }

  @Test(arguments: [
    (["KILN_UNTRUSTED": "maybe"], "takes true or false"), (["KILN_LIMIT": "frames=1,frmes=2"], "did you mean frames?"),
    (["KILN_LIMIT": "nesting=257"], "from 0 to 256"), (["KILN_LIMIT": "inputBytes=many"], "such as 64MB"),
  ])
  func wrongVariablesAreErrors(_ environment: [String: String], _ words: String) throws {
    let result = try Command.run("convert", "a.json", "a.svga", environment: environment)
    #expect(result.exitCode == 64 && result.errors.contains(words), "\(result.errors)")
  }

  @Test(arguments: [
    ("frmes=2", "did you mean frames?"), ("frames", "a whole number"), ("nesting=257", "from 0 to 256"),
    ("memory=much", "such as 64MB"),
  ])
  func wrongLimitsAreErrors(_ value: String, _ words: String) throws {
    let result = try Command.run("convert", "a.json", "a.svga", "--limit", value)
    #expect(result.exitCode == 64 && result.errors.contains(words), "\(result.errors)")
  }

  /// Workers of a batch, and what they remember.
  @Test func batchesKeepToIt() throws {
    try Samples.withFolder(["in/a.json": Samples.box.replacing(#""op":4"#, with: #""op":10001"#)]) {
      (folder: String) throws in
      let arguments = ["batch", "in", "--to", "svga", "-o", "out"]
      let refused = try Command.run(arguments + ["--untrusted"], folder: folder)
      #expect(refused.exitCode == 2 && refused.errors.contains("above the limit of 10000"), "\(refused.errors)")
      let inherited = try Command.run(arguments, folder: folder, environment: ["KILN_UNTRUSTED": "1"])
      #expect(inherited.exitCode == 2, "\(inherited.errors)")
      // Another policy is another option: what was refused is tried again.
      #expect(try Command.run(arguments, folder: folder).exitCode == 0)
    }
  }

  @Test func projectFilesSetNoLimits() throws {
    let project = """
      version: 1
      conversions:
        all: {inputs: "*.json", outputs: "out/{stem}.svga"}
      batch: {file-timeout: 1000}

      """
    try Samples.withFolder([".kiln.yml": project, "a.json": Samples.box]) { (folder: String) throws in
      let refused = try Command.run("batch", "--untrusted", folder: folder)
      #expect(refused.exitCode == 78 && refused.errors.contains("file-timeout"), "\(refused.errors)")
      #expect(try Command.run("batch", folder: folder).exitCode == 0)
    }
  }

  // MARK: - Scripts

  @Test func whatTheInterpreterKnowsIsRun() throws {
    try Fixture.withTemporaryFolder { (folder: String) throws in
      let result = try convert(Self.scripted("[time * 10, 3]"), "--untrusted", "--strict", folder: folder)
      #expect(result.exitCode == 0 && result.errors.isEmpty, "\(result.errors)")
    }
  }

  @Test func noEngineIsStarted() throws {
    try Fixture.withTemporaryFolder { (folder: String) throws in
      let text = Self.scripted("'a'.match(/a/) ? [time, 3] : value")
      let result = try convert(text, "--untrusted", folder: folder)
      #expect(result.exitCode == 0 && result.errors.contains("which may not be started"), "\(result.errors)")
      #expect(try convert(text, "--untrusted", "--strict", "--overwrite", folder: folder).exitCode == 1)
    }
  }

  #if os(Linux)
    /// By what the dynamic linker says: the engine is loaded without the option, and not with it.
    @Test func theLibraryOfTheEngineIsNotLoaded() throws {
      try Fixture.withTemporaryFolder { (folder: String) throws in
        let text = Self.scripted("'a'.match(/a/) ? [time, 3] : value")
        func libraries(_ arguments: String...) throws -> String {
          try Samples.write(Array(text.utf8), folder + "/in.json")
          let result = try Command.run(
            ["convert", "in.json", "out.svga", "--overwrite"] + arguments, folder: folder,
            environment: ["LD_DEBUG": "libs"])
          return result.errors
        }
        #expect(try libraries().contains("libjavascriptcoregtk"))
        #expect(try !libraries("--untrusted").contains("libjavascriptcoregtk"))
      }
    }
  #endif

  // MARK: - Fonts

  @Test func noFontOfTheMachineIsUsed() throws {
    let layer =
      #"{"ty":5,"nm":"T","ind":1,"ip":0,"op":2,"st":0,"ks":{},"t":{"d":{"k":[{"t":0,"s":{"s":10,"f":"sans","#
      + #""t":"a","j":0,"fc":[0,0,0]}}]},"p":{},"m":{"g":1},"a":[]}}"#
    let text =
      #"{"v":"5.7.0","fr":20,"ip":0,"op":2,"w":20,"h":10,"fonts":{"list":[{"fName":"sans","fFamily":"sans-serif","#
      + #""fStyle":"Regular","ascent":70}]},"assets":[],"layers":[\#(layer)]}"#
    try Fixture.withTemporaryFolder { (folder: String) throws in
      let result = try convert(text, "--untrusted", "--allow-empty", folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(result.errors.contains("the text is not drawn: it needs the font"), "\(result.errors)")
    }
  }

  // MARK: - Files

  @Test func linksAreNotFollowed() throws {
    try Samples.withFolder(["in/real.json": Samples.box]) { (folder: String) throws in
      try FileManager.default.createSymbolicLink(atPath: folder + "/link.json", withDestinationPath: "in/real.json")
      #expect(try Command.run("convert", "link.json", "a.svga", folder: folder).exitCode == 0)
      for line in ["convert link.json b.svga", "inspect link.json", "render link.json -o out", "validate link.json"] {
        let result = try Command.run(line.split(separator: " ").map(String.init) + ["--untrusted"], folder: folder)
        #expect(result.exitCode == 66 || result.exitCode == 65, "\(line): \(result.errors)")
        #expect((result.errors + result.output).contains("it is a link"), "\(line): \(result.errors)")
      }
    }
  }

  /// As the picture itself, and as a folder on the way to it.
  @Test(arguments: ["p.png", "l/q.png"]) func linksBesideTheFileAreNotFollowed(_ file: String) throws {
    try Fixture.withTemporaryFolder { (folder: String) throws in
      try Samples.write(Samples.png(), folder + "/images/q.png")
      try FileManager.default.createSymbolicLink(atPath: folder + "/p.png", withDestinationPath: "images/q.png")
      try FileManager.default.createSymbolicLink(atPath: folder + "/l", withDestinationPath: "images")
      // The name alone is looked for in the folder `images`, too.
      try FileManager.default.moveItem(atPath: folder + "/images/q.png", toPath: folder + "/images/p.q")
      try FileManager.default.createSymbolicLink(atPath: folder + "/images/q.png", withDestinationPath: "p.q")
      let text = Samples.photo(folder: "", file: file)
      let trusted = try convert(text, folder: folder)
      #expect(trusted.exitCode == 0, "\(trusted.errors)")
      let result = try convert(text, "--untrusted", "--overwrite", folder: folder)
      #expect(result.exitCode == 65, "\(result.errors)")
    }
  }

  @Test func nothingOutsideOfTheFolderIsRead() throws {
    try Fixture.withTemporaryFolder { (folder: String) throws in
      try Samples.write(Samples.png(), folder + "/s.png")
      try FileManager.default.createDirectory(atPath: folder + "/inner", withIntermediateDirectories: true)
      for path in ["../s.png", folder + "/s.png", "./../s.png"] {
        let result = try convert(Samples.photo(folder: "", file: path), "--untrusted", folder: folder + "/inner")
        #expect(result.exitCode == 65, "\(path): \(result.errors)")
      }
    }
  }

  // MARK: - Programs

  /// As an image that is not there.
  @Test func anSVGImageIsMissing() throws {
    try Samples.withFolder([:]) { (folder: String) throws in
      let refused = try convert(LimitHitTests.svg, "--untrusted", folder: folder)
      #expect(refused.exitCode == 65 && refused.errors.contains("cannot be decoded"), "\(refused.errors)")
      let stood = try convert(
        LimitHitTests.svg, "--untrusted", "--missing-images", "placeholder", folder: folder)
      #expect(stood.exitCode == 0 && stood.errors.contains("a placeholder is drawn"), "\(stood.errors)")
    }
  }

  @Test func noProgramDecodesAnything() throws {
    try Fixture.withTemporaryFolder { (folder: String) throws in
      let program = folder + "/program"
      try Samples.write(Array("#!/bin/sh\necho started >> '\(folder)/started'\nexit 1\n".utf8), program)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
      let environment = ["KILN_FFMPEG": program]
      #expect(try convert(LimitHitTests.sound, "--untrusted", folder: folder, environment: environment).exitCode == 0)
      #expect(!FileManager.default.fileExists(atPath: folder + "/started"))
      _ = try convert(LimitHitTests.sound, "--overwrite", folder: folder, environment: environment)
      #expect(FileManager.default.fileExists(atPath: folder + "/started"))
    }
  }
}
