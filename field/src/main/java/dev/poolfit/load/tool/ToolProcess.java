package dev.poolfit.load.tool;

import dev.poolfit.process.SupervisedProcess;
import dev.poolfit.process.WorkFolder;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** A process of a tool, with the threads that read its points and its messages; nothing of it outlives this JVM. */
final class ToolProcess implements AutoCloseable {
    static final String POINTS = "points";
    private static final String MESSAGES = "messages";
    private static final String LOG = "leash.log";
    private static final int MESSAGES_KEPT = 200;
    /** Characters that are read at once. */
    private static final int BLOCK = 8192;

    private static final int LONGEST_MESSAGE = 4_000;
    private static final long JOIN_MILLIS = 5_000;
    /** The shell's script: $1 takes points, empty if the tool writes them itself, $2 messages; then the command. */
    private static final String REDIRECT = """
            points=$1 messages=$2
            shift 2
            if [ -n "$points" ]; then exec "$@" >"$points" 2>"$messages"; else exec "$@" >"$messages" 2>&1; fi
            """;

    private final Path folder;
    private final SupervisedProcess process;
    private final Thread points;
    private final Thread messages;
    private final Deque<String> said = new ArrayDeque<>();
    private final Optional<Path> log;

    /**
     * @param environment added to this program's own
     * @param folder an empty folder, removed with the process
     */
    ToolProcess(Tool tool, List<String> command, Map<String, String> environment, Path folder, PointSink sink)
            throws IOException {
        this.folder = folder;
        log = tool.log().map(folder::resolve);
        pipe(folder.resolve(MESSAGES));
        if (tool.streams()) {
            pipe(folder.resolve(POINTS));
        }
        messages = reader("poolfit-tool-messages", this::readMessages);
        points = reader("poolfit-tool-points", () -> readPoints(tool, sink));
        var start = new SupervisedProcess.Start(
                redirected(tool, command),
                tool.directory().orElse(folder),
                environment,
                folder.resolve(LOG),
                "TERM",
                folder);
        try {
            process = SupervisedProcess.start(start);
        } catch (IOException failed) {
            release();
            WorkFolder.remove(folder);
            throw failed;
        }
        messages.start();
        points.start();
    }

    private List<String> redirected(Tool tool, List<String> command) {
        String to = tool.streams() ? folder.resolve(POINTS).toString() : "";
        var whole = new ArrayList<>(List.of(
                "sh", "-c", REDIRECT, tool.name(), to, folder.resolve(MESSAGES).toString()));
        whole.addAll(command);
        return whole;
    }

    private static void pipe(Path path) throws IOException {
        try {
            if (new ProcessBuilder("mkfifo", path.toString()).start().waitFor() != 0) {
                throw new IOException("cannot make a pipe at " + path);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        }
    }

    private static Thread reader(String name, Runnable task) {
        var thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    private void readMessages() {
        try (var in = new InputStreamReader(
                new FileInputStream(folder.resolve(MESSAGES).toFile()), StandardCharsets.UTF_8)) {
            var line = new StringBuilder();
            var block = new char[BLOCK];
            for (int read = in.read(block); read >= 0; read = in.read(block)) {
                for (int i = 0; i < read; i++) {
                    if (block[i] == '\n') {
                        keep(line);
                    } else if (line.length() < LONGEST_MESSAGE) {
                        line.append(block[i]);
                    }
                }
            }
            keep(line);
        } catch (IOException over) {
            // The process has gone, and with it the pipe; what was said before stays.
            return;
        }
    }

    private void keep(StringBuilder line) {
        if (line.length() > 0) {
            synchronized (said) {
                said.addLast(line.toString());
                if (said.size() > MESSAGES_KEPT) {
                    said.removeFirst();
                }
            }
        }
        line.setLength(0);
    }

    private void readPoints(Tool tool, PointSink sink) {
        Path path = folder.resolve(POINTS);
        try (InputStream in =
                tool.streams() ? new FileInputStream(path.toFile()) : new GrowingFile(path, () -> !process.isAlive())) {
            tool.read(in, sink);
            // A tool that writes what nobody could read must not stall.
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException over) {
            return;
        }
    }

    /** Returns the processor time of the process and its children so far. */
    Duration cpu() {
        return process.descendants().stream()
                .flatMap(pid -> ProcessHandle.of(pid).stream())
                .flatMap(process -> process.info().totalCpuDuration().stream())
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** Returns the exit code, once the process has gone and all that it told has been read. */
    OptionalInt exitCode() {
        return points.isAlive() || messages.isAlive() ? OptionalInt.empty() : process.exitCode();
    }

    /** Returns the latest lines of its messages, oldest first, and what it wrote down. */
    List<String> messages() {
        synchronized (said) {
            return Stream.concat(
                            said.stream(),
                            log.filter(Files::isReadable).map(ToolQuery::beginning).stream()
                                    .flatMap(String::lines))
                    .toList();
        }
    }

    /** Asks the process to end, and kills it after the grace. */
    void stop(Duration grace) {
        release();
        boolean interrupted = Thread.interrupted();
        try {
            process.stop(grace);
            points.join(JOIN_MILLIS);
            messages.join(JOIN_MILLIS);
        } catch (InterruptedException again) {
            interrupted = true;
            process.close();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Releases readers whose process never came: opening a pipe waits for the other end, so one is opened here. */
    private void release() {
        for (String name : List.of(POINTS, MESSAGES)) {
            File pipe = folder.resolve(name).toFile();
            if (pipe.exists() && !pipe.isFile()) {
                try {
                    new RandomAccessFile(pipe, "rw").close();
                } catch (IOException gone) {
                    continue;
                }
            }
        }
    }

    @Override
    public void close() {
        stop(Duration.ZERO);
    }
}
