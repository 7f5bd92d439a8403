#!/usr/bin/env bash
# Adds the addresses of the uploaded pages to the summary of the job.
# ACTION_PAGE   address of the report
# ACTION_SHEET  address of the contact sheet; empty where the report shows all pictures
set -euo pipefail
printf '\n[Report with pictures](%s)' "$ACTION_PAGE" >> "$GITHUB_STEP_SUMMARY"
[[ -z $ACTION_SHEET ]] || printf ' · [contact sheet of all animations](%s)' "$ACTION_SHEET" >> "$GITHUB_STEP_SUMMARY"
printf '\n' >> "$GITHUB_STEP_SUMMARY"
