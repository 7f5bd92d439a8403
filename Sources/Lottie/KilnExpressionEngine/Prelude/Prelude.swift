/// The script that makes a Lottie document accessible to its expressions.
///
/// Its parts make one function, so that expressions see of it only what it hands to them. Names, results and mistakes are
/// lottie-web's.
///
/// Texts in Swift, one a part, and no files that SwiftPM embeds: it writes these as arrays of numbers, and the 108 kB of the
/// prelude then take the compiler 20 s instead of .1 s.
enum Prelude {
  /// Evaluates to the functions that `PreludeEngine` calls.
  static let source = """
    (function () {
    'use strict';
    \(sandbox)
    removeGlobals();
    removeMatches();
    fixLocale();
    guardBulkFunctions();
    \(numbers)
    \(properties)
    \(vocabulary)
    \(expressions)
    \(model)
    \(document)
    \(interfaces)
    \(shapes)
    \(entry)
    })()
    """
}
