# Runs in the shell beside the service. Nothing else reads standard input before the last line.
refuse() { printf 'poolfit:refused %s\n' "$*"; exit 0; }
unset JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS
user=$(id -u 2>/dev/null)
# Whether the file $1 is of user $2 or root, and nobody else can write to it or to a folder above it. What lies in a
# folder with the sticky bit can be replaced by its owner alone.
safe() {
  path=$1 owner=$2
  while :; do
    set -f; set -- $(ls -ldn "$path" 2>/dev/null); set +f
    case ${3:-} in 0|"$owner") ;; *) return 1 ;; esac
    case ${1:-} in d????????[tT]*) ;; ?????w*|????????w*|'') return 1 ;; esac
    [ "$path" != / ] || return 0
    path=${path%/*}
    path=${path:-/}
  done
}
java= unsafe=
for candidate in "${JAVA_HOME:+$JAVA_HOME/bin/java}" "$(command -v java 2>/dev/null)"; do
  [ -z "$java" ] && [ -x "$candidate" ] || continue
  file=$(readlink -f "$candidate" 2>/dev/null)
  case $file in
    */java) if safe "$file" "$user"; then java=$file; else unsafe=${unsafe:-$candidate}; fi ;;
    *) unsafe=${unsafe:-$candidate} ;;
  esac
done
for process in /proc/[0-9]*; do
  [ -z "$java" ] || break
  file=$(readlink "$process/exe" 2>/dev/null)
  case $file in */bin/java) [ -x "$file" ] || continue ;; *) continue ;; esac
  set -- $(ls -ldn "$process" 2>/dev/null)
  # What this very user runs already may be run by this user.
  if { [ "${3:-}" = "$user" ] && [ "$file" -ef "$process/exe" ]; } || safe "$file" "$user"; then
    java=$file
  else
    unsafe=${unsafe:-$file}
  fi
done
[ -n "$java" ] || [ -z "$unsafe" ] || refuse unsafe-java "$unsafe"
[ -n "$java" ] || refuse no-java
folder=
for base in "${TMPDIR:-/tmp}" /tmp /dev/shm /var/tmp; do
  [ -n "$folder" ] || folder=$(umask 077; mktemp -d "$base/poolfit.XXXXXXXXXX" 2>/dev/null)
done
[ -n "$folder" ] || refuse no-folder
jar=$folder/poolfit-agent.jar
base64 -d > "$jar" <<'POOLFIT' || { rm -rf "$folder"; refuse no-base64; }
@JAR@
POOLFIT
# A root that attaches to another user's service lets that user read it, and nobody write it.
if [ "$user" = 0 ]; then chmod 755 "$folder"; fi
chmod 444 "$jar"
trap 'rm -rf "$folder"' EXIT HUP TERM
printf 'poolfit:starting %s\n' "$java"; "$java" -Xmx24m -Xss512k -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:+DisplayVMOutputToStderr -cp "$jar" dev.poolfit.agent.Helper "$jar" @PID@ @PORT@; exit $?
