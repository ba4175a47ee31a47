# Ends the process groups of a process that was killed. The input names them: `+ ID` when a group starts, `- ID` when it has
# ended. At the end of the input, the remaining groups are stopped, and killed after 10 s.

groups=''
while read -r change group; do
  others=''
  for one in $groups; do
    if [ "$one" != "$group" ]; then others="$others $one"; fi
  done
  groups=$others
  if [ "$change" = + ]; then groups="$groups $group"; fi
done

send() {
  for group in $groups; do kill -s "$1" -- "-$group" 2>/dev/null; done
}

send TERM
# A stopped process handles no other signal.
send CONT
if [ -n "$groups" ]; then sleep 10; fi
send KILL
