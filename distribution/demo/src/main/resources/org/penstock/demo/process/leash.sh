# Runs a command that must not outlive its parent. Standard input is the leash: when it ends, because the parent
# closed it or is gone, the command is told to end, and after GRACE seconds is killed.
# Arguments: GRACE, a folder or "", when to remove it afterwards (ENDED or FAILED), the command.
grace=$1
folder=$2
when=$3
shift 3

# an interrupt from the terminal reaches the whole group; the parent decides in which order things end
trap '' INT HUP QUIT
exec 3<&0 </dev/null
"$@" 3<&- &
child=$!
trap 'kill -TERM $child 2>/dev/null' TERM

(
  trap - TERM
  while read -r _; do :; done <&3
  kill -TERM $child 2>/dev/null
  while [ "$grace" -gt 0 ] && kill -0 $child 2>/dev/null; do
    sleep 1
    grace=$((grace - 1))
  done
  kill -KILL $child 2>/dev/null
) &
watch=$!
exec 3<&-

# a signal that is caught ends a wait early
while :; do
  wait $child
  status=$?
  kill -0 $child 2>/dev/null || break
done
kill $watch 2>/dev/null
if [ -n "$folder" ] && { [ "$when" = ENDED ] || [ "$status" -ne 0 ]; }; then
  rm -rf -- "$folder"
fi
exit $status
