import Foundation

/// The page, and what it was made of.
actor ServedPage {
  private let kiln: String
  private let files: [String]
  private let arguments: [String]
  /// The last page that could be made.
  private(set) var html = Data()
  /// Grows with each page.
  private(set) var version = 0
  /// Values of `Host` for which it is served; none before the server listens.
  private var hosts: Set<String> = []

  init(kiln: String, files: [String], arguments: [String]) {
    self.kiln = kiln
    self.files = files
    self.arguments = arguments
  }

  /// Serves the page for the names of the loopback with a port.
  func listen(on port: UInt16) { hosts = ["127.0.0.1:\(port)", "localhost:\(port)"] }

  /// Whether a request is for this server, by its header `Host`.
  func isAsked(at host: String?) -> Bool { host.map { hosts.contains($0.lowercased()) } ?? false }

  /// Makes the page anew, and keeps the last one if that fails, which `kiln` then has said. Returns the exit code.
  func update() -> Int32 {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: kiln)
    process.arguments = ["preview"] + arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    do { try process.run() } catch { return 70 }
    let made = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return process.terminationStatus }
    html = made
    version += 1
    return 0
  }

  /// Looks at the animations four times a second, until the task is cancelled.
  func watch() async {
    var seen = stamps
    while !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(250))
      let now = stamps
      guard now != seen else { continue }
      seen = now
      _ = update()
    }
  }

  /// Modification time and size of each animation; nil for missing files.
  private var stamps: [String?] {
    files.map { file in
      guard let attributes = try? FileManager.default.attributesOfItem(atPath: file) else { return nil }
      let time = (attributes[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0
      return "\(time) \(attributes[.size] ?? 0) \(attributes[.systemFileNumber] ?? 0)"
    }
  }
}
