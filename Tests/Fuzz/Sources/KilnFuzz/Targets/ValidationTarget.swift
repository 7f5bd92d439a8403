internal import KilnDiagnostics
internal import KilnLottieImport
internal import KilnValidation

/// All rules of validation, on a file of any kind, with drawn frames.
enum ValidationTarget {
  static func run(_ bytes: [UInt8]) {
    var options = ValidationOptions()
    options.limits = .fuzzing
    options.expressions = .interpret
    _ = Validator(options).validate(bytes)
  }
}
