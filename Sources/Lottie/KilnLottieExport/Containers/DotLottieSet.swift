package import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport
internal import KilnTimeline

/// Packs animations that were exported one by one as dotLotties into one archive.
package struct DotLottieSet: Sendable {
  private var archive = DotLottieArchive()
  private let limits: Limits

  /// A set without animations.
  package init(limits: Limits = Limits()) { self.limits = limits }

  /// Adds the animation of an archive that `LottieExporter` wrote, with its themes and state machines.
  ///
  /// - Parameter id: Its ID, unless state machines name the one that it has.
  /// - Throws: `dotlottie.conflict` for two themes, state machines or animations in them of the same name.
  package mutating func add(_ file: [UInt8], id: String) throws(Diagnostic) {
    let source = try LottieSource(bytes: file, limits: limits)
    let parts = try source.dotLottieParts()
    let isNamed = !(parts?.stateMachines.isEmpty ?? true)
    let name = isNamed ? source.info.animation ?? id : id
    if isNamed, archive.animations.contains(where: { $0.id == name }) {
      throw Diagnostic(
        .dotLottieConflict, "two animations have the ID “\(name)”, which a state machine names",
        advice: "rename one of them, or make two archives")
    }
    var log = DiagnosticLog()
    let document = try source.embeddedDocument(log: &log)
    try archive.add(document, id: name, from: parts, limits: limits)
  }

  /// Bytes of the ZIP archive.
  ///
  /// - Throws: `compression.zip.tooLarge`.
  package func bytes() throws(Diagnostic) -> [UInt8] { try archive.bytes() }
}
