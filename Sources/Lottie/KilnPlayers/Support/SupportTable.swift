/// Table of the features that players support, read from `support.md`.
public struct SupportTable: Sendable {
  /// Support of a feature in a player.
  public enum Support: Sendable, Hashable {
    /// Supported.
    case yes
    /// Not supported.
    case no
    /// Supported in part.
    case partial
    /// Not known.
    case unknown
    /// From a version on.
    case since([Int])
  }

  /// A cell of the table.
  public struct Cell: Sendable, Hashable {
    /// Support of the feature in the player.
    public let support: Support
    /// Letters of the sources, comma separated; empty for an unknown cell.
    public let sources: String
    /// The cell as it is written.
    public let text: String
  }

  /// A player that does not show a feature as it was meant.
  public struct Failure: Sendable, Hashable {
    /// Name of the target, such as `lottie-ios`.
    public var target: String
    /// Whether the target shows a part of it.
    public var isPartial: Bool
  }

  /// A row of the table.
  public struct Feature: Sendable {
    /// Name for programs, such as `mergePaths`.
    public let id: String
    /// Name for people.
    public let name: String
    /// Names of the columns.
    public let targets: [String]
    /// One cell for each target.
    public let cells: [Cell]
    /// Appearance of the animation where the feature is missing.
    public let appearance: String
  }

  /// The features of Lottie players, then those of SVGA players.
  public let features: [Feature]
  /// Names of all targets.
  public let targets: [String]
  /// Source that each letter stands for.
  public let sources: [(letter: String, text: String)]
  private let positions: [String: Int]

  /// The table that Kiln carries.
  public static let standard = SupportTable(String(decoding: PackageResources.support_md, as: UTF8.self))
  /// What conversions for a target write in another way, and validation does not mention.
  package static let details = SupportTable(String(decoding: PackageResources.details_md, as: UTF8.self))

  /// Reads the Markdown tables of a text; rows that do not fit their header are left out.
  init(_ text: String) {
    var features: [Feature] = []
    var targets: [String] = []
    var sources: [(letter: String, text: String)] = []
    var columns: [String] = []
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) where line.starts(with: "| ".utf8) {
      let cells = line.split(separator: UInt8(ascii: "|")).map { String($0.trimmingSpaces) }.filter { !$0.isEmpty }
      if cells.first == "Feature" {
        columns = Array(cells.dropFirst(2).dropLast())
        targets += columns
      } else if cells.first == "---" || cells.first == "Letter" {
        continue
      } else if cells.count == 2 {
        sources.append((cells[0], cells[1]))
      } else if cells.count == columns.count + 3 {
        features.append(
          Feature(
            id: cells[0], name: cells[1], targets: columns, cells: cells[2..<cells.count - 1].map { Cell($0) },
            appearance: cells[cells.count - 1]))
      }
    }
    self.features = features
    self.targets = targets
    self.sources = sources
    positions = Dictionary(features.enumerated().map { ($1.id, $0) }) { first, _ in first }
  }

  /// The feature with an ID; nil if there is none.
  public func feature(_ id: String) -> Feature? { positions[id].map { features[$0] } }
}

extension SupportTable.Cell {
  fileprivate init(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 1)
    sources = parts.count > 1 ? String(parts[1]) : ""
    self.text = text
    support =
      switch parts.first {
      case "yes": .yes
      case "no": .no
      case "part": .partial
      case let value?:
        value == "?" ? .unknown : .since(value.split(separator: ".").compactMap { Int($0) })
      case nil: .unknown
      }
  }
}

extension SupportTable.Feature {
  /// Targets that only count where they are asked for: stores with rules of their own, another format, and a player of which
  /// only an old version is known.
  private static let onDemand: Set<String> = ["telegram", "wear-os", "svga", "svga-harmony"]

  /// The targets that lack the feature or have it with restrictions. Unknown cells do not count.
  ///
  /// - Parameter targets: Players to consider; empty for all but those that only count on demand.
  package func failures(in targets: [Target]) -> [SupportTable.Failure] {
    var failures: [SupportTable.Failure] = []
    for (name, cell) in zip(self.targets, cells) {
      let asked = targets.filter { $0.name == name || (name == "svga" && $0.isSVGA) }
      if targets.isEmpty ? Self.onDemand.contains(name) : asked.isEmpty { continue }
      let isOld: Bool
      switch cell.support {
      case .yes, .unknown: continue
      case .no, .partial: isOld = false
      case .since(let version):
        isOld = asked.contains { !$0.isAtLeast(version) }
        guard isOld else { continue }
      }
      failures.append(SupportTable.Failure(target: name, isPartial: cell.support == .partial))
    }
    return failures
  }
}

extension Substring.UTF8View {
  fileprivate var trimmingSpaces: Substring {
    let start = drop { $0 == UInt8(ascii: " ") }
    return start.lastIndex { $0 != UInt8(ascii: " ") }.map { Substring(start[...$0]) } ?? ""
  }
}
