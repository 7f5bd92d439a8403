#!/usr/bin/env bash
# Outputs of the step: an id of this use of the action, which is the same in the next run of the workflow, and the folders
# for its state and its reports.
# INPUT_RUN         command and arguments
# ACTION_JOB_INDEX  number of the job in its matrix
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

split_words > /dev/null
id=$(printf '%s\n' "${GITHUB_JOB:-}" "${ACTION_JOB_INDEX:-}" "$INPUT_RUN" | sha256 | cut -c -12)
mkdir -p "$RUNNER_TEMP/kiln-state-$id"
rm -rf "$RUNNER_TEMP/kiln-reports-$id"
mkdir "$RUNNER_TEMP/kiln-reports-$id"
output "id=$id" "state=$RUNNER_TEMP/kiln-state-$id" "reports=$RUNNER_TEMP/kiln-reports-$id"
