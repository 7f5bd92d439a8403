internal import KilnCompression
public import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
package import KilnLottieImport
internal import KilnRuleEngine
internal import KilnTimeline

/// A fix that was not made.
public struct FixRefusal: Sendable, Hashable {
  /// The rule that it mends.
  public let rule: Rule
  /// Why it was not made.
  public let reason: String

  /// A refusal.
  public init(rule: Rule, reason: String) {
    self.rule = rule
    self.reason = reason
  }
}

/// Result of the fixes of one file.
public struct FixedFile: Sendable {
  /// The file after the fixes; the same bytes if there is nothing to do.
  public var bytes: [UInt8]
  /// Bytes of the file before.
  public var originalCount: Int
  /// Changes in the order of the fixes.
  public var changes: [FixChange] = []
  /// Fixes that would change the rendering.
  public var refusals: [FixRefusal] = []
  /// Files beside it that must be copied before it is written.
  public var copies: [Copy] = []

  /// A file beside the animation that gets another name.
  public struct Copy: Sendable, Hashable {
    /// Folder as the document writes it, relative to the animation; empty or with a slash at its end.
    package let folder: String
    /// Name of the file that is there.
    package let from: String
    /// Name of the copy in the same folder.
    package let to: String
  }

  /// A file that stays as it is.
  public init(unchanged bytes: [UInt8]) {
    self.bytes = bytes
    originalCount = bytes.count
  }
}

