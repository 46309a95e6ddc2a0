#!/bin/sh
# lint.sh REPORT FAIL CLANG_TIDY ARGUMENTS...
#
# What clang-tidy finds goes to REPORT, with paths that are the same on every
# machine. The output of a run without findings is an empty file.
report=$1
fail=$2
shift 2
if ! "$@" >"$report.raw" 2>"$report.log"; then
  cat "$report.raw" "$report.log" >&2
  exit 1
fi
sed "s,$PWD/,,g" "$report.raw" >"$report"
rm -f "$report.raw" "$report.log"
if [ -s "$report" ]; then
  cat "$report" >&2
  [ "$fail" = False ]
fi
