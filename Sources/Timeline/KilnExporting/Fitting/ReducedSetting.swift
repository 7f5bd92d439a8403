/// A setting that is lower than asked for, because of a budget.
public struct ReducedSetting: Sendable, Hashable {
  /// Name of the setting in reports, for example `quality`.
  public var setting: String
  /// Value that was asked for.
  public var asked: String
  /// Value that was given.
  public var given: String
  /// The change in words, for example `quality 60 instead of lossless`.
  public var summary: String

  /// A setting; nil if it is as asked for.
  ///
  /// - Parameter summary: The change in words, of the value that was given and the one that was asked for.
  public init?(
    _ setting: String, asked: String, given: String, summary: (_ given: String, _ asked: String) -> String
  ) {
    guard asked != given else { return nil }
    self.setting = setting
    self.asked = asked
    self.given = given
    self.summary = summary(given, asked)
  }
}
