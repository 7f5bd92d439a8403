package import KilnDiagnostics
internal import Kiln
package import KilnReports

/// Makes the plan of a validation from what the user names.
package struct ValidationPlanner: Sendable {
  /// Files and folders to search.
  package var paths: [String] = []
  /// Files that a project file names, or that its patterns find.
  package var found: [FoundFile] = []
  /// Lines of a file list.
  package var listed: [String] = []
  /// Patterns one of which must match what is found in folders and lists; none for everything.
  package var included: [GlobPattern] = []
  /// Patterns none of which may match.
  package var excluded: [GlobPattern] = []
  /// Whether what `.gitignore` files name is left out of folders.
  package var respectsIgnoreFiles = true
  /// Whether files that the user names may be no animations, or there may be none.
  package var skipsForeign = false
  /// Whether pictures that are made of animations are checked, too, if nobody names them.
  package var findsPictures = true
  /// The part of the files that this process checks; nil for all.
  package var shard: BatchShard?
  /// Arguments that the worker's parser reads.
  package var arguments: [String]

  /// A planner that finds nothing yet.
  package init(arguments: [String]) { self.arguments = arguments }

  /// Finds the files: each once, in the order of their paths. Nothing is opened.
  ///
  /// - Throws: `input.notFound` if there is none.
  package func plan() throws(Diagnostic) -> BatchPlan {
    var finder = InputFinder(included: included, excluded: excluded)
    finder.findsPictures = findsPictures
    finder.respectsIgnoreFiles = respectsIgnoreFiles
    finder.skipsForeign = skipsForeign
    let inputs = paths.flatMap { finder.inputs(at: $0) } + listed.compactMap { finder.input(listed: $0) }
    let all = inputs + found.compactMap { finder.input($0) }
    guard !all.isEmpty || skipsForeign else {
      let place = found.isEmpty ? "the list" : "what the project file names"
      throw Diagnostic(
        .inputNotFound, "there are no animations in \(paths.isEmpty ? place : paths.joined(separator: ", "))",
        advice: "Kiln looks for .json, .lottie, .tgs, .svga, .zip, .webp and .apng; check the paths and patterns"
          + (respectsIgnoreFiles ? InputFinder.ignoreAdvice : ""))
    }
    var files = all.groups { RelativePath.normalized($0.path) }.compactMap { same in
      same.first.map { first in
        var input = first
        input.isNamed = same.contains(where: \.isNamed)
        return input
      }
    }
    files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    if let shard { files.removeAll { !shard.contains($0.shardName) } }
    var plan = BatchPlan(optionLists: [arguments], jobs: files.enumerated().map(job))
    plan.work = .validation
    return plan
  }

  private func job(_ index: Int, _ input: BatchInput) -> BatchJob {
    BatchJob(
      index: index, input: input.path, output: "", options: 0, variant: nil, inputBytes: input.bytes,
      isNamed: input.isNamed)
  }

  /// The plan for one file that is read from standard input.
  package static func standardInput(arguments: [String]) -> BatchPlan {
    var plan = BatchPlan(
      optionLists: [arguments],
      jobs: [
        BatchJob(index: 0, input: "-", output: "", options: 0, variant: nil, inputBytes: 0, isNamed: true)
      ])
    plan.work = .validation
    return plan
  }
}
