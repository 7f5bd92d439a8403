import Foundation
import KilnDiagnostics
import KilnImages
import KilnPixels
import Testing

/// The bytes of a file that stands in a test as base64.
func bytesOfBase64(_ text: String) throws -> [UInt8] { [UInt8](try #require(Data(base64Encoded: text))) }

/// Decodes an image that stands in a test as base64.
func decodeBase64(_ text: String) throws -> Pixmap {
  try ImageDecoder.decode(bytesOfBase64(text), limits: Limits())
}
