# Sourced, with a function `fail` that tells why and exits.

# Java names files in the locale's character set, which for C, the one of many daemons and containers, is ASCII.
# locale_for PATH…: sees to a locale in which Java can name these, or fails.
locale_for() {
  [[ $* == *[^[:ascii:]]* ]] || return 0
  local charmap
  charmap=$(locale charmap 2>/dev/null) || charmap=
  if iconv -f UTF-8 -t UTF-8 <<<"$*" >/dev/null 2>&1; then
    [[ $charmap != UTF-8 ]] || return 0
    [[ $(env LC_ALL=C.UTF-8 locale charmap 2>/dev/null) == UTF-8 ]] ||
      fail "a folder's name is not ASCII, and there is no locale C.UTF-8 to name it in: set LC_ALL to one with UTF-8:$(printf ' %q' "$@")"
    export LC_ALL=C.UTF-8
  elif [[ -z $charmap || $charmap == UTF-8 || $charmap == ANSI_X3.4-1968 ]]; then
    fail "a folder's name is neither ASCII nor UTF-8, and Java cannot name it:$(printf ' %q' "$@")"
  fi
}
