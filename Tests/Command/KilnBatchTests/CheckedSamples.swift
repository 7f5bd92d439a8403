import KilnDiagnostics
import Kiln
import KilnValidation

@testable import KilnBatch

/// Files that were checked, for tests of reports.
enum CheckedSamples {
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
    let job = BatchJob(
      index: 0, input: input, output: "", options: 0, variant: nil, inputBytes: text.utf8.count, isNamed: true)
    var result = BatchResult(report.failure == nil ? .converted : .failed, of: job)
    if let failure = report.failure { result.setError(failure) }
    result.validation = FileValidation(report)
    return result
  }

  static func file(_ input: String, _ layers: [(name: String, parent: Int?)]) -> CheckedFile {
    CheckedFile(result(input, document(layers)))
  }

  /// A file whose worker was lost.
  static func lost(_ input: String) -> CheckedFile {
    let job = BatchJob(index: 0, input: input, output: "", options: 0, variant: nil, inputBytes: 1, isNamed: true)
    var result = BatchResult(.failed, of: job)
    result.setError(Diagnostic(.batchWorkerCrashed, "it crashed"))
    return CheckedFile(result)
  }

  static func report(_ files: [CheckedFile], failOn: Rule.Severity = .error) -> CheckReport {
    var summary = CheckSummary(planned: files.count)
    for file in files { summary.add(file) }
    return CheckReport(kiln: "1", failOn: failOn, summary: summary, files: files)
  }
}

extension CheckedFile {
  /// The least that can be said of a file.
  var withoutFailure: CheckedFile {
    var file = self
    file.failure = nil
    return file
  }
}
