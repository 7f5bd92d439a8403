import Foundation
import KilnTestSupport
import Testing

/// `kiln preview`.
@Suite struct PreviewTests {
  @Test func aPageIsWrittenOnceUnlessItMayBeReplaced() throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      let made = try Command.run("preview", "a.json", "-o", "a.html", folder: folder)
      #expect(made.exitCode == 0 && made.output.hasPrefix("a.html  "), "\(made.errors)")
      #expect(String(decoding: Fixture.bytes(folder + "/a.html"), as: UTF8.self).contains("\"name\":\"a.json\""))
      let again = try Command.run("preview", "a.json", "-o", "a.html", folder: folder)
      #expect(again.exitCode == 73)
      let replaced = try Command.run("preview", "a.json", "-o", "a.html", "--overwrite", folder: folder)
      #expect(replaced.exitCode == 0)
    }
  }

  @Test func severalFilesAreOnOnePage() throws {
    try Samples.withFolder(["a.json": Samples.box, "b.json": Samples.box, "c.json": "{"]) { folder in
      let made = try Command.run("preview", "a.json", "b.json", "-o", "-", folder: folder)
      #expect(made.exitCode == 0, "\(made.errors)")
      #expect(made.output.components(separatedBy: "application/json\"").count == 3)
      let broken = try Command.run("preview", "c.json", "b.json", "-o", "x.html", folder: folder)
      #expect(broken.exitCode == 65 && broken.errors.contains("c.json: "), "\(broken.errors)")
      #expect(Samples.names(in: folder) == ["a.json", "b.json", "c.json"])
    }
  }

  @Test func filesOfTheSameNameAreToldApart() throws {
    try Samples.withFolder(["a.json": Samples.box, "b.json": Samples.box]) { folder in
      try FileManager.default.createDirectory(atPath: folder + "/old", withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: folder + "/a.json", toPath: folder + "/old/a.json")
      let made = try Command.run("preview", "old/a.json", "a.json", "b.json", "-o", "-", folder: folder)
      #expect(made.exitCode == 0, "\(made.errors)")
      #expect(made.output.contains("<h1>old/a.json, a.json, b.json</h1>"))
    }
  }

  /// A page of another host whose name leads to this machine reads nothing.
  @Test func onlyItsOwnHostIsServed() throws {
    try Samples.withFolder(["a.json": Samples.box]) { (folder: String) throws in
      let server = try PreviewServerProcess(["a.json"], folder: folder)
      defer { _ = try? server.end(SIGKILL) }
      let port = server.port
      for (host, status) in [
        ("127.0.0.1:\(port)", 200), ("localhost:\(port)", 200), ("LocalHost:\(port)", 200), ("evil.example", 421),
        ("evil.example:\(port)", 421), ("127.0.0.1", 421), ("127.0.0.1:1", 421),
        ("localhost.evil.example:\(port)", 421),
      ] {
        for path in ["/", "/state"] {
          let answer = try server.answer(to: "GET \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
          #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(host): \(answer.prefix(80))")
          #expect(status == 200 || !answer.contains("a.json"))
        }
      }
      #expect(try server.answer(to: "GET / HTTP/1.1\r\nConnection: close\r\n\r\n").contains(" 421 "))
    }
  }

  /// The page hears what is wrong with its file; the terminal shows changes and errors, and nothing else.
  @Test func whatIsWrongWithAFileIsTold() throws {
    try Samples.withFolder(["a.json": Samples.box]) { (folder: String) throws in
      let server = try PreviewServerProcess(["a.json"], folder: folder)
      defer { _ = try? server.end(SIGKILL) }
      let file = folder + "/a.json"
      #expect(try server.state(with: "version") == #"{"version":1}"#)
      try Data("{".utf8).write(to: URL(filePath: file))
      let broken = try server.state(with: "problem")
      #expect(broken.contains("cannot be shown") && broken.contains("error: a.json: not valid JSON"), "\(broken)")
      try FileManager.default.removeItem(atPath: file)
      let gone = try server.state(with: "gone")
      #expect(gone.contains("a.json is gone") && !gone.contains("not valid JSON"), "\(gone)")
      try Data(Samples.box.utf8).write(to: URL(filePath: file))
      #expect(try server.state(with: "problem", isThere: false) == #"{"version":2}"#)
      let lines = try server.end(SIGTERM).split(separator: "\n").map { line in
        // Without the time of day.
        line.prefix(while: { $0.isNumber || $0 == ":" }).count == 8 ? String(line.dropFirst(10)) : String(line)
      }
      #expect(lines.count == 5 && lines.first == "Ctrl-C ends it.", "\(lines)")
      #expect(
        lines.dropFirst().filter { !$0.hasPrefix("error: a.json: ") } == [
          "a.json has changed", "a.json is gone", "a.json has changed",
        ])
    }
  }

  @Test func aPageNeverReplacesItsAnimation() throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      let refused = try Command.run("preview", "a.json", "-o", "a.json", "--overwrite", folder: folder)
      #expect(refused.exitCode == 64)
    }
  }
}
