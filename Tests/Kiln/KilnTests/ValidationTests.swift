import Foundation
import Kiln
import Testing

@Suite("Validation of an app's files")
struct ValidationTests {
  @Test("A preset's demands are checked")
  func presetsAreChecked() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kiln-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let icon = try await AnimationFile(AnimationFileTests.icon)
    let gift = folder.appending(path: "gift.svga")
    try Data(try await icon.convert(to: .svga).files[0].bytes).write(to: gift)
    var validation = Validation(preset: .svgaGift)
    #expect(try await validation.passes(gift.path))
    #expect(try await validation.problems(in: gift.path).isEmpty)
    // A gift of 40 × 20 px is no avatar frame, which has 300 × 300.
    validation = Validation(preset: .svgaAvatarFrame)
    #expect(try await !validation.passes(gift.path))
    #expect(try await validation.problems(in: gift.path).map(\.rule.id) == ["policy.canvas"])
    let damaged = folder.appending(path: "damaged.svga")
    try Data(contentsOf: gift).prefix(50).write(to: damaged)
    #expect(try await validation.problems(in: damaged.path).count == 1)
  }

  @Test("An opened file is checked with its own limits")
  func openedFilesAreChecked() async throws {
    let icon = try await AnimationFile(AnimationFileTests.icon)
    let report = try await icon.validate()
    #expect(report.failure == nil)
    #expect(report.facts.frameCount == 10)
  }
}
