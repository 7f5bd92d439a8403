/// The sound of a layer (`ty` 6).
public struct LottieSound: Sendable {
  /// `refId`: ID of the asset with the file.
  public var asset: String
  /// `au.lv`: volume of the channels, left first, in percent; nil if the layer does not say.
  public var level: LottieProperty<LottieVector>?
  /// `tm`: time in the sound, in seconds; nil if it runs by itself.
  public var timeRemap: LottieProperty<Double>?
}
