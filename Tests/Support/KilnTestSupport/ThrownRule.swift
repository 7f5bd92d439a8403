public import KilnDiagnostics

/// The rule of the diagnostic that `work` throws; nil if it throws none.
public func thrownRule<Result>(_ work: () throws(Diagnostic) -> Result) -> Rule? { thrown(work)?.rule }

/// The diagnostic that `work` throws; nil if it throws none.
public func thrown<Result>(_ work: () throws(Diagnostic) -> Result) -> Diagnostic? {
  do throws(Diagnostic) {
    _ = try work()
    return nil
  } catch {
    return error
  }
}
