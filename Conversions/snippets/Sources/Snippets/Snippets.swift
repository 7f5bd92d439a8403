import Foundation
import Kiln

/// Runs all snippets: `Snippets CONVERSIONS OUTPUT`, which are the folder of samples, and one for pictures of articles.
@main
struct Main {
  static func main() async {
    let folders = CommandLine.arguments.dropFirst()
    guard folders.count == 2, let conversions = folders.first, let output = folders.last else {
      return fail("usage: Snippets CONVERSIONS OUTPUT")
    }
    do {
      try await run(Samples(conversions: conversions, output: output))
    } catch {
      fail("\(error)")
    }
  }

  private static func run(_ samples: Samples) async throws {
    try await frontDoor(samples)
    try await serve(samples)
    try await makeLottie(samples)
    try await readFindings(samples)
    try await validate(samples)
    try await buildTimeline(samples)
    try await importBalls(samples)
    try await exportPictures(samples)
    try await lower(samples)
  }

  private static func fail(_ message: String) {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(1)
  }
}
