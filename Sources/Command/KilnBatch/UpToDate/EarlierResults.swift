internal import Kiln
internal import KilnReports

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Files that earlier batches have made, as the journals of a folder say. They are read only, and not held.
package struct EarlierResults: Sendable {
  private let paths: StatePaths
  /// Paths as the journals keep them.
  private let stored: Set<String>

  /// Results that the journals of a folder name; none if there is no journal, or none that can be read.
  package init(folder: String) {
    paths = StatePaths(folder: folder)
    var files: [String: Set<String>] = [:]
    let decoder = JSONDecoder()
    for name in BatchState.stateFiles(in: folder) {
      guard let bytes = try? Files.readRegular(folder + "/" + name) else { continue }
      let lines = bytes.split(separator: UInt8(ascii: "\n"))
      guard let first = lines.first, first.elementsEqual(BatchState.header.utf8) else { continue }
      for line in lines.dropFirst() {
        switch try? decoder.decode(BatchStateLine.self, from: Data(line)) {
        case .begun(let output): files[output, default: []].insert(output)
        case .ended(let record): files[record.output] = Set(record.files.map(\.path))
        case .removed(let output): files[output] = nil
        case nil: continue
        }
      }
    }
    stored = files.values.reduce(into: []) { $0.formUnion($1) }
  }

  /// Whether a path, absolute or relative to the working folder, is that of a result.
  func contains(_ path: String) -> Bool { stored.contains(paths.stored(path)) }
}
