package dev.poolfit.service.helper;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.units.OneLine;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * Runs the helper beside a service, started by a command that runs a shell there, such as {@code docker exec -i shop}.
 * It comes through the shell's standard input, and ends when that closes: with the tuner, however the tuner ends.
 */
public final class HelperProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(40);
    private static final Duration LAST_PATIENCE = Duration.ofSeconds(10);
    private static final byte[] MAGIC = "\0poolfit\0".getBytes(StandardCharsets.US_ASCII);
    private static final String STARTING = "poolfit:starting ";
    private static final String REFUSED = "poolfit:refused ";
    private static final int LINE = 4096;
    private static final int LONGEST_WORDS = 1 << 16;
    private static final int KEPT_LINES = 20;

    private final Process process;
    private final Answers answers;
    private final long pid;

    private HelperProcess(Process process, Answers answers, long pid) {
        this.process = process;
        this.answers = answers;
        this.pid = pid;
    }

    /**
     * Says which JVM the helper attaches to.
     *
     * @param command runs a program beside the service, with the program's name and arguments behind it
     * @param pid the JVM's process there, where it was named
     * @param port that it listens on there, where it is known
     */
    public record Place(String command, OptionalLong pid, OptionalInt port) {}

    /**
     * Starts the helper, which loads the agent into the service.
     *
     * @param agent the agent's file
     * @throws EnvironmentFailure if there is no such place, no shell, no Java, no JVM, or one that takes no agent
     */
    public static HelperProcess start(Place place, byte[] agent) {
        Refusal.requireOpenInput(place.command());
        Process process;
        try {
            process = new ProcessBuilder("sh", "-c", "exec " + place.command() + " sh").start();
        } catch (IOException failed) {
            throw new EnvironmentFailure(
                    "no shell could be started here: " + failed.getMessage(),
                    "put a POSIX shell named sh on the PATH (Windows has none), or give service.attach.jmx",
                    failed);
        }
        var complaints = new Complaints(process.getErrorStream());
        CompletableFuture<HelperProcess> started = CompletableFuture.supplyAsync(() -> {
            try {
                return begin(process, place, agent, complaints);
            } catch (IOException broken) {
                throw complaints.ended(place.command(), process);
            }
        });
        try {
            return started.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException silent) {
            endAll(process);
            throw new EnvironmentFailure(
                    "\"" + place.command() + "\" gave no answer within " + PATIENCE.toSeconds() + " s"
                            + complaints.text(),
                    "run \"" + place.command() + " sh\" by hand: it must give a shell that reads its commands from"
                            + " standard input",
                    silent);
        } catch (InterruptedException interrupted) {
            endAll(process);
            Thread.currentThread().interrupt();
            throw new EnvironmentFailure("interrupted while the helper started", "start again", interrupted);
        } catch (ExecutionException failed) {
            process.destroy();
            throw failed.getCause() instanceof EnvironmentFailure known
                    ? known
                    : new EnvironmentFailure("the helper failed: " + failed.getCause(), "report this", failed);
        }
    }

    /** Ends the command and what it started. Its streams stay open, for to close them would wait for a writer. */
    private static void endAll(Process process) {
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        all.forEach(ProcessHandle::destroy);
        try {
            CompletableFuture.allOf(all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
                    .get(2, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException stays) {
            all.forEach(ProcessHandle::destroyForcibly);
        }
    }

    private static HelperProcess begin(Process process, Place place, byte[] agent, Complaints complaints)
            throws IOException {
        OutputStream out = process.getOutputStream();
        byte[] script = script(place, agent).getBytes(StandardCharsets.UTF_8);
        try {
            out.write(script);
            out.flush();
        } catch (IOException refused) {
            // It ended before it had read all, and what it said before that tells why.
        }
        var in = new DataInputStream(process.getInputStream());
        for (String line = line(in); !line.startsWith(STARTING); line = line(in)) {
            if (line.startsWith(REFUSED)) {
                throw Refusal.of(line.substring(REFUSED.length()).strip(), place.command());
            }
        }
        skipTo(MAGIC, in);
        int length = in.readInt();
        if (length < 1 || length > LONGEST_WORDS) {
            throw new IOException("it said something else");
        }
        List<String> told = Arrays.asList(new String(in.readNBytes(length), StandardCharsets.UTF_8).split("\n", -1));
        if (told.size() < 2) {
            throw new IOException("it said something else");
        }
        if (!told.get(0).equals("ready")) {
            throw new EnvironmentFailure(
                    "beside the service, by \"" + place.command() + "\": " + OneLine.of(told.get(1)),
                    "name the service's process there with service.attach.pid, and let the command run as the service's"
                            + " user (docker exec -u …)");
        }
        return new HelperProcess(process, new Answers(in, out), Long.parseLong(told.get(1)));
    }

    private static String script(Place place, byte[] agent) throws IOException {
        try (InputStream text = HelperProcess.class.getResourceAsStream("helper.sh")) {
            if (text == null) {
                throw new IOException("Poolfit was built without its helper");
            }
            return new String(text.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("@PID@", "" + place.pid().orElse(0))
                    .replace("@PORT@", "" + place.port().orElse(0))
                    .replace(
                            "@JAR@",
                            Base64.getMimeEncoder(76, new byte[] {'\n'}).encodeToString(agent));
        }
    }

    private static String line(InputStream in) throws IOException {
        var line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("it ended");
            }
            if (line.size() < LINE) {
                line.write(next);
            }
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    private static void skipTo(byte[] magic, InputStream in) throws IOException {
        int matched = 0;
        while (matched < magic.length) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("it ended");
            }
            matched = next == magic[matched] ? matched + 1 : next == magic[0] ? 1 : 0;
        }
    }

    Answers answers() {
        return answers;
    }

    /** Returns the service's process id, as it is numbered there. */
    public long pid() {
        return pid;
    }

    /** Lets the agent put the settings back, should they still be changed, and ends the helper. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
        } catch (IOException gone) {
            // It has ended before.
        }
        try {
            if (!process.waitFor(LAST_PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                process.destroy();
            }
        } catch (InterruptedException interrupted) {
            process.destroy();
            Thread.currentThread().interrupt();
        }
    }

    /** Keeps the last lines that a command writes to standard error. */
    private static final class Complaints {
        private final Deque<String> lines = new ArrayDeque<>();
        private final Thread reader;

        Complaints(InputStream from) {
            reader = new Thread(() -> read(from), "poolfit-helper-errors");
            reader.setDaemon(true);
            reader.start();
        }

        private void read(InputStream from) {
            try {
                while (true) {
                    String line = line(from);
                    synchronized (lines) {
                        lines.addLast(line);
                        if (lines.size() > KEPT_LINES) {
                            lines.removeFirst();
                        }
                    }
                }
            } catch (IOException ended) {
                // All has been read.
            }
        }

        /** Returns the last line, as the end of a sentence. */
        String text() {
            synchronized (lines) {
                return lines.isEmpty() ? "" : "; it says: " + OneLine.of(lines.peekLast());
            }
        }

        private String all() {
            synchronized (lines) {
                return String.join("\n", lines);
            }
        }

        EnvironmentFailure ended(String command, Process process) {
            try {
                process.waitFor(LAST_PATIENCE.toSeconds(), TimeUnit.SECONDS);
                reader.join(LAST_PATIENCE.toMillis());
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            return Refusal.ofEnd(
                    command,
                    process.isAlive() ? OptionalInt.empty() : OptionalInt.of(process.exitValue()),
                    all(),
                    text());
        }
    }
}
