import KilnCompression
import KilnDiagnostics
import KilnLottieFormat
import Testing

/// Files of state machines, whole and broken.
@Suite struct StateMachineTests {
  private static func machine(_ text: String, folder: String = "s") throws -> DotLottieStateMachine {
    var writer = ZipWriter()
    try writer.add("manifest.json", Array(#"{"animations":[{"id":"a"}]}"#.utf8))
    try writer.add("\(folder)/tap.json", Array(text.utf8))
    let archive = try ZipArchive(bytes: writer.finish(), limits: Limits())
    return try #require(DotLottieStates(archive, limits: Limits()).machines.first)
  }

  private static let whole = #"""
    {"initial": "a", "states": [
      {"type": "PlaybackState", "name": "a", "animation": "x", "segment": "in", "loop": true, "loopCount": 4,
       "mode": "ReverseBounce", "speed": 1.5, "backgroundColor": 4278190335, "transitions": [
        {"type": "Tweened", "toState": "b", "duration": 0.5, "easing": [0, 0, 1, 1], "guards": [
          {"type": "Numeric", "inputName": "n", "conditionType": "LessThan", "compareTo": "$m"},
          {"type": "String", "inputName": "t", "conditionType": "Equal", "compareTo": "$m"},
          {"type": "String", "inputName": "t", "conditionType": "Equal", "compareTo": "plain"}]}],
       "entryActions": [{"type": "SetTheme", "value": "dark"}, {"type": "Increment", "inputName": "n", "value": 2}]},
      {"type": "GlobalState", "name": "b", "transitions": [{"type": "Transition", "toState": "a"}]}],
     "inputs": [{"type": "Numeric", "name": "n", "value": 0}, {"type": "Numeric", "name": "@mine", "value": 0}],
     "interactions": [{"type": "OnLoopComplete", "stateName": "a", "actions": [{"type": "Fire", "inputName": "go"}]},
      {"type": "Click", "layerName": "Button", "actions": []}]}
    """#

  @Test(arguments: ["s", "states", "x\\s"]) func everythingIsRead(_ folder: String) throws {
    let machine = try Self.machine(Self.whole, folder: folder)
    #expect(machine.id == "tap" && machine.initial == "a" && machine.faults == [])
    let state = try #require(machine.state(named: "a"))
    #expect(state.animation == "x" && state.segment == "in" && state.mode == "ReverseBounce" && state.speed == 1.5)
    #expect(state.loopCount == 4 && state.background == 0xFF00_00FF && state.theme == "dark" && !state.isGlobal)
    let transition = try #require(state.transitions.first)
    #expect(transition.target == "b" && transition.tweenSeconds == 0.5)
    #expect(transition.guards?.map(\.otherInput) == ["m", "m", nil])
    #expect(machine.states[1].isGlobal && machine.states[1].transitions[0].guards == nil)
    #expect(machine.inputs.map(\.name) == ["n"])
    #expect(machine.interactions.map(\.state) == ["a", nil] && machine.interactions[1].layer == "Button")
    #expect(machine.interactions[0].actions.map(\.input) == ["go"])
  }

  /// What players refuse is said, and the rest is read.
  @Test(arguments: [
    ("{", "JSON"), ("[]", "no object"), (#"{"initial": "a"}"#, "no list of states"),
    (whole.replacing("GlobalState", with: "Other"), "the type “Other”"),
    (whole.replacing(#""animation": "x", "#, with: ""), "names no animation"),
    (whole.replacing(#""segment": "in""#, with: #""segment": [0, 9]"#), "not the name of a marker"),
    (whole.replacing("ReverseBounce", with: "Around"), "the mode “Around”"),
    (whole.replacing("[0, 0, 1, 1]", with: "[0, 0, 1]"), "four numbers"),
    (whole.replacing("LessThan", with: "Under"), "no known condition"),
    (whole.replacing("Increment", with: "Grow"), "the type “Grow”"),
    (whole.replacing(#""type": "Click""#, with: #""type": "Shake""#), "the type “Shake”"),
    (whole.replacing(#""type": "Numeric", "name": "n""#, with: #""type": "Number", "name": "n""#), "an input lacks"),
    (whole.replacing(#", "toState": "b""#, with: ""), "to which it leads"),
  ])
  func faultsAreSaid(_ text: String, _ fault: String) throws {
    let machine = try Self.machine(text)
    #expect(machine.faults.contains { $0.contains(fault) }, "\(machine.faults)")
  }

  /// Numbers that are none do no harm.
  @Test func valuesBeyondMeasureAreTamed() throws {
    let text = Self.whole.replacing("1.5", with: "-1e300").replacing("\"loopCount\": 4", with: "\"loopCount\": 1e18")
      .replacing("4278190335", with: "-7")
    let state = try #require(Self.machine(text).state(named: "a"))
    #expect(state.speed == 1 && state.loopCount == 65535 && state.background == 0)
  }
}
