package dev.poolfit.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process, told from a later one with the same id, whatever is done to the clock in between.
 *
 * @param pid its id, greater than 0
 * @param start on Linux the machine, its boot, the namespace of process ids and the clock ticks since the boot
 *     (proc(5), field 22 of stat), elsewhere the instant of its start; empty where the system does not tell
 */
public record ProcessIdentity(long pid, Optional<String> start) {
    private static final Path PROC = Path.of("/proc");
    private static final Pattern TICKS = Pattern.compile("linux (\\S+) ([0-9a-f-]+) (\\d+) (\\d+)");
    private static final Pattern JVM = Pattern.compile("([1-9]\\d{0,9})@.*");
    /** The longest time from the start of a process until its JVM says that it has started. */
    private static final Duration JVM_START = Duration.ofSeconds(5);
    /** The difference between instants of one start, by which the clock was moved meanwhile. */
    private static final Duration SAME_START = Duration.ofSeconds(2);

    /** Says what can be told of a process from here. */
    public enum State {
        RUNS,
        ENDED,
        /** It was started on another machine or in another container. */
        ELSEWHERE
    }

    /** @throws IllegalArgumentException if one of them is out of its bounds or of another form */
    public ProcessIdentity {
        if (pid < 1) {
            throw new IllegalArgumentException("a process id must be at least 1, but is " + pid);
        }
        if (start.isPresent()
                && !TICKS.matcher(start.get()).matches()
                && instant(start.get()).isEmpty()) {
            throw new IllegalArgumentException(
                    "the start of a process must be \"linux HOST BOOT NAMESPACE TICKS\" or an instant, but is \""
                            + start.get() + "\"");
        }
    }

    /** Returns this process. */
    public static ProcessIdentity current() {
        return of(ProcessHandle.current().pid());
    }

    /** Returns the process that has this id now. */
    public static ProcessIdentity of(long pid) {
        Optional<String> ticks = place().flatMap(place -> ticks(pid).map(at -> place + " " + at));
        return new ProcessIdentity(pid, ticks.or(() -> started(pid).map(Instant::toString)));
    }

    /**
     * Finds the process of a JVM that names itself, where it runs among the processes seen from here: a JVM with that
     * id has started at that time. Containers count their processes anew, so that the id alone says nothing.
     *
     * @param name such as {@code 4242@host}, as RuntimeMXBean.getName gives it
     * @param start the instant at which it says that it started
     */
    public static Optional<ProcessIdentity> ofJvm(String name, Instant start) {
        Matcher id = JVM.matcher(name);
        if (!id.matches()) {
            return Optional.empty();
        }
        long pid = Long.parseLong(id.group(1));
        return started(pid)
                .filter(at -> Duration.between(at, start).abs().compareTo(JVM_START) <= 0)
                .filter(at -> ProcFiles.loads(pid, "libjvm.").orElse(true))
                .map(at -> of(pid));
    }

    /** Reads what {@link #text} wrote; empty if it is something else. */
    public static Optional<ProcessIdentity> parse(String text) {
        String[] parts = text.split(" ", 2);
        try {
            return Optional.of(new ProcessIdentity(
                    Long.parseLong(parts[0]), parts.length < 2 ? Optional.empty() : Optional.of(parts[1])));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    /** Writes this on one line. */
    public String text() {
        return pid + start.map(at -> " " + at).orElse("");
    }

    /** Tells whether this process, and no later one with its id, still runs. */
    public State state() {
        Matcher ticks = TICKS.matcher(start.orElse(""));
        if (ticks.matches()) {
            return state(ticks);
        }
        boolean alive = ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
        return alive && sameInstant() ? State.RUNS : State.ENDED;
    }

    private State state(Matcher then) {
        Matcher now = TICKS.matcher(place().map(place -> place + " 0").orElse(""));
        boolean linux = now.matches();
        if (linux && !now.group(2).equals(then.group(2))) {
            // The machine was booted since, or it is another one.
            return now.group(1).equals(then.group(1)) ? State.ENDED : State.ELSEWHERE;
        }
        if (!linux || !now.group(3).equals(then.group(3))) {
            return State.ELSEWHERE;
        }
        return ticks(pid).filter(then.group(4)::equals).isPresent() ? State.RUNS : State.ENDED;
    }

    /** Returns whether the start is the same; without one whatever has the id is taken for it, and left alone. */
    private boolean sameInstant() {
        Optional<Instant> then = start.flatMap(ProcessIdentity::instant);
        Optional<Instant> now = started(pid);
        return then.isEmpty()
                || now.isEmpty()
                || Duration.between(now.get(), then.get()).abs().compareTo(SAME_START) <= 0;
    }

    private static Optional<Instant> started(long pid) {
        return ProcessHandle.of(pid).flatMap(process -> process.info().startInstant());
    }

    private static Optional<Instant> instant(String text) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeParseException other) {
            return Optional.empty();
        }
    }

    /** Returns what process ids are counted by here; empty where there is no /proc. */
    private static Optional<String> place() {
        try {
            String host = text(PROC.resolve("sys/kernel/hostname")).replaceAll("\\s", "_");
            String boot = text(PROC.resolve("sys/kernel/random/boot_id"));
            String namespace = Files.readSymbolicLink(PROC.resolve("self/ns/pid"))
                    .toString()
                    .replaceAll("\\D", "");
            return Optional.of("linux " + host + " " + boot + " " + namespace);
        } catch (IOException | UnsupportedOperationException otherSystem) {
            return Optional.empty();
        }
    }

    /** Returns clock ticks from the boot to the start; empty if the process has ended, waited for or not. */
    private static Optional<String> ticks(long pid) {
        try {
            String stat = text(PROC.resolve("" + pid).resolve("stat"));
            // The name in parentheses may hold blanks and parentheses itself.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return "ZXx".contains(fields[0]) ? Optional.empty() : Optional.of(fields[19]);
        } catch (IOException | IndexOutOfBoundsException gone) {
            return Optional.empty();
        }
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.ISO_8859_1).strip();
    }
}
