import Foundation

/// Files that lie beside a test.
public enum Fixture {
  /// The folder `Fixtures` of a module's tests: beside a test file, or beside the folder of its subject.
  public static func folder(besides file: String = #filePath) -> String {
    let folder = URL(filePath: file).deletingLastPathComponent()
    let candidates = [folder, folder.deletingLastPathComponent()].map { $0.appending(path: "Fixtures").path() }
    return candidates.first { FileManager.default.fileExists(atPath: $0) } ?? candidates[0]
  }

  /// A file or folder of this repository, by its path from the top.
  public static func repository(_ path: String) -> String {
    let support = URL(filePath: #filePath).deletingLastPathComponent()
    return support.appending(path: "../../../" + path).standardized.path()
  }

  /// Paths of all files with an extension below a folder, in order.
  public static func files(in folder: String, extension name: String) -> [String] {
    let found = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return found.filter { $0.hasSuffix("." + name) }.sorted().map { folder + "/" + $0 }
  }

  /// The bytes of a file; none if it cannot be read.
  public static func bytes(_ path: String) -> [UInt8] {
    FileManager.default.contents(atPath: path).map { [UInt8]($0) } ?? []
  }

  /// Writes a file, and makes the folders that it needs.
  public static func write(_ text: String, _ path: String) throws {
    let url = URL(filePath: path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  /// A new empty folder, removed when `body` is done.
  public static func withTemporaryFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kiln-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder.path())
  }
}
