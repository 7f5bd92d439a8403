package import Kiln
package import KilnDiagnostics
package import KilnReports

/// One conversion or validation: an input, an output, and how.
package struct BatchJob: Sendable, Hashable, Codable {
  /// Position in the plan.
  package var index: Int
  /// Path of the input.
  package var input: String
  /// Path of the output: a file, or a folder for formats of many files; empty for a validation, which writes nothing.
  package var output: String
  /// Index into `BatchPlan.optionLists`: the options that hold for this input.
  package var options: Int
  /// The variant's name; nil if there is only one.
  package var variant: String?
  /// Bytes of the input; 0 if it is not there.
  package var inputBytes: Int
  /// Whether the user named this file, rather than a folder that it lies in. What lies in folders may be something else.
  package var isNamed: Bool
  /// Further inputs that become one result with the first; nil unless the conversion packs its inputs.
  package var others: [FoundFile]?
  /// Whether what lies at the output's place may be replaced, because an earlier run has made it.
  package var replaces = false
  /// Whether the result holds, and only a poster is wanted for a report.
  package var wantsPosterOnly = false

  package init(
    index: Int, input: String, output: String, options: Int, variant: String? = nil, inputBytes: Int, isNamed: Bool,
    others: [FoundFile]? = nil, replaces: Bool = false, wantsPosterOnly: Bool = false
  ) {
    self.index = index
    self.input = input
    self.output = output
    self.options = options
    self.variant = variant
    self.inputBytes = inputBytes
    self.isNamed = isNamed
    self.others = others
    self.replaces = replaces
    self.wantsPosterOnly = wantsPosterOnly
  }

  /// Whether files are written.
  package var isConversion: Bool { !output.isEmpty }

  /// Whether an error of the input is no failure: the file was found, and is JSON of another kind, as in a folder of designs.
  package func isForeign(_ error: Diagnostic) -> Bool { !isNamed && AnimationFile.isNoAnimation(error) }
}

extension BatchResult {
  /// A result of a job, to be filled in.
  package init(_ status: Status, of job: BatchJob) {
    self.init(status, input: job.input, output: job.output, variant: job.variant, inputBytes: job.inputBytes)
  }
}

/// Kind of work on the inputs of a plan.
package enum BatchWork: String, Sendable, Codable {
  case conversion, validation
}

/// Jobs of a batch, complete before any work begins.
package struct BatchPlan: Sendable {
  /// Kind of work on every input.
  package var work = BatchWork.conversion
  /// Argument lists that the worker's parser reads, each once.
  package var optionLists: [[String]]
  /// The jobs, in the order of the project file if there is one, then of inputs, then of variants.
  package var jobs: [BatchJob]
  /// Patterns that match nothing.
  package var unmatched: [InputPattern] = []
  /// Whether nothing may be written outside of the working folder.
  package var isConfined = false

  /// A plan of jobs with their options.
  package init(optionLists: [[String]], jobs: [BatchJob]) {
    self.optionLists = optionLists
    self.jobs = jobs
  }
}

/// One of several outputs of each input.
package struct BatchVariant: Sendable, Hashable {
  /// Value of `{variant}`; nil for the variant's number.
  package var name: String?
  /// Value of `{scale}`.
  package var scale: String
  /// Value of `{width}`; nil if the options do not set the width.
  package var width: String?
  /// Value of `{height}`; nil if the options do not set the height.
  package var height: String?
  /// All arguments that the worker's parser reads for this variant.
  package var arguments: [String]
  /// Layout of the result's files; nil for that of the format.
  package var layout: OutputFormat.Layout?
  /// Path of a still that is written as well, as `OutputLocation.path` reads it; nil for none.
  package var still: String?

  /// A variant with the values that names are made of.
  package init(name: String? = nil, scale: String, width: String?, height: String?, arguments: [String]) {
    self.name = name
    self.scale = scale
    self.width = width
    self.height = height
    self.arguments = arguments
  }
}
