internal import KilnPlatform
internal import Synchronization

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Name of a file or folder that is being written beside its place: `.NAME.IDENTIFIER`.
///
/// The identifier has the form of a UUID, and says which process writes, so that others know whether it was killed.
struct PartialName {
  /// The file's own name, or as much of it as fits.
  let name: String
  /// The process that writes.
  let writer: ProcessIdentity
  private let identifier: String

  /// Number of names that this process has made.
  private static let count = Atomic<UInt32>(0)

  /// A new name in this process.
  init(of name: String) {
    self.name = Self.kept(of: name)
    writer = .own
    let count = Self.count.add(1, ordering: .relaxed).newValue
    let digits = [writer.number, writer.start, writer.machine, count].map(Self.hexadecimal).joined()
    var (parts, rest) = ([Substring](), digits[...])
    for length in [8, 4, 4, 4, 12] {
      parts.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    identifier = parts.joined(separator: "-")
  }

  /// The name that a file has; nil if it has another form.
  init?(fileName: String) {
    guard fileName.hasPrefix("."), let dot = fileName.lastIndex(of: "."), dot > fileName.startIndex else { return nil }
    name = String(fileName[..<dot].dropFirst())
    identifier = String(fileName[fileName.index(after: dot)...])
    guard UUID(uuidString: identifier) != nil else { return nil }
    let digits = identifier.filter { $0 != "-" }
    let numbers = stride(from: 0, to: 24, by: 8).compactMap { UInt32(digits.dropFirst($0).prefix(8), radix: 16) }
    guard numbers.count == 3 else { return nil }
    writer = ProcessIdentity(number: numbers[0], start: numbers[1], machine: numbers[2])
  }

  var fileName: String { ".\(name).\(identifier)" }

  /// The part of a file's name that the temporary one keeps: the whole must fit into 255 bytes.
  static func kept(of name: String) -> String {
    let (dots, identifier) = (2, 36)
    return Files.shortened(name, toBytes: Files.longestName - dots - identifier)
  }

  private static func hexadecimal(_ number: UInt32) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}

/// What killed processes have left in folders.
enum Leftovers {
  /// Folders that this process has looked into.
  private static let seen = Mutex<Set<String>>([])

  /// Removes files and folders that a process of this machine was writing when it was killed. A folder is looked into once
  /// by a process, before the first file in it is written.
  static func remove(in folder: URL) {
    let path = folder.path(percentEncoded: false)
    guard seen.withLock({ $0.insert(path).inserted }) else { return }
    for name in Files.names(in: path.isEmpty ? "." : path) where name.hasPrefix(".") {
      guard let partial = PartialName(fileName: name), partial.writer.hasEnded == true else { continue }
      try? FileManager.default.removeItem(at: folder.appending(path: name))
    }
  }
}
