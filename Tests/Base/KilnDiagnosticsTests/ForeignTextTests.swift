import KilnDiagnostics
import Testing

@Suite struct ForeignTextTests {
  @Test(arguments: [
    ("<!DOCTYPE html>\n<html>", ForeignText.webPage), ("\n <HTML lang=en>", .webPage), ("<!-- x --><html>", .webPage),
    ("<?xml version=\"1.0\"?><svg/>", .xml), ("<svg xmlns=\"\">", .xml),
    ("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n", .largeFilePointer),
    ("// made by hand\n{}", .comment), ("/* c */ {}", .comment),
    ("animationData = {\"v\": \"5.7.0\"}", .script(name: "animationData")),
    ("var animationData = {}", .script(name: "animationData")), ("const a={}", .script(name: "a")),
    ("window.animation = {}", .script(name: "window.animation")),
    ("module.exports = {}", .script(name: "module.exports")),
    ("export default {}", .script(name: "default")), ("callback({})", .script(name: "callback")),
    ("(function () {})()", .script(name: "")), ("\u{FEFF}let x = {}", .script(name: "x")),
  ])
  func isToldByTheStart(_ text: String, _ kind: ForeignText) {
    #expect(ForeignText(Array(text.utf8)) == kind)
    #expect(!kind.name.isEmpty && !kind.advice.isEmpty)
  }

  @Test(arguments: [
    "", " ", "{}", "[1]", "\"a\"", "nul", "true", "hello world", "x", "a == b", "1 = 2", "\u{1}\u{2}", "Hello (world)",
    "key = value",
  ])
  func othersAreNone(text: String) { #expect(ForeignText(Array(text.utf8)) == nil) }

  @Test func errorsNameIt() {
    let error = Diagnostic.unknownFormat(Array("<html>".utf8), advice: "other")
    #expect(error.message == "the file is an HTML page" && error.advice?.contains("download") == true)
  }
}
