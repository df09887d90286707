package dev.poolfit.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A running command that cannot outlive this JVM. A shell in a session of its own starts the command in a session of its
 * own and holds one end of a pipe to this JVM: names of signals that arrive are sent to the command's process group; when
 * the pipe closes, however this JVM ended, the group gets the stop signal, then KILL, and the folder is removed. What left
 * the group, as daemons do, is found by a mark in its environment, and gets the same signals after the group. While this
 * JVM lives the folder stays until {@link #stop}, so that the log of a command that failed can be read.
 */
public final class SupervisedProcess implements AutoCloseable {
    private final Process supervisor;
    private final BufferedReader told;
    private final long pid;
    private final Optional<ProcessHandle> command;
    private final Start start;
    private final RunMark mark;

    private SupervisedProcess(Process supervisor, BufferedReader told, long pid, Start start, RunMark mark) {
        this.supervisor = supervisor;
        this.told = told;
        this.pid = pid;
        this.command = ProcessHandle.of(pid);
        this.start = start;
        this.mark = mark;
    }

    /**
     * Says what to start, and where.
     *
     * @param stopSignal the signal that asks it to end, such as TERM
     * @param folder removed with everything in it when the command is stopped or this JVM ends
     */
    public record Start(
            List<String> command,
            Path directory,
            Map<String, String> environment,
            Path log,
            String stopSignal,
            @Nullable Path folder) {
        public Start {
            command = List.copyOf(command);
            environment = Map.copyOf(environment);
            if (command.isEmpty()) {
                throw new IllegalArgumentException("command must not be empty");
            }
            if (!stopSignal.matches("[A-Z0-9]+")) {
                throw new IllegalArgumentException("stopSignal must be a name such as TERM, but is " + stopSignal);
            }
        }

        public Start(List<String> command, Path directory, Path log) {
            this(command, directory, Map.of(), log, "TERM", null);
        }

        /** Starts a line for the shell, as a user writes it into the experiment file. */
        public static Start shell(String line, Path directory, Map<String, String> environment, Path log) {
            return new Start(List.of("sh", "-c", line), directory, environment, log, "TERM", null);
        }
    }

    /**
     * Starts the command; a command that does not exist shows as exit code 127 and a line in the log.
     *
     * @throws IOException if it cannot be started there or with that environment
     */
    public static SupervisedProcess start(Start start) throws IOException {
        var mark = new RunMark();
        Process supervisor = Supervisor.of(start, mark).start();
        var told = new BufferedReader(new InputStreamReader(supervisor.getInputStream(), StandardCharsets.UTF_8));
        String pid = told.readLine();
        if (pid == null) {
            supervisor.destroyForcibly();
            throw new IOException("Could not start " + start.command().get(0) + "; see " + start.log());
        }
        return new SupervisedProcess(supervisor, told, Long.parseLong(pid), start, mark);
    }

    /** Returns the process id of the command. */
    public long pid() {
        return pid;
    }

    /** Returns process ids of the command and of all that it has started and that has stayed in its family. */
    public List<Long> descendants() {
        return tree().map(ProcessHandle::pid).toList();
    }

    /** Returns process ids of the command and of all that it has started, daemons that kept its environment included. */
    public List<Long> all() {
        return everything().stream().map(ProcessHandle::pid).toList();
    }

    /**
     * Returns what still ran when the command itself had ended, such as {@code process 4242 (java)}; it was stopped
     * then. Waits until the command has ended and all of it has been stopped.
     */
    public List<String> leftBehind() {
        return told.lines().toList();
    }

    /** Returns whether the command runs; it is false as soon as the command's first process has ended. */
    public boolean isAlive() {
        return supervisor.isAlive() && command.filter(ProcessHandle::isAlive).isPresent();
    }

    /** Returns the exit code, once the command and all that it started have gone. */
    public OptionalInt exitCode() {
        return supervisor.isAlive() ? OptionalInt.empty() : OptionalInt.of(supervisor.exitValue());
    }

    /** Completes with the exit code once the command and all that it started have gone. */
    public CompletableFuture<Integer> onExit() {
        return supervisor.onExit().thenApply(Process::exitValue);
    }

    /**
     * Asks the command to end, kills what is left after the grace, and returns its exit code when all of it has gone.
     *
     * @throws InterruptedException if this thread was interrupted; the command may still run then
     */
    public int stop(Duration grace) throws InterruptedException {
        List<ProcessHandle> everything = everything();
        send(start.stopSignal());
        if (!supervisor.waitFor(grace.toMillis(), TimeUnit.MILLISECONDS)) {
            everything().forEach(ProcessHandle::destroyForcibly);
            send("KILL");
        }
        int status = supervisor.waitFor();
        everything.stream().filter(ProcessHandle::isAlive).forEach(SupervisedProcess::end);
        mark.bearers().forEach(SupervisedProcess::end);
        if (start.folder() != null) {
            delete(start.folder());
        }
        return status;
    }

    /** Kills a process, but waits no longer than a dead one should stay: some containers have nobody who reaps it. */
    private static void end(ProcessHandle left) {
        left.destroyForcibly();
        left.onExit()
                .completeOnTimeout(left, Supervisor.LAST_GRACE.toMillis(), TimeUnit.MILLISECONDS)
                .join();
    }

    @Override
    public void close() {
        try {
            stop(Supervisor.LAST_GRACE);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private Stream<ProcessHandle> tree() {
        return command.stream()
                .flatMap(leader -> Stream.concat(Stream.of(leader), leader.descendants()))
                .filter(ProcessHandle::isAlive);
    }

    private List<ProcessHandle> everything() {
        return Stream.concat(tree(), mark.bearers()).distinct().toList();
    }

    private static void delete(Path folder) {
        try {
            WorkFolder.remove(folder);
        } catch (IOException failure) {
            throw new UncheckedIOException("Could not remove " + folder, failure);
        }
    }

    private void send(String signal) {
        try {
            OutputStream pipe = supervisor.getOutputStream();
            pipe.write((signal + "\n").getBytes(StandardCharsets.US_ASCII));
            pipe.flush();
        } catch (IOException gone) {
            // The supervisor has ended, and with it the command.
        }
    }
}
