// snippet.tests
import Foundation
import Kiln
import Testing

@Suite("Gifts of the app")
struct GiftTests {
  // snippet.hide
  /// The folder `Conversions`, instead of that of an app's resources.
  static let folder = URL(filePath: #filePath).appending(path: "../../../../svga-like-to-atlas").standardized.path
  // snippet.show
  @Test("Gifts keep to what the platform demands", arguments: ["like.svga"])
  func platformAcceptsGifts(name: String) async throws {
    #expect(try await Validation(preset: .svgaGift).problems(in: "\(Self.folder)/\(name)") == [])
  }

  @Test("Gifts look like their designs", arguments: [("like.svga", "like.json")])
  func giftsLookLikeDesigns(name: String, design: String) async throws {
    let gift = try await AnimationFile(path: "\(Self.folder)/\(name)")
    let designed = try await AnimationFile(path: "\(Self.folder)/\(design)")
    #expect(try await gift.compare(with: designed).similarity > 0.98)
  }
}
// snippet.end
