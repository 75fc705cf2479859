#!/bin/sh
# Becomes a program in a sandbox, or under a user of its own: for Playwright, which starts a browser only by the path
# of a program. What is to be done lies in the folder that VEDETTE_FOLDER names; see confine.ts. A file of the
# installation, for a folder of temporary files may forbid to run programs.
set -euf
echo $$ > "$VEDETTE_FOLDER/pid"
# Before it becomes another user, who may not write there: its memory is limited from here on.
if [ -n "${VEDETTE_MEMORY_GROUP:-}" ]; then echo $$ > "$VEDETTE_MEMORY_GROUP"; fi
as=""
if [ -n "${VEDETTE_UID:-}" ]; then
  as="/usr/bin/setpriv --reuid $VEDETTE_UID --regid $VEDETTE_UID --clear-groups --"
fi
if [ -e "$VEDETTE_FOLDER/bwrap-args" ]; then
  exec 8< "$VEDETTE_FOLDER/bwrap-args" 9< "$VEDETTE_FOLDER/seccomp"
  # Never with our environment, which the first process in the sandbox would show.
  exec $as /usr/bin/env -i /usr/bin/bwrap --args 8 $(cat "$VEDETTE_FOLDER/command") "$@"
fi
exec $as "$VEDETTE_PROGRAM" "$@"
