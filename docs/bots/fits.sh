#!/bin/sh
# A bot: answers one question and ends. It is started again for the next one.
read -r ask
turns=$(echo "$ask" | sed 's/.*"turns": \[\([^]]*\)\].*"history".*/\1/' | tr -d '{}",' |
    sed 's/guess: //g; s/pattern: //g')
used=$(echo "$ask" | grep -o '"answer": "[^"]*"' | cut -d'"' -f4 | tr '\n' ' ')
seed=$(echo "$ask" | sed 's/.*"seed": \([0-9]*\).*/\1/')
guessed=$(echo "$ask" | sed -n 's/.*"guessed": "\([^"]*\)".*/\1/p')
awk -v turns="$turns" -v used=" $used" -v seed="$seed" -v guessed="$guessed" '
function pattern(g, a,    i, k, left, out) {
    for (i = 1; i <= length(g); i++)
        if (substr(g, i, 1) != substr(a, i, 1)) left = left substr(a, i, 1)
    for (i = 1; i <= length(g); i++) {
        k = index(left, substr(g, i, 1))
        if (substr(g, i, 1) == substr(a, i, 1)) out = out "g"
        else if (k) { out = out "y"; left = substr(left, 1, k - 1) substr(left, k + 1) }
        else out = out "-"
    }
    return out
}
BEGIN { n = split(turns, t, " ") }
{
    for (i = 1; i < n; i += 2) if (pattern(t[i], $1) != t[i + 1]) next
    if (!index(used, " " $1 " ")) fits[count++] = $1
}
END {
    word = fits[seed % count]
    printf "{\"guess\": \"%s\", \"word\": \"%s\", ", word, word
    printf "\"pattern\": \"%s\"}\n", pattern(guessed ? guessed : word, word)
}
' answers.txt
