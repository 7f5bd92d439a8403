internal import KilnDiagnostics
internal import KilnJSON

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension JSONValue {
  /// The file in a `data:` URL (RFC 2397) in Base64.
  func dataURL() throws(Diagnostic) -> [UInt8] {
    let text = try text()
    guard text.hasPrefix("data:"), let comma = text.firstIndex(of: ","), text[..<comma].hasSuffix(";base64"),
      let data = Data(base64Encoded: String(text[text.index(after: comma)...]))
    else { throw invalid("this must be a data: URL in Base64") }
    return [UInt8](data)
  }
}
