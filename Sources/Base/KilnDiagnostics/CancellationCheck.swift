internal import KilnPlatform

/// Ends work that was cancelled, inside of a `WorkPool`'s work.
///
/// It costs less than a microsecond. Loops whose steps take milliseconds call it, wherever they are: a pool's thread is to be
/// free within 50 ms.
///
/// - Throws: `work.cancelled` if that was asked for.
package func checkCancellation() throws(Diagnostic) {
  guard let isCancelled = CancellationScope.isCancelled, isCancelled() else { return }
  throw Diagnostic(.workCancelled, "the work was cancelled")
}
