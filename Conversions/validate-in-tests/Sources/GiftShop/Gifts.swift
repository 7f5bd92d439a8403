import Foundation

/// Animations that the app ships.
public enum Gifts {
  /// The file of a gift, in SVGA.
  public static func file(_ name: String) -> URL { folder.appending(path: "\(name).svga") }

  /// Names of all gifts.
  public static let names =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".svga") }.map { String($0.dropLast(5)) }.sorted()

  private static let folder = (Bundle.module.resourceURL ?? Bundle.module.bundleURL).appending(path: "Gifts")
}
