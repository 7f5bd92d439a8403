package import KilnCompression
package import KilnDiagnostics

/// The state machines of a dotLottie, and the one that it starts with.
package struct DotLottieStates: Sendable {
  /// In the order of the archive.
  package let machines: [DotLottieStateMachine]

  /// Reads the files in `s/` or `states/`. What cannot be read is a machine with a fault.
  package init(_ archive: ZipArchive, limits: Limits) {
    var machines: [DotLottieStateMachine] = []
    for entry in archive.entries where entry.isStateMachine {
      let name = entry.fileName
      let id = String(name.hasSuffix(".json") ? name.dropLast(5) : name)
      var machine: DotLottieStateMachine
      do throws(Diagnostic) {
        let bytes = try archive.data(of: entry, atMost: limits.inputBytes)
        machine = StateMachineParser.machine(id: id, bytes: bytes, limits: limits)
      } catch {
        machine = StateMachineParser.unreadable(id: id, because: error.message)
      }
      machine.entry = entry.name
      machines.append(machine)
    }
    self.machines = machines
  }
}

extension ZipArchive.Entry {
  /// Whether it is the file of a state machine.
  fileprivate var isStateMachine: Bool {
    let folders = name.split { $0 == "/" || $0 == "\\" }.dropLast()
    return !isDirectory && folders.first != "__MACOSX" && (folders.last == "s" || folders.last == "states")
  }
}

extension LottieContainer {
  /// The state machines of a dotLottie; none for other containers.
  package func stateMachines(limits: Limits) -> [DotLottieStateMachine] {
    archive.map { DotLottieStates($0, limits: limits).machines } ?? []
  }
}
