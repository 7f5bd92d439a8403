import Kiln
import KilnDiagnostics
import KilnReports
import KilnValidation

/// Files that were checked, for tests of reports.
enum ValidatedSamples {
  /// An animation of layers with these parents, of which there is none.
  static func document(_ layers: [(name: String, parent: Int?)]) -> String {
    let items = layers.enumerated().map { index, layer in
      let parent = layer.parent.map { ",\"parent\":\($0)" } ?? ""
      return #"{"ty":1,"nm":"\#(layer.name)","ind":\#(index + 1)\#(parent),"ip":0,"op":4,"st":0,"sw":8,"sh":4,"#
        + ##""sc":"#ff8000","ks":{"p":{"k":[5,3,0]},"o":{"k":50}}}"##
    }
    return """
      {"v":"5.7.0","fr":20,"ip":0,"op":4,"w":20,"h":10,"layers":[
      \(items.joined(separator: ",\n"))]}
      """
  }

  /// What a runner would say of a file with some content.
  static func result(
    _ input: String, _ text: String, _ options: ValidationOptions = ValidationOptions()
  ) -> BatchResult {
    let report = Validator(options).validate(Array(text.utf8))
    var result = BatchResult(report.failure == nil ? .converted : .failed, input: input, inputBytes: text.utf8.count)
    if let failure = report.failure { result.setError(failure) }
    result.validation = FileValidation(report)
    return result
  }

  static func file(_ input: String, _ layers: [(name: String, parent: Int?)]) -> ValidatedFile {
    ValidatedFile(result(input, document(layers)))
  }

  /// A file whose worker was lost.
  static func lost(_ input: String) -> ValidatedFile {
    var result = BatchResult(.failed, input: input, inputBytes: 1)
    result.setError(Diagnostic(.batchWorkerCrashed, "it crashed"))
    return ValidatedFile(result)
  }

  static func report(_ files: [ValidatedFile], failOn: Rule.Severity = .error) -> ValidationRunReport {
    var summary = ValidationRunSummary(planned: files.count)
    for file in files { summary.add(file) }
    return ValidationRunReport(kiln: "1", failOn: failOn, summary: summary, files: files)
  }
}

extension ValidatedFile {
  /// The least that can be said of a file.
  var withoutFailure: ValidatedFile {
    var file = self
    file.failure = nil
    return file
  }
}
