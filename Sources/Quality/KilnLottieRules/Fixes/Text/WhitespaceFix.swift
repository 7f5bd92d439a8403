internal import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat

/// Removes spaces and line breaks between values.
struct WhitespaceFix: LottieFix {
  let rules: [Rule] = [.performanceWhitespace]
  let summary = "removes spaces and line breaks between values"

  func apply(to draft: inout FixDraft) {
    let compact = draft.document.tree.compactBytes
    let saved = draft.document.tree.root.source.count - compact.count
    guard saved > 0 else { return }
    draft.text = compact
    draft.note(.removed, "\(ByteCount(saved)) of spaces and line breaks removed")
  }
}
