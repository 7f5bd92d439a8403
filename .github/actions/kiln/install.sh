#!/usr/bin/env bash
# Installs a release of Kiln that its SHA-256 confirms, for this step and those after it.
# INPUT_VERSION   release, or `installed` for a program that is on the PATH
# INPUT_SHA256    digest of the archive; empty to take it from the release's SHA256SUMS
# INPUT_RELEASES  address of the releases; empty for those of the action's repository
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

if [[ $INPUT_VERSION == installed ]]; then
  kiln --version || fail "There is no kiln on the PATH." "Install it in a step before, or leave out “version: installed”."
  exit 0
fi

version=${INPUT_VERSION#v}
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+([-+.][0-9A-Za-z.+-]+)?$ ]] ||
  fail "“$INPUT_VERSION” is no version of Kiln." "Write three numbers, as in “version: 1.2.3”, or “version: installed”."
digest=$(tr 'A-F' 'a-f' <<< "$INPUT_SHA256")
[[ -z $digest || $digest =~ ^[0-9a-f]{64}$ ]] || fail "The input “sha256” has not 64 hexadecimal digits." "Copy it from SHA256SUMS."

case $(uname -s)-$(uname -m) in
  Linux-x86_64) triple=x86_64-unknown-linux-gnu ;;
  Linux-aarch64 | Linux-arm64) triple=aarch64-unknown-linux-gnu ;;
  *) fail "Releases of Kiln hold programs for Linux on x86-64 and arm64, and this runner is $(uname -sm)." \
    "Use “runs-on: ubuntu-latest” for this job; or install Kiln in a step before, on macOS by the formula kiln.rb of the release," \
    "and write “version: installed”." ;;
esac

# The runner does not promise to name the action's repository, but unpacks it below its name. Neither is so for `uses: ./…`.
repository=$ACTION_REPOSITORY
[[ -n $repository || ! $GITHUB_ACTION_PATH =~ /_actions/([^/]+/[^/]+)/ ]] || repository=${BASH_REMATCH[1]}
base=${INPUT_RELEASES:-$GITHUB_SERVER_URL/${repository:-$GITHUB_REPOSITORY}/releases/download}
base=${base%/}/v$version
case $base in
  https://* | file://* | http://127.0.0.1[:/]* | http://localhost[:/]* | 'http://[::1]'[:/]*) ;;
  *) [[ -n $digest ]] || fail "$base is not encrypted, so that its checksums prove nothing." "Use https, or give the input “sha256”." ;;
esac

name=kiln-$version-$triple
work=$(mktemp -d "$RUNNER_TEMP/kiln-install.XXXXXX")
trap 'rm -rf "$work"' EXIT

fetch() {
  curl --fail --silent --show-error --location --retry 3 --connect-timeout 20 --max-time 300 \
    --proto '=https,http,file' --proto-redir '=https' --output "$work/$1" "$base/$1" ||
    fail "$base/$1 cannot be downloaded." "Does the release v$version exist there? The inputs “version” and “releases” choose it."
}

if [[ -z $digest ]]; then
  fetch SHA256SUMS
  digest=$(awk -v name="$name.tar.gz" '$2 == name || $2 == "*" name { print tolower($1) }' "$work/SHA256SUMS")
  [[ $digest =~ ^[0-9a-f]{64}$ ]] || fail "$base/SHA256SUMS has no single line for $name.tar.gz." "Choose another “version”."
fi

# A second use in the same job finds what the first has checked and unpacked.
folder=$RUNNER_TEMP/kiln-$digest
if [[ ! -d $folder ]]; then
  fetch "$name.tar.gz"
  found=$(sha256 < "$work/$name.tar.gz")
  [[ $found == "$digest" ]] || fail "$name.tar.gz has the SHA-256 $found instead of $digest; it was not unpacked." \
    "Do not use this file: compare the digest with the one that the release's page shows."
  tar -xzf "$work/$name.tar.gz" -C "$work" --no-same-owner
  [[ -x $work/$name/kiln ]] || fail "$name.tar.gz holds no $name/kiln." "Choose another “version”."
  reason=$("$work/$name/kiln" --version 2>&1) || fail "The program does not start here: ${reason//$'\n'/ }." \
    "It needs glibc 2.34: Ubuntu 22.04, Debian 12 or newer."
  mv "$work/$name" "$folder"
fi
printf '%s\n' "$folder" >> "$GITHUB_PATH"
printf 'Kiln %s, SHA-256 %s\n' "$version" "$digest"
