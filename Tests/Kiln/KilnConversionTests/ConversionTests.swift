import Foundation
import KilnTestSupport
import Testing

/// Runs everything in `Conversions`. A new folder there needs no new code here.
@Suite struct ConversionTests {
  @Test func thereAreConversions() { #expect(ConversionFolder.all.count >= 3) }

  @Test(arguments: ConversionFolder.all) func hasReadmeAndOneCommand(_ folder: ConversionFolder) {
    #expect(folder.command.starts(with: ["kiln", "convert"]), "`command` holds one line, `kiln convert …`")
    #expect(!Fixture.bytes(folder.path + "/README.md").isEmpty, "README.md says what it shows and what is lost")
  }

  @Test(arguments: ConversionFolder.all) func givesWhatIsExpected(_ folder: ConversionFolder) throws {
    let run = try folder.run()
    #expect(run.exitCode == 0, "\(run.messages)")
    guard let result = try ConvertedAnimation(run.files) else {
      Issue.record("no animation among \(run.files.keys.sorted())")
      return
    }
    Golden.expect(result.dump + run.messages, equalsFile: folder.path + "/expected/dump.txt")
    let wanted = folder.expectedFrames
    #expect(!wanted.isEmpty, "`expected` needs pictures, such as frame-00.png")
    for frame in wanted {
      guard result.frames.indices.contains(frame) else {
        Issue.record("frame \(frame) is expected, of \(result.frames.count)")
        continue
      }
      // Two levels: the mathematics libraries of other machines round differently.
      try Golden.expect(result.frames[frame], equalsPNG: folder.picture(of: frame), tolerance: 2)
    }
  }
}
