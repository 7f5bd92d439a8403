public import Diagnostics

/// The findings of this module.
public enum CompressionRules {
  /// Every rule that this module adds.
  public static let all: [Rule] = [
    .compressedDataInvalid, .compressedDataTruncated, .zipInvalid, .zipUnsupported, .zipChecksumMismatch,
    .zipTooLarge,
  ]
}

extension Rule {
  /// A compressed stream breaks its format.
  public static let compressedDataInvalid = Rule(
    "compression.data.invalid", .error, .rejected,
    "A zlib, gzip or ZIP stream is damaged or of another format.",
    why: "Nothing that was packed can be read.",
    remedy: "Export or download the file again; a transfer in text mode damages it.")
  /// A compressed stream ends before its last block.
  public static let compressedDataTruncated = Rule(
    "compression.data.truncated", .error, .rejected,
    "A zlib, gzip or ZIP stream ends before all data is there.",
    why: "The rest of the animation is missing.",
    remedy: "Export or download the file again.")
  /// An archive whose tables contradict each other or point outside the file.
  public static let zipInvalid = Rule(
    "compression.zip.invalid", .error, .rejected,
    "The ZIP archive's table of contents is damaged.",
    why: "The entries of the archive cannot be found.",
    remedy: "Pack the archive again, or export the animation anew.")
  /// An archive that needs a feature that Kiln leaves out.
  public static let zipUnsupported = Rule(
    "compression.zip.unsupported", .error, .rejected,
    "The ZIP archive is encrypted, split, a ZIP64 archive, or packed with something other than Deflate.",
    why: "Neither Kiln nor the players can read such an archive.",
    remedy: "Pack the files again as a plain ZIP archive with Deflate and without a password.")
  /// An entry whose bytes are not those that were packed.
  public static let zipChecksumMismatch = Rule(
    "compression.zip.checksum", .error, .rejected,
    "An entry of the ZIP archive does not match its CRC-32.",
    why: "The entry's bytes are not those that were packed.",
    remedy: "Pack the archive again, or export the animation anew.")
  /// What is to be written does not fit into a ZIP archive.
  public static let zipTooLarge = Rule(
    "compression.zip.tooLarge", .error, .rejected, fault: .output,
    "An archive to be written passes 65534 entries or 4 GiB, which needs ZIP64.",
    why: "Players read plain ZIP archives only.",
    remedy: "Write SVGA 2 instead of --svga-version 1, or make the animation smaller.")
}
