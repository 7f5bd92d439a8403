import Diagnostics
import LottieFormat
import TestSupport
import Testing

@Suite struct LottieDocumentTests {
  @Test func jsonWithoutLayersIsNotLottie() {
    let rule = thrownRule { () throws(Diagnostic) in try LottieDocument(bytes: Array(#"{"a":1}"#.utf8)) }
    #expect(rule == .lottieNotLottie)
  }

  @Test func versionsCompareByComponent() {
    #expect(LottieVersion("4.1.8").isBefore(4, 1, 9))
    #expect(!LottieVersion("4.1.9").isBefore(4, 1, 9))
    #expect(!LottieVersion(nil).isBefore(4, 1, 9))
    #expect(!LottieVersion("4.1").isBefore(4, 1, 9))
  }
}
