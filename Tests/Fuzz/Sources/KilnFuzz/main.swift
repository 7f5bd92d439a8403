// One of the fuzz targets, which KILN_FUZZ_TARGET names, in libFuzzer: `scripts/fuzz` builds and runs it.
//
//   KilnFuzz --list                 names of all targets
//   KilnFuzz --seeds FOLDER FILE…   converts animations to every format that targets read, as FOLDER/EXTENSION/NAME
//   KilnFuzz …                      libFuzzer with its own arguments

internal import CLibFuzzer
internal import Foundation

let words = Array(CommandLine.arguments.dropFirst())
if words.first == "--list" {
  for target in FuzzTarget.allCases { print(target.rawValue) }
  exit(0)
}
if words.first == "--seeds", words.count > 1 {
  SeedWriter(folder: words[1]).write(words.dropFirst(2))
  exit(0)
}
guard FuzzTarget.chosen != nil else {
  print("set KILN_FUZZ_TARGET to one of: " + FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))
  exit(64)
}
var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
exit(LLVMFuzzerRunDriver(&count, &arguments) { runChosenTarget($0, $1) })

/// Runs the chosen target with an input. Debug builds link libFuzzer's `main`, too, which is not run but needs this name.
@_cdecl("LLVMFuzzerTestOneInput")
func runChosenTarget(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  FuzzTarget.chosen?.run(Array(UnsafeBufferPointer(start: data, count: size)))
  return 0
}
