import Testing

@Suite struct ConversionTests {
  @Test func placeholder() { #expect(Bool(true)) }
}
