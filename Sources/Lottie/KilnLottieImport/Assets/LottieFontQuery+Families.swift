extension LottieFontQuery {
  /// The regular face of the first family that exists.
  public init(anyOf families: [String]) {
    self.init(families: families, weight: 400, isItalic: false)
  }
}
