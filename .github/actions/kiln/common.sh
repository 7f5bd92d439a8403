# shellcheck shell=bash
# What the scripts of the action share. They run with bash 3.2, too, which macOS has.

# An error of the step, in the log and as an annotation; further arguments say what to do next.
fail() {
  printf '::error title=Kiln::%s\n' "$(printf '%s ' "$@" | sed -e 's/%/%25/g' -e 's/ $//')" >&2
  exit 1
}

# The words of INPUT_RUN, each ended by NUL. Quotes and backslashes group as in a shell; nothing is expanded.
split_words() {
  printf '%s\n' "$INPUT_RUN" | xargs -r printf '%s\0' ||
    fail "The input “run” has a quote without its partner." "Close it, or put a backslash before it."
}

# Outputs NAME=VALUE of the step. Values have one line.
output() { printf '%s\n' "$@" >> "$GITHUB_OUTPUT"; }

# SHA-256 of standard input.
sha256() {
  if command -v sha256sum > /dev/null; then sha256sum; else shasum -a 256; fi | cut -d ' ' -f 1
}
