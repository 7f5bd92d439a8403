import Foundation
import GiftShop
import Kiln
import Testing

@Suite("Gifts of the shop")
struct GiftTests {
  let validation = Validation(preset: .svgaGift)

  @Test("The gift passes")
  func giftPasses() async throws {
    #expect(try await Validation(preset: .svgaGift).passes(Gifts.file("gift").path))
  }

  @Test("Every gift keeps to what the platform demands", arguments: Gifts.names)
  func platformAcceptsGift(name: String) async throws {
    // A failed test prints the problems; `passes` would only say false.
    #expect(try await validation.problems(in: Gifts.file(name).path) == [])
  }

  @Test("A draft that phones cannot show is refused, and why")
  func draftIsRefused() async throws {
    let draft = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Drafts/banner.svga")
    #expect(try await !validation.passes(draft.path))
    let problems = try await validation.problems(in: draft.path)
    #expect(problems.map(\.rule.id) == ["budget.canvas"])
    #expect(problems.map(\.message) == ["the canvas is 4800 × 900 px, more than 4096 px"])
  }
}
