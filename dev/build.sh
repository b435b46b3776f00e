# What everything that builds here has in common: tools are found or installed, what is up to date is not built again, and
# one build runs at a time. Sourced, with `me` set to the name that errors begin with. Sets `root`, and `java` by need_java.
unset CDPATH
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
build_log=$root/target/build.log
java=${JAVA_HOME:+$JAVA_HOME/bin/}java

fail() {
  echo "$me: $*" >&2
  exit 1
}

# shellcheck source=../distribution/felix/src/main/dist/lib/locale.sh
source "$root/distribution/felix/src/main/dist/lib/locale.sh"
locale_for "$root" "${TMPDIR:-}"

# ---- What a build needs

have_jdk() {
  local major
  major=$("${JAVA_HOME:+$JAVA_HOME/bin/}javac" -version 2>&1 | sed -nE 's/^javac ([0-9]+).*/\1/p') || true
  [[ -n $major ]] && ((major >= 17))
}

have_tools() {
  have_jdk && command -v mvn >/dev/null
}

# A JDK and Maven, from the system's packages where they are missing and this user may install them.
need_tools() {
  have_tools && return
  if [[ $EUID -ne 0 ]] || ! command -v apt-get >/dev/null; then
    fail "needs a JDK, 17 or later, and Maven, 3.8 or later (Debian: apt-get install openjdk-17-jdk-headless maven)"
  fi
  echo "installing a JDK and Maven from the system's packages" >&2
  mkdir -p "$root/target"
  {
    apt-get -q update &&
      { apt_install openjdk-17-jdk-headless maven || apt_install default-jdk-headless maven; }
  } >"$build_log" 2>&1 || fail "they could not be installed, see $build_log; needed are a JDK, 17 or later, and Maven, 3.8 or later"
  # an older Java may still come first
  have_jdk || use_installed_jdk
  have_tools || fail "installed, and still no JDK 17 or later: set JAVA_HOME to one"
}

apt_install() {
  DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends "$@"
}

use_installed_jdk() {
  JAVA_HOME=$(dpkg -L openjdk-17-jdk-headless 2>/dev/null | sed -n 's|/bin/javac$||p')
  export JAVA_HOME
  java=$JAVA_HOME/bin/java
}

# ---- Building

# build NAME MODULES PHASE SOURCE…: has Maven make the modules, a comma between them, and what they need, unless they are
# younger than their sources.
build() {
  stale "$2" "${@:4}" || return 0
  build_stale "$@"
}

# The same for what is known to be older.
build_stale() {
  local name=$1 modules=$2 phase=$3
  shift 3
  need_tools
  mkdir -p "$root/target"
  exec 8>>"$root/target/build.lock"
  if ! flock -n 8; then
    echo "waiting for another build here" >&2
    flock 8
    # that one may have made it
    stale "$modules" "$@" || { exec 8>&- && return; }
  fi
  build_anew "$name" "$modules" "$phase"
  exec 8>&-
}

# A file as old as the newest sources that a module was made from.
stamp() {
  echo "$root/$1/target/built"
}

# Whether one of MODULES was never made, or is older than a file in one of the places.
stale() {
  local module stamp
  for module in ${1//,/ }; do
    stamp=$(stamp "$module")
    [[ -e $stamp && -z $(find "${@:2}" -name target -prune -o -type f -newer "$stamp" -print -quit) ]] || return 0
  done
  return 1
}

build_anew() {
  local name=$1 modules=$2 phase=$3 begun=$SECONDS module
  # as old as the sources they are made from: what changes meanwhile counts as changed
  touch "$root/target/build.started"
  maven "$name" -pl "$modules" -am "$phase" || build_failed "$name"
  for module in ${modules//,/ }; do
    mkdir -p "$root/$module/target"
    cp -p "$root/target/build.started" "$(stamp "$module")"
  done
  echo "built $name in $((SECONDS - begun)) s" >&2
}

# One line that tells how far it is; all that Maven says is in the log.
maven() {
  local name=$1
  shift
  [[ -t 2 ]] || echo "building $name; what Maven says is in $build_log" >&2
  (cd -- "$root" && mvn -ntp -B -Dmaven.test.skip=true -Dspotless.check.skip "$@") 8>&- 2>&1 | tee "$build_log" |
    sed -unE 's/^\[INFO\] Building ([^ ]+) .* \[([0-9]+\/[0-9]+)\]$/\2 \1/p' |
    while read -r line; do
      [[ ! -t 2 ]] || printf '\r\033[Kbuilding %s: %s' "$name" "$line" >&2
    done
  local status=${PIPESTATUS[0]}
  [[ ! -t 2 ]] || printf '\r\033[K' >&2
  return "$status"
}

build_failed() {
  grep -m 5 '^\[ERROR\]' "$build_log" >&2 || true
  fail "$1 could not be built, see $build_log"
}
