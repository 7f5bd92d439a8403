import Foundation
import Kiln
import KilnCommand
import KilnTestSupport
import Testing

/// Project files of somebody else, who wants to read or write beside the project.
@Suite struct ProjectOutsideTests {
  /// A project in `p`, in which `lnk` leads outside and `inner` inside, beside a file `s.json` and a folder `out`.
  private func withProject<Result>(_ conversion: String, more: String = "", _ body: (String) throws -> Result) throws
    -> Result
  {
    let project = "version: 1\nconversions:\n  c:\n    \(conversion)\n\(more)"
    let files = [
      "p/.kiln.yml": project, "p/in/a.json": Samples.box, "s.json": Samples.box, "out/x.json": Samples.box,
      "p/fonts/f.txt": "", "p/o.yml": "image: {i: ../s.png}\n",
    ]
    return try Samples.withFolder(files) { (folder: String) throws in
      let manager = FileManager.default
      try manager.createSymbolicLink(atPath: folder + "/p/lnk", withDestinationPath: "../out")
      try manager.createSymbolicLink(atPath: folder + "/p/inner", withDestinationPath: "in")
      try manager.createSymbolicLink(atPath: folder + "/p/in/linked.svga", withDestinationPath: "../../out/new.svga")
      try manager.createSymbolicLink(atPath: folder + "/p/fonts/g.ttf", withDestinationPath: "../../s.json")
      return try body(folder)
    }
  }

  /// What a test writes for its outputs below `out`, but for the animation that is there.
  private func written(_ folder: String) -> [String] {
    Samples.names(in: folder + "/out").filter { $0 != "x.json" }
      + Samples.names(in: folder).filter { !["out", "p", "s.json"].contains($0) }
  }

  private static let outside = [
    #"{inputs: "in/*.json", outputs: "../out/{stem}.svga"}"#, #"{inputs: "in/*.json", outputs: "lnk/{stem}.svga"}"#,
    #"{inputs: "in/*.json", outputs: "in/../../out/{stem}.svga"}"#,
    #"{inputs: "in/*.json", outputs: "in/linked.svga"}"#,
    #"{inputs: "in/*.json", outputs: "lnk/{stem}/"}"#, #"{inputs: ["../*.json"], outputs: "o/{stem}.svga"}"#,
    #"{inputs: ["lnk/*.json"], outputs: "o/{stem}.svga"}"#,
    #"{inputs: "in/*.json", outputs: "o/{stem}.svga", options: {poster-out: "../out/p.png"}}"#,
    #"{inputs: "in/*.json", outputs: "o/{stem}.svga", options: {poster-out: "{dir}/../../out/p.png"}}"#,
    #"{inputs: "in/*.json", outputs: "o/{stem}.svga", options: {poster-out: "lnk/p.png"}}"#,
    #"{inputs: "in/*.json", outputs: "o/{stem}.svga", options: {poster-out: "/tmp/kiln-outside.png"}}"#,
    #"{inputs: "in/*.json", outputs: "o/{stem}.svga", options: {fonts: /usr/share/fonts}}"#,
    #"{inputs: "in/*.json", outputs: "o/{stem}.svga", options: {fonts: fonts}}"#,
    #"{inputs: "in/*.json", outputs: "o/{stem}.svga", options: {assets: [in, ..]}}"#,
    #"{inputs: "in/*.json", outputs: "o/{stem}.svga", options: {image: "i=../s.png"}}"#,
    #"{inputs: "in/*.json", outputs: "o/{stem}.svga", options: {overrides: o.yml}}"#,
    #"{inputs: "in/*.json", outputs: "o/{stem}.svga", options: {overrides: ../o.yml}}"#,
    #"{inputs: "in/*.json", outputs: "o/{stem}.svga", variants: [{assets: lnk}]}"#,
    #"{inputs: "in/*.json", outputs: "o/{stem}.svga", overrides: [{files: "*", options: {assets: lnk}}]}"#,
  ]

  @Test(arguments: outside) func conversionsKeepToTheirFolder(_ conversion: String) throws {
    try withProject(conversion) { (folder: String) throws in
      let result = try Command.run("batch", folder: folder + "/p")
      #expect(result.exitCode == 78, "\(result.output)\(result.errors)")
      // With the place in the file, and what to do.
      #expect(result.errors.contains(".kiln.yml:4:") && result.errors.contains("--allow-outside"), "\(result.errors)")
      #expect(written(folder).isEmpty && !Files.exists("/tmp/kiln-outside.png"))
    }
  }

  @Test(arguments: ["report: ../r.json", "report: lnk/r.json", "cache: ../out", "depfile: lnk/d.d", "cache: /tmp"])
  func batchesKeepToTheirFolder(_ option: String) throws {
    try withProject(#"{inputs: "in/*.json", outputs: "o/{stem}.svga"}"#, more: "batch: {\(option)}\n") {
      (folder: String) throws in
      let result = try Command.run("batch", folder: folder + "/p")
      #expect(result.exitCode == 78 && result.errors.contains(".kiln.yml:5:"), "\(result.errors)")
      #expect(written(folder).isEmpty && !Files.exists(folder + "/p/o"))
    }
  }

