#!/usr/bin/env bash
# Runs Kiln, writes its report into the summary of the job, and ends with its exit code.
# INPUT_RUN            command and arguments
# INPUT_RESULTS        folders with results, one a line
# ACTION_ID            names the pages apart that are uploaded
# ACTION_STATE         folder that is kept between runs
# ACTION_REPORTS       folder for reports
# INPUT_CONTACT_SHEET  `true` for a page that shows all animations
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# A digest of all that is known from earlier runs.
state_digest() {
  local folders=("$ACTION_STATE") folder
  while IFS= read -r folder; do
    [[ $folder == /* ]] || folder=./$folder
    [[ $folder == ./ || ! -d $folder ]] || folders+=("$folder")
  done <<< "$INPUT_RESULTS"
  find "${folders[@]}" -name '.kiln-state*' -type f -print0 | sort -z | xargs -0 -r cat | sha256 | cut -c -16
}

has_option() {
  local word
  for word in "${words[@]}"; do [[ " $1 " != *" ${word%%=*} "* ]] || return 0; done
  return 1
}

# A page that shows the first 500 animations of a validation, whose report shows only those with findings. They are drawn
# small and with few frames, and nothing is written but the page.
draw_contact_sheet() {
  command -v jq > /dev/null || { echo "::notice title=Kiln::There is no jq here, so that no contact sheet is made."; return; }
  jq -j '[.files[] | select(.status != "failed" and .status != "skipped")][:500][] | .input + "\u0000"' \
    "$ACTION_REPORTS/kiln.json" > "$ACTION_REPORTS/animations" || return 0
  [[ -s $ACTION_REPORTS/animations ]] || return 0
  kiln batch --filelist "$ACTION_REPORTS/animations" --to webp --width 160 --fps 2 -o "$ACTION_REPORTS/none" \
    --dry-run --no-cache --no-config --file-timeout 20 --quiet --report "$sheet" > /dev/null 2>&1 || true
  [[ ! -s $sheet ]] || output "sheet=$sheet"
}

words=()
while IFS= read -r -d '' word; do words+=("$word"); done < <(split_words)
((${#words[@]})) || fail "The input “run” holds no command." "Write “run: validate designs”."
set -- "${words[@]}"
command=$1
shift
page=$ACTION_REPORTS/kiln-$command-$ACTION_ID.html
sheet=$ACTION_REPORTS/kiln-contact-sheet-$ACTION_ID.html
added=()
if [[ $command == validate || $command == batch ]] && ! has_option "--fix --print-config --watch --help -h"; then
  added=(--report "$ACTION_REPORTS/kiln.json" --report "$ACTION_REPORTS/kiln.md" --report "$page")
  [[ $command == batch ]] || added+=(--report "$ACTION_REPORTS/kiln.sarif")
  # The state of a batch is of use only together with its results.
  [[ $command == batch && -z $INPUT_RESULTS ]] || has_option "--cache --no-cache" || added+=(--cache "$ACTION_STATE")
fi

before=$(state_digest)
code=0
kiln "$command" ${added[@]+"${added[@]}"} "$@" || code=$?
after=$(state_digest)

output "exit-code=$code" "state-digest=$after"
[[ $before == "$after" ]] || output "state-is-new=true"
[[ ! -s $ACTION_REPORTS/kiln.md ]] || cat "$ACTION_REPORTS/kiln.md" >> "$GITHUB_STEP_SUMMARY"
[[ ! -s $ACTION_REPORTS/kiln.sarif ]] || output "sarif=$ACTION_REPORTS/kiln.sarif"
if [[ -s $page ]]; then
  cp "$page" "$ACTION_REPORTS/kiln.html"
  output "page=$page"
fi
[[ ! -s $ACTION_REPORTS/kiln.json || $command != validate || $INPUT_CONTACT_SHEET != true ]] || draw_contact_sheet
exit "$code"
