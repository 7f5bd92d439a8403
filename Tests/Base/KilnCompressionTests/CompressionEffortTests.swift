import KilnCompression
import Testing

@Suite struct CompressionEffortTests {
  @Test func manyPicturesGetLessTimeByDefault() {
    let counts = [0, 1 << 20, 5 << 20, 40 << 20, .max]
    #expect(counts.map { CompressionEffort.normal.deflateLevel(forPictureBytes: $0) } == [12, 12, 11, 10, 10])
  }

  @Test(arguments: [CompressionEffort.quick, .light, .strongest])
  func anEffortThatWasAskedForStays(_ effort: CompressionEffort) {
    for count in [0, 5 << 20, .max] { #expect(effort.deflateLevel(forPictureBytes: count) == effort.deflateLevel) }
  }
}
