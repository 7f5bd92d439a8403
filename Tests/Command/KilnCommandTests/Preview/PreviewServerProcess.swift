import Foundation
import KilnTestSupport
import Testing

/// A running `kiln preview`.
struct PreviewServerProcess {
  private let process = Process()
  private let errors = Pipe()
  /// Port of its address, which it has printed.
  let port: UInt16

  /// Starts it, and waits for its address.
  init(_ files: [String], folder: String) throws {
    let output = Pipe()
    process.executableURL = Command.executable
    process.arguments = ["preview"] + files
    process.currentDirectoryURL = URL(filePath: folder, directoryHint: .isDirectory)
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let address = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    port = try #require(UInt16(address.dropFirst("http://127.0.0.1:".count).prefix { $0.isNumber }), "\(address)")
  }

  /// Ends it, and returns what it wrote to standard error.
  func end(_ signal: Int32) throws -> String {
    guard process.isRunning else { return "" }
    kill(process.processIdentifier, signal)
    try process.waitForEnd()
    return String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }

  /// The state that a page is told, once it has a word, or no longer has it; the last one after ten seconds.
  func state(with word: String, isThere: Bool = true) throws -> String {
    var state = ""
    for _ in 0..<100 {
      let answer = try self.answer(to: "GET /state HTTP/1.1\r\nHost: localhost:\(port)\r\nConnection: close\r\n\r\n")
      state = answer.components(separatedBy: "\r\n\r\n").dropFirst().joined()
      if state.contains(word) == isThere { break }
      Thread.sleep(forTimeInterval: 0.1)
    }
    return state
  }

  /// What the loopback answers.
  func answer(to request: String) throws -> String {
    let socket = socket(AF_INET, Self.stream, 0)
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
}
