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

  /// A page of another host whose name leads to this machine reads nothing.
  @Test func onlyItsOwnHostIsServed() throws {
    try Samples.withFolder(["a.json": Samples.box]) { (folder: String) throws in
      let process = Process()
      let output = Pipe()
      process.executableURL = Command.executable
      process.arguments = ["preview", "a.json"]
      process.currentDirectoryURL = URL(filePath: folder, directoryHint: .isDirectory)
      process.standardOutput = output
      try process.run()
      defer {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
      }
      let address = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      let port = try #require(UInt16(address.dropFirst("http://127.0.0.1:".count).prefix { $0.isNumber }), "\(address)")
      for (host, status) in [
        ("127.0.0.1:\(port)", 200), ("localhost:\(port)", 200), ("LocalHost:\(port)", 200), ("evil.example", 421),
        ("evil.example:\(port)", 421), ("127.0.0.1", 421), ("127.0.0.1:1", 421),
        ("localhost.evil.example:\(port)", 421),
      ] {
        for path in ["/", "/version"] {
          let answer = try Self.answer(
            to: "GET \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n", port: port)
          #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(host): \(answer.prefix(80))")
          #expect(status == 200 || !answer.contains("a.json"))
        }
      }
      #expect(try Self.answer(to: "GET / HTTP/1.1\r\nConnection: close\r\n\r\n", port: port).contains(" 421 "))
    }
  }

  /// What the loopback answers.
  private static func answer(to request: String, port: UInt16) throws -> String {
    let socket = socket(AF_INET, stream, 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) }
    }
    guard code == 0 else { throw POSIXError(.ECONNREFUSED) }
    let bytes = Array(request.utf8)
    _ = write(socket, bytes, bytes.count)
    var answer: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(socket, &chunk, chunk.count), count > 0 { answer += chunk[..<count] }
    return String(decoding: answer, as: UTF8.self)
  }

  #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
  #else
    private static let stream = SOCK_STREAM
  #endif

  @Test func aPageNeverReplacesItsAnimation() throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      let refused = try Command.run("preview", "a.json", "-o", "a.json", "--overwrite", folder: folder)
      #expect(refused.exitCode == 64)
    }
  }
}
