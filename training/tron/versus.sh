#!/bin/sh
# Plays sets of options against the chambers program, each start from both seats, on several processes.
#   sh versus.sh OUT SECONDS PROCESSES MS PROGRAM_MS FROM TO SETS [BOARD...]
# SETS is a file with one set a line: a label, then NAME=NUMBER for each option. The sets take turns, so that all have played the same
# starts when the time is over. Games that have begun by then still end. tally.py reads OUT. The folder needs versus, chambers and starts.txt.
set -e
here=$(cd "$(dirname "$0")" && pwd)
out=$1 seconds=$2 processes=$3 ms=$4 programMs=$5 from=$6 to=$7 sets=$8
shift 8
[ $# -gt 0 ] || set -- open-13x13 open-20x20 open-30x20 map-pillars map-ring map-rooms torus-20x15 boosts-30x20
end=$(($(date +%s) + seconds))
export end here ms programMs
start=$from
while [ "$start" -lt "$to" ]; do
  for board; do
    while read -r options; do
      [ -z "$options" ] || printf '%s %s 0 %s\n%s %s 1 %s\n' "$board" "$start" "$options" "$board" "$start" "$options"
    done < "$sets"
  done
  start=$((start + 1))
done | xargs -P "$processes" -L 1 sh -c '
    # With this status xargs starts no other game.
    [ "$(date +%s)" -lt "$end" ] || exit 255
    board=$1 start=$2 seat=$3
    shift 3
    exec "$here/versus" "$here/starts.txt" "$here/chambers" "$board" "$start" "$seat" "$ms" "$programMs" "$@"
  ' play >> "$out" 2>> "$out.errors" || [ $? = 124 ]