  /// Links that lead out are found also where the project file names none.
  @Test func linksThatPatternsFindAreNotFollowed() throws {
    try withProject(#"{inputs: "in/*.json", outputs: "o/{stem}/"}"#) { (folder: String) throws in
      let manager = FileManager.default
      try manager.createSymbolicLink(atPath: folder + "/p/in/b.json", withDestinationPath: "../../s.json")
      let read = try Command.run("batch", folder: folder + "/p")
      #expect(read.exitCode == 78 && read.errors.contains(".kiln.yml:4:"), "\(read.errors)")
      try manager.removeItem(atPath: folder + "/p/in/b.json")
      // A frame of an earlier run was replaced by a link.
      try manager.createDirectory(atPath: folder + "/p/o/a", withIntermediateDirectories: true)
      try manager.createSymbolicLink(atPath: folder + "/p/o/a/0000.png", withDestinationPath: "../../../out/f.png")
      let write = try Command.run("batch", "--overwrite", folder: folder + "/p")
      #expect(write.exitCode == 78, "\(write.errors)")
      #expect(written(folder).isEmpty)
    }
  }

  @Test(arguments: [#"files: "../*.json""#, #"files: "lnk/*.json""#]) func validationsKeepToTheirFolder(_ files: String)
    throws
  {
    let more = "validation:\n  \(files)\n"
    try withProject(#"{inputs: "in/*.json", outputs: "o/{stem}.svga"}"#, more: more) { (folder: String) throws in
      for arguments in [["validate"], ["validate", "--fix", "--write"]] {
        let result = try Command.run(arguments, folder: folder + "/p")
        #expect(result.exitCode == 78 && result.errors.contains(".kiln.yml:6:"), "\(result.errors)")
      }
      #expect(try Command.run("validate", "--allow-outside", folder: folder + "/p").exitCode == 0)
    }
  }

  @Test func theCommandLineCanAllowIt() throws {
    try withProject(Self.outside[0]) { (folder: String) throws in
      let result = try Command.run("batch", "--allow-outside", folder: folder + "/p")
      #expect(result.exitCode == 0 && written(folder) == ["a.svga"], "\(result.errors)")
    }
    // The file cannot.
    for more in ["batch: {allow-outside: true}\n", "allow-outside: true\n"] {
      try withProject(Self.outside[0], more: more) { (folder: String) throws in
        #expect(try Command.run("batch", folder: folder + "/p").exitCode == 78)
        #expect(written(folder).isEmpty)
      }
    }
    let option = #"{inputs: "in/*.json", outputs: "../out/{stem}.svga", options: {allow-outside: true}}"#
    try withProject(option) { (folder: String) throws in
      #expect(try Command.run("batch", folder: folder + "/p").exitCode == 78)
      #expect(
        try Command.run("batch", folder: folder + "/p", environment: ["KILN_ALLOW_OUTSIDE": "true"]).exitCode == 78)
    }
  }

  /// What the command line says may lie anywhere, and links that stay inside are followed.
  @Test func insideAndTheCommandLineAreFree() throws {
    try withProject(#"{inputs: "inner/a.json", outputs: "./o/../o/{stem}.svga", options: {assets: inner}}"#) {
      (folder: String) throws in
      let result = try Command.run("batch", "--report", "../out/r.json", "--assets", "../out", folder: folder + "/p")
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(Files.exists(folder + "/p/o/a.svga") && Files.exists(folder + "/out/r.json"))
    }
  }

  /// The target of a link is relative to the link's real folder, also if another link leads to that folder.
  @Test func linksAreFollowedAsTheSystemFollowsThem() throws {
    try withProject(#"{inputs: "in/*.json", outputs: "o/{stem}.svga"}"#) { (folder: String) throws in
      let (files, project) = (FileManager.default, folder + "/p")
      for path in ["o", "one/two/three", "out"] {
        try files.createDirectory(atPath: "\(project)/\(path)", withIntermediateDirectories: true)
      }
      try files.createSymbolicLink(atPath: project + "/o/deep", withDestinationPath: "../one/two/three")
      try files.createSymbolicLink(
        atPath: project + "/o/a.svga", withDestinationPath: "deep/../../../out/new.svga")
      let result = try Command.run("batch", folder: project)
      #expect(result.exitCode == 0 && Files.exists(project + "/out/new.svga"), "\(result.errors)")
      #expect(written(folder).isEmpty)
    }
  }

  /// Of what a state file says, nothing outside is removed.
  @Test func onlyOwnResultsAreRemoved() throws {
    try withProject(#"{inputs: "in/*.json", outputs: "o/{stem}.svga"}"#) { (folder: String) throws in
      #expect(try Command.run("batch", folder: folder + "/p").exitCode == 0)
      let state = folder + "/p/.kiln-state"
      let result = folder + "/out/victim.svga"
      try Samples.write(Fixture.bytes(folder + "/p/o/a.svga"), result)
      let text = String(decoding: Fixture.bytes(state), as: UTF8.self)
        .replacing("in\\/a.json", with: "in/gone.json").replacing("in/a.json", with: "in/gone.json")
        .replacing("\"path\":\"o/a.svga\"", with: "\"path\":\"../out/victim.svga\"")
        .replacing("\"output\":\"o/a.svga\"", with: "\"output\":\"o/gone.svga\"")
      #expect(text.contains("../out/victim.svga"))
      try Samples.write(Array(text.utf8), state)
      let pruned = try Command.run("batch", "--prune", "--overwrite", folder: folder + "/p")
      #expect(Files.exists(result), "\(pruned.errors)")
      try Samples.write(Array(text.utf8), state)
      let allowed = try Command.run("batch", "--prune", "--overwrite", "--allow-outside", folder: folder + "/p")
      #expect(!Files.exists(result), "\(allowed.errors)")
    }
  }
}
