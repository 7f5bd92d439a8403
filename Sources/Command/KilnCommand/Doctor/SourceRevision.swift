/// The commit that the program is made of.
enum SourceRevision {
  /// The commit's name, 40 hexadecimal digits; nil where the sources are a checkout and not an archive of one commit.
  static var commit: String? { archived.allSatisfy(\.isHexDigit) ? archived : nil }

  /// `git archive`, of which releases are made, puts the commit's name here.
  private static let archived = "$Format:%H$"
}