/// Fixes Lottie files without changing their rendering.
package struct LottieFixer: Sendable {
  private let fixes: [any LottieFix]
  private let isChosen: Bool
  private let limits: Limits
  private let assets: any AssetLoader
  private let name: String?
  private let expressions: LottieExpressions

  /// A fixer with all fixes, or with those of some rules.
  ///
  /// - Parameters:
  ///   - rules: IDs of the rules to mend; nil for all but those that must be chosen.
  ///   - name: Name of the file without its extension, for what is named after it.
  ///   - expressions: Whether the scripts in the file are run.
  ///   - assets: Finds images that are not in the file.
  package init(
    rules: Set<String>? = nil, name: String? = nil, expressions: LottieExpressions = .run,
    assets: any AssetLoader = NoAssets(), limits: Limits = Limits()
  ) {
    fixes = FixCatalogue.lottie.filter { fix in
      rules.map { !$0.isDisjoint(with: fix.rules.map(\.id)) } ?? !fix.isOptIn
    }
    isChosen = rules != nil
    self.name = name
    self.expressions = expressions
    self.assets = assets
    self.limits = limits
  }

  /// A fixer with some fixes, all of which were asked for.
  package init(fixes: [any LottieFix], limits: Limits = Limits()) {
    (self.fixes, isChosen, name, expressions, assets, self.limits) = (fixes, true, nil, .run, NoAssets(), limits)
  }

  /// Times that the fixes are applied at most.
  private static let maximumPasses = 6

  /// Mends a file. Each fix that would change a frame is left out, as is all that would make the file larger unless its
  /// rule was chosen.
  ///
  /// What one fix does may make room for another one before it. All are applied until there is nothing left, so that a
  /// second call changes nothing. Places of changes are those in the document that the fix was applied to.
  ///
  /// - Throws: When the file cannot be read, or not be drawn.
  package func fix(_ bytes: [UInt8]) throws(Diagnostic) -> FixedFile {
    var result = try pass(bytes, original: bytes)
    var before = bytes
    for _ in 1..<Self.maximumPasses where result.bytes != before && result.copies.isEmpty {
      before = result.bytes
      let next = try pass(before, original: bytes)
      guard next.bytes != before else { break }
      result.bytes = next.bytes
      result.changes += next.changes
      result.copies = next.copies
    }
    return result
  }

  /// Applies all fixes once; frames must stay those of the original.
  private func pass(_ bytes: [UInt8], original: [UInt8]) throws(Diagnostic) -> FixedFile {
    let file = try LottieRewriting(bytes: bytes, limits: limits)
    var fixes = fixes
    var attempt = try apply(fixes, to: file)
    if !isChosen, attempt.bytes.count > bytes.count {
      fixes.removeAll(where: \.grows)
      attempt = try apply(fixes, to: file)
    }
    var result = FixedFile(unchanged: bytes)
    guard attempt.bytes != bytes else { return result }
    if try difference(file, original, attempt) == nil { return keep(attempt, &result) }
    // One after the other, to find those that make the difference.
    var accepted: [any LottieFix] = []
    var best = Attempt(bytes: bytes)
    for fix in fixes where attempt.changes.contains(where: { fix.rules.contains($0.rule) }) {
      var reason: String?
      var isAccepted = false
      for form in [fix] + fix.weakerForms {
        let trial = try apply(accepted + [form], to: file)
        guard let found = try difference(file, original, trial) else {
          accepted.append(form)
          best = trial
          isAccepted = true
          break
        }
        reason = reason ?? found.description
      }
      if !isAccepted { result.refusals.append(FixRefusal(rule: fix.rule, reason: reason ?? "")) }
    }
    return keep(best, &result)
  }

  /// A file that has become larger stays as it was, unless somebody has asked for just these fixes.
  private func keep(_ attempt: Attempt, _ result: inout FixedFile) -> FixedFile {
    if attempt.bytes.count <= result.originalCount || isChosen {
      result.bytes = attempt.bytes
      result.changes = attempt.changes
      result.copies = attempt.copies
    }
    return result
  }

  // MARK: - Attempts

  private struct Attempt {
    var bytes: [UInt8]
    var changes: [FixChange] = []
    var copies: [FixedFile.Copy] = []
  }

  /// The file after some fixes, each of which sees what those before have made.
  private func apply(_ fixes: [any LottieFix], to file: LottieRewriting) throws(Diagnostic) -> Attempt {
    var surroundings = FixContext(limits: limits) { json in timeline(of: json, file) }
    surroundings.hasStateMachines = file.hasStateMachines
    surroundings.hasThemes = file.hasThemes
    surroundings.isArchive = file.archive != nil
    surroundings.name = name
    var attempt = Attempt(bytes: [])
    var documents: [[UInt8]] = []
    for original in file.documents {
      var json = original.json
      var document = try LottieDocument(bytes: json, limits: limits)
      for fix in fixes {
        var draft = FixDraft(document, surroundings, fix.rule)
        try fix.apply(to: &draft)
        guard !draft.changes.isEmpty else { continue }
        attempt.changes += draft.changes
        attempt.copies += draft.copies
        json = draft.result
        document = try LottieDocument(bytes: json, limits: limits)
      }
      documents.append(json)
    }
    attempt.bytes = try file.replacing(documents)
    return attempt
  }

  /// The animation as it is drawn; nil if it cannot be.
  private func timeline(of json: [UInt8], _ file: LottieRewriting) -> Timeline? {
    guard file.archive == nil,
      let source = try? LottieSource(bytes: json, expressions: expressions, limits: limits, assets: assets)
    else { return nil }
    var log = DiagnosticLog()
    return try? source.timeline(TimelineVisit.sampling(of: source.info, isDrawn: true), log: &log)
  }

  // MARK: - Comparison

  /// The first difference between the frames of two files, of all animations and of each one's initial theme.
  private func difference(
    _ file: LottieRewriting, _ before: [UInt8], _ attempt: Attempt
  ) throws(Diagnostic) -> FrameComparison.Difference? {
    for document in file.documents {
      let old = try LottieSource(
        bytes: before, animation: document.animation, expressions: expressions, limits: limits, assets: assets)
      let new: LottieSource
      do throws(Diagnostic) {
        let renamed: any AssetLoader =
          attempt.copies.isEmpty ? assets : RenamedAssets(assets: assets, copies: attempt.copies)
        new = try LottieSource(
          bytes: attempt.bytes, animation: document.animation, expressions: expressions, limits: limits,
          assets: renamed)
      } catch {
        return FrameComparison.Difference(description: error.message)
      }
      if let found = try FrameComparison(with: old, limits: limits).difference(of: new) { return found }
    }
    return nil
  }
}
