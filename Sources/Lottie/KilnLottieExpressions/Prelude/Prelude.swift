/// The script that presents a Lottie document to its expressions.
///
/// Its parts make one function, so that expressions see of it only what it hands to them. Names, results and mistakes are
/// lottie-web's.
enum Prelude {
  /// Evaluates to the functions that `ExpressionEvaluator` calls.
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
