import KilnCompression
import KilnDiagnostics
import KilnTestSupport
import Testing

@Suite struct ZipWriterTests {
  @Test func archivesReadBack() throws {
    var random = SplitMix64(seed: 3)
    for _ in 0..<30 {
      var writer = ZipWriter()
      var files: [(name: String, data: [UInt8])] = []
      for index in 0..<Int.random(in: 0...12, using: &random) {
        let name = ["manifest.json", "images/bild-ä-\(index).png", "🙂/\(index)"][index % 3]
        let data = random.bytes(count: .random(in: 0...5000, using: &random), values: index.isMultiple(of: 2) ? 3 : 255)
        try writer.add(name, data, method: index.isMultiple(of: 3) ? .stored : .deflated(level: index % 10))
        files.append((name, data))
      }
      let archive = try ZipArchive(bytes: writer.finish(), limits: Limits())
      #expect(archive.entries.map(\.name) == files.map(\.name))
      for (entry, file) in zip(archive.entries, files) {
        #expect(entry.uncompressedSize == file.data.count)
        #expect(entry.compressedSize <= file.data.count)
        #expect(try archive.data(of: entry) == file.data)
      }
    }
  }

  @Test func deflatingMakesSmallerOnlyWhereItHelps() throws {
    var random = SplitMix64(seed: 4)
    let noise = random.bytes(count: 1000)
    let zeros = [UInt8](repeating: 0, count: 1000)
    var writer = ZipWriter()
    try writer.add("noise", noise)
    try writer.add("zeros", zeros)
    try writer.add("stored", zeros, method: .stored)
    let archive = try ZipArchive(bytes: writer.finish(), limits: Limits())
    let sizes = archive.entries.map(\.compressedSize)
    #expect(sizes[0] == 1000)
    #expect(sizes[1] < 50)
    #expect(sizes[2] == 1000)
  }

  @Test func timeIsAlwaysTheFirstThatZipKnows() throws {
    var writer = ZipWriter()
    try writer.add("a", [1], method: .stored)
    let bytes = try writer.finish()
    #expect(bytes[10..<14] == [0, 0, 0x21, 0])
    var again = ZipWriter()
    try again.add("a", [1], method: .stored)
    #expect(try again.finish() == bytes)
  }

  @Test func finishingMayHappenMidway() throws {
    var writer = ZipWriter()
    try writer.add("a", [1])
    let first = try ZipArchive(bytes: writer.finish(), limits: Limits())
    try writer.add("b", [2])
    let second = try ZipArchive(bytes: writer.finish(), limits: Limits())
    #expect(first.entries.map(\.name) == ["a"])
    #expect(second.entries.map(\.name) == ["a", "b"])
  }

  @Test func tooManyEntriesAreRefused() throws {
    var writer = ZipWriter()
    for index in 0..<0xfffe { try writer.add("\(index)", [], method: .stored) }
    #expect(thrownRule { () throws(Diagnostic) in try writer.add("more", []) } == .zipTooLarge)
    #expect(try ZipArchive(bytes: writer.finish(), limits: Limits()).entries.count == 0xfffe)
  }

  @Test func aNameThatDoesNotFitIsRefused() {
    var writer = ZipWriter()
    let name = String(repeating: "n", count: 0x10000)
    #expect(thrownRule { () throws(Diagnostic) in try writer.add(name, []) } == .zipTooLarge)
  }
}
