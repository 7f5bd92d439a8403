internal import KilnDigests

/// Results of conversions by their content: what came in, and how it was converted.
///
/// Programs conform to it with a database or a folder of their own. Called from threads of a pool, which it may block.
public protocol ConversionCache: Sendable {
  /// A result that was stored; nil if there is none.
  func result(for key: ConversionKey) -> Conversion.Result?

  /// Stores a result.
  func store(_ result: Conversion.Result, for key: ConversionKey)
}

/// Identity of a conversion: a digest of the file, of all settings that change the result, and of Kiln's version.
public struct ConversionKey: Sendable, Hashable, CustomStringConvertible {
  /// 64 hexadecimal digits.
  public let description: String

  /// The key of a conversion; nil if the result may depend on what is not in the file.
  init?(_ file: AnimationFile, to format: OutputFormat, _ options: Conversion.Options, name: String) {
    // Of these, NoAssets leaves out the fonts of the file, too, and is part of the key.
    switch file.options.assets {
    case nil, is NoAssets, is EmbeddedAssets: break
    default: return nil
    }
    var options = options
    options.threads = 1
    let reading = file.options
    let settings: [Any] = [
      reading.format as Any, reading.animation as Any, reading.theme as Any, reading.fidelity, reading.player as Any,
      reading.expressions, reading.overrides, reading.limits, reading.assets is NoAssets, format.id, format.exporter,
      options, name,
    ]
    description =
      SHA256Digest(ofTexts: [
        KilnVersion.text, SHA256Digest(of: file.bytes).description, SettingsText(settings).text,
      ]).description
  }
}
