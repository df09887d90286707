# Runs in the shell beside the service. Nothing else reads standard input before the last line.
refuse() { printf 'poolfit:refused %s\n' "$*"; exit 0; }
unset JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS
java=
for candidate in "${JAVA_HOME:+$JAVA_HOME/bin/java}" "$(command -v java 2>/dev/null)"; do
  if [ -z "$java" ] && [ -n "$candidate" ] && [ -x "$candidate" ]; then java=$candidate; fi
done
for process in /proc/[0-9]*; do
  [ -z "$java" ] || break
  candidate=$(readlink "$process/exe" 2>/dev/null)
  case $candidate in */bin/java) [ ! -x "$candidate" ] || java=$candidate ;; esac
done
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
if [ "$(id -u 2>/dev/null)" = 0 ]; then chmod 755 "$folder"; fi
chmod 444 "$jar"
trap 'rm -rf "$folder"' EXIT HUP TERM
printf 'poolfit:starting %s\n' "$java"; "$java" -Xmx24m -Xss512k -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:+DisplayVMOutputToStderr -cp "$jar" dev.poolfit.agent.Helper "$jar" @PID@ @PORT@; exit $?
