internal import KilnDiagnostics
internal import Kiln
internal import KilnLottieImport

/// Limits of a file, and whether it is trusted with links, fonts and the script engine of this machine.
struct FilePolicy: Sendable, Hashable {
  /// The limits that hold.
  var limits = Limits()
  /// Whether the file is one of a stranger: no script engine, no installed fonts, no links.
  var isUntrusted = false
  /// Limits that somebody has set, apart from the profile.
  var chosen: Set<Limit> = []

  /// Whether symbolic links are followed.
  var followsLinks: Bool { !isUntrusted }

  /// Fonts of this machine that may be used.
  func fonts(_ installed: InstalledFonts) -> InstalledFonts { isUntrusted ? .none : installed }

  /// Treatment of scripts.
  func expressions(_ expressions: LottieExpressions) -> LottieExpressions {
    isUntrusted ? expressions.withoutEngine : expressions
  }

  /// A limit of the process that works on a file; nil if there is none: nobody has asked for one, and the file is trusted.
  func processLimit(_ limit: Limit) -> Int? {
    isUntrusted || chosen.contains(limit) ? limits[limit] : nil
  }

  /// A policy of its options and variables of the environment; what stands later takes precedence.
  init(isUntrusted: Bool, _ settings: [LimitArgument]) {
    self.isUntrusted = isUntrusted
    limits = isUntrusted ? .untrusted : Limits()
    for setting in settings {
      limits[setting.limit] = setting.value
      chosen.insert(setting.limit)
    }
  }
}
