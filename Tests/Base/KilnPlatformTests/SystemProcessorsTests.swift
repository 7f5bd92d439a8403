import KilnPlatform
import Testing

@Suite struct SystemProcessorsTests {
  @Test(
    arguments: [
      ("3", 2), ("1", 1), ("ff", 8), ("00000000,0000f00f", 8), ("ffffffff,ffffffff", 64), ("0", nil), ("", nil),
      ("0x3", nil),
    ] as [(String, Int?)])
  func processorsOfMask(mask: String, count: Int?) {
    #expect(SystemProcessors.count(mask: mask) == count)
  }

  @Test(
    arguments: [
      ("200000 100000", 2), ("150000 100000", 2), ("50000 100000", 1), ("max 100000", nil), ("0 100000", nil),
      ("100000 0", nil),
      ("100000", nil), ("", nil), ("99999999999 1", nil),
    ] as [(String, Int?)])
  func processorsOfQuota(quota: String, count: Int?) {
    #expect(SystemProcessors.count(quota: quota.split(separator: " ")) == count)
  }
}
