import Foundation
import KilnLottieImport
import KilnTestSupport

/// An animation of `Tests/Pictures` and the pictures that a player draws of it.
struct PictureCase: Sendable {
  /// One moment of the animation.
  struct Moment: Sendable {
    /// Part of the duration that is over, 0..<1.
    var part: Double
    /// Where the expected picture lies.
    var path: String
  }

  /// What it is about: the name of its folder.
  let feature: String
  /// Feature and name of the file, without the extension: `masks/subtract`.
  let name: String
  /// Where the animation lies.
  let path: String
  /// Expected pictures, first to last.
  let moments: [Moment]

  /// The player whose result is reproduced.
  var fidelity: LottieFidelity { feature == "after-effects" ? .afterEffects : .lottieWeb }

  /// Where all cases lie, with a slash at its end.
  static let root = Fixture.repository("Tests/Pictures") + "/"

  /// All cases, by name; those of `KILN_PICTURES` alone, a comma-separated list of features and cases, if it is set.
  static let all: [PictureCase] = {
    let wanted = ProcessInfo.processInfo.environment["KILN_PICTURES"]?.split(separator: ",").map(String.init) ?? []
    let cases = features.flatMap(cases(of:))
    return wanted.isEmpty ? cases : cases.filter { wanted.contains($0.name) || wanted.contains($0.feature) }
  }()

  /// Whether `all` is only some of them.
  static let isFiltered = ProcessInfo.processInfo.environment["KILN_PICTURES"]?.isEmpty == false

  private static var features: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return names.filter { !$0.contains(".") }.sorted()
  }

  private static func cases(of feature: String) -> [PictureCase] {
    let files = ((try? FileManager.default.contentsOfDirectory(atPath: root + feature)) ?? []).sorted()
    return files.filter { $0.hasSuffix(".json") || $0.hasSuffix(".svga") }.map { file in
      let stem = String(file.prefix { $0 != "." })
      let moments = files.compactMap { picture -> Moment? in
        guard picture.hasPrefix(stem + "."), picture.hasSuffix(".png") else { return nil }
        let part = picture.dropFirst(stem.count + 1).dropLast(3)
        guard let part = part.isEmpty ? 0 : Double(part.dropLast()) else { return nil }
        return Moment(part: part, path: "\(root)\(feature)/\(picture)")
      }
      return PictureCase(
        feature: feature, name: "\(feature)/\(stem)", path: "\(root)\(feature)/\(file)",
        moments: moments.sorted { $0.part < $1.part })
    }
  }
}
