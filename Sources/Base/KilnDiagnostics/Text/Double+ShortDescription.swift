extension Double {
  /// The number as people write it: at most three decimals, none that are not needed.
  package var shortDescription: String {
    let rounded = (self * 1000).rounded() / 1000
    return Int(exactly: rounded).map(String.init) ?? String(rounded)
  }
}
