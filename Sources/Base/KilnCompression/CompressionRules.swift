package import KilnDiagnostics

/// Rules of this module.
package enum CompressionRules {
  /// All rules that this module declares.
  package static let all: [Rule] = [
    .compressedDataInvalid, .compressedDataTruncated, .zipInvalid, .zipUnsupported, .zipChecksumMismatch,
    .zipTooLarge, .zipNested,
  ]
}

extension Rule {
  /// A compressed stream violates its format.
  package static let compressedDataInvalid = Rule(
    "compression.data.invalid", .error, .rejected,
    "A zlib, gzip or ZIP stream is damaged or of another format.",
    why: "Nothing that was packed can be read.",
    remedy: "Export or download the file again; a transfer in text mode damages it.")
  /// A compressed stream ends before its last block.
  package static let compressedDataTruncated = Rule(
    "compression.data.truncated", .error, .rejected,
    "A zlib, gzip or ZIP stream ends before all data is there.",
    why: "The rest of the animation is missing.",
    remedy: "Export or download the file again.")
  /// An archive whose tables are inconsistent or point outside of the file.
  package static let zipInvalid = Rule(
    "compression.zip.invalid", .error, .rejected,
    "The ZIP archive's table of contents is damaged.",
    why: "The entries of the archive cannot be found.",
    remedy: "Pack the archive again, or export the animation anew.")
  /// An archive that requires an unsupported feature.
  package static let zipUnsupported = Rule(
    "compression.zip.unsupported", .error, .rejected,
    "The ZIP archive is encrypted, split, a ZIP64 archive, or packed with something other than Deflate.",
    why: "Neither Kiln nor the players can read such an archive.",
    remedy: "Pack the files again as a plain ZIP archive with Deflate and without a password.")
  /// An entry whose checksum is wrong.
  package static let zipChecksumMismatch = Rule(
    "compression.zip.checksum", .error, .rejected,
    "An entry of the ZIP archive does not match its CRC-32.",
    why: "The entry's bytes are not those that were packed.",
    remedy: "Pack the archive again, or export the animation anew.")
  /// The output exceeds the limits of a ZIP archive without ZIP64.
  package static let zipTooLarge = Rule(
    "compression.zip.tooLarge", .error, .rejected, fault: .output,
    "An archive to be written passes 65534 entries or 4 GiB, which needs ZIP64.",
    why: "Players read plain ZIP archives only.",
    remedy: "Write SVGA 2 instead of --svga-version 1, or make the animation smaller.")
}
