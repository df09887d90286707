package dev.poolfit.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The shell between this JVM and a supervised command: it starts the command in a session of its own, sends it the signals
 * whose names arrive on its pipe, and ends all that is left of it once the pipe closes.
 */
final class Supervisor {
    /** The time that the whole group has to go after the command's leader has gone, or this JVM has. */
    static final Duration LAST_GRACE = Duration.ofSeconds(5);

    /** Becomes the command in a session of its own; macOS has no setsid, but Perl. */
    private static final String SESSION = """
            command -v setsid >/dev/null && exec setsid "$@"
            exec perl -e 'use POSIX; POSIX::setsid(); exec {$ARGV[0]} @ARGV; print STDERR "$ARGV[0]: $!\\n"; exit 127' -- "$@"
            """;

    /**
     * The arguments: $1 stop signal, $2 tenths of a second of grace, $3 log, $4 folder or empty, $5 the mark, $6 what
     * makes a session, the rest the command.
     */
    private static final String SCRIPT = """
            stop=$1 grace=$2 log=$3 folder=$4 mark=$5 session=$6
            shift 6
            exec 3<&0 </dev/null
            POOLFIT_RUN=$mark sh -c "$session" session "$@" >>"$log" 2>&1 3<&- &
            child=$!
            signal() { kill -s "$1" -- "-$child" 2>/dev/null; }
            gone() {
              tries=$1
              while signal 0; do
                [ "$tries" -gt 0 ] || return 1
                tries=$((tries - 1))
                sleep 0.1
              done
            }
            marked() {
              for file in $(grep -lsF -e "POOLFIT_RUN=$mark" /proc/[0-9]*/environ); do
                file=${file#/proc/}
                echo "${file%/environ}"
              done
            }
            away() {
              for one in $(marked); do
                stat=$(cat "/proc/$one/stat" 2>/dev/null) || continue
                set -- ${stat##*) }
                [ "$3" = "$child" ] || echo "$one"
              done
            }
            finish() {
              signal "$stop"
              gone "$grace" || signal KILL
              gone 50
              left=$(away)
              [ -z "$left" ] || kill -s "$stop" $left 2>/dev/null
              tries=$grace
              while [ -n "$left" ] && [ "$tries" -gt 0 ]; do
                tries=$((tries - 1))
                sleep 0.1
                left=$(away)
              done
              [ -z "$left" ] || kill -s KILL $left 2>/dev/null
            }
            tries=100
            until signal 0 || ! kill -s 0 "$child" 2>/dev/null || [ "$tries" = 0 ]; do
              tries=$((tries - 1))
              sleep 0.01
            done
            # A JVM that is killed before it has heard leaves a closed pipe, which must not end this shell.
            trap '' PIPE
            exec 2>/dev/null
            echo "$child"
            {
              while read -r name; do signal "$name"; done
              trap '' TERM
              finish
              [ -z "$folder" ] || rm -rf -- "$folder" || { sleep 1; rm -rf -- "$folder"; }
            } <&3 &
            watcher=$!
            exec 3<&-
            wait "$child"
            status=$?
            for one in $(marked); do
              echo "process $one ($(cat "/proc/$one/comm"))"
            done
            finish
            kill "$watcher"
            wait "$watcher"
            exit "$status"
            """;

    private Supervisor() {}

    /**
     * Returns the shell, ready to be started; the first line that it writes is the command's process id.
     *
     * @throws IOException if the environment cannot be given to a process
     */
    static ProcessBuilder of(SupervisedProcess.Start start, RunMark mark) throws IOException {
        refuseImpossible(start.environment());
        Path folder = start.folder();
        List<String> shell = List.of(
                "sh",
                "-c",
                SESSION,
                "session",
                "sh",
                "-c",
                SCRIPT,
                "leash",
                start.stopSignal(),
                Long.toString(LAST_GRACE.toMillis() / 100),
                start.log().toAbsolutePath().toString(),
                folder == null ? "" : folder.toAbsolutePath().toString(),
                mark.word(),
                SESSION);
        ProcessBuilder builder = new ProcessBuilder(
                        Stream.concat(shell.stream(), start.command().stream()).toList())
                .directory(start.directory().toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(start.log().toFile()));
        builder.environment().putAll(start.environment());
        return builder;
    }

    /** Refuses variables by name alone, for values may be secret. */
    private static void refuseImpossible(Map<String, String> environment) throws IOException {
        for (Map.Entry<String, String> variable : environment.entrySet()) {
            String name = variable.getKey();
            if (name.isEmpty() || name.indexOf('=') >= 0 || name.indexOf('\0') >= 0) {
                throw new IOException("an environment variable cannot be named \"" + name + "\"");
            }
            if (variable.getValue().indexOf('\0') >= 0) {
                throw new IOException("the environment variable " + name + " has a NUL character in its value");
            }
        }
    }
}
