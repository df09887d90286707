package dev.poolfit.load.tool;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Load;
import dev.poolfit.load.LoadRun;
import dev.poolfit.load.SecondReports;
import dev.poolfit.process.WorkFolder;
import dev.poolfit.units.PlainText;
import dev.poolfit.units.SteadyClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A load that a tool's processes put together. */
final class ToolRun implements LoadRun {
    private static final long TICK_MILLIS = 100;
    private static final int LONGEST_QUOTED = 500;
    /** The least time in which a tool that is told to end can write down what it has and let go. */
    private static final Duration LEAST_GRACE = Duration.ofSeconds(3);

    private final Tool tool;
    private final ToolPatience patience;
    private final SecondReports reports;
    private final SteadyClock clock = new SteadyClock(Instant.now(), System::nanoTime);
    private final List<ToolProcess> processes = new ArrayList<>();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final CountDownLatch gone = new CountDownLatch(1);
    private final ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor(task -> {
        var thread = new Thread(task, "poolfit-load-tool");
        thread.setDaemon(true);
        return thread;
    });
    private @Nullable ToolSeconds seconds;
    private ToolMeter meter = new ToolMeter(List.of());
    private volatile boolean ended;
    private volatile @Nullable EnvironmentFailure failure;

    ToolRun(Tool tool, ToolPatience patience, SecondReports reports) {
        this.tool = tool;
        this.patience = patience;
        this.reports = reports;
    }

    /** Starts the processes and returns when all of them put load. */
    void begin(Load load) {
        try {
            startAll(load);
        } catch (IOException failed) {
            throw new EnvironmentFailure(
                    tool.name() + " could not be started: " + failed.getMessage(),
                    "see whether there is space in the folder for temporary files",
                    failed);
        }
        try {
            if (!begun.await(patience.start().toMillis(), TimeUnit.MILLISECONDS)) {
                throw new EnvironmentFailure(
                        tool.name() + " has sent no request within "
                                + patience.start().toSeconds() + " s" + quoted(lastWords()),
                        "run the script by hand to see what it waits for");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new EnvironmentFailure("interrupted while " + tool.name() + " started", "start again", interrupted);
        }
        EnvironmentFailure broken = failure;
        if (broken != null) {
            throw broken;
        }
    }

    private void startAll(Load load) throws IOException {
        var folders = new ArrayList<Path>();
        List<List<String>> commands = tool.commands(load, process -> {
            while (folders.size() <= process) {
                folders.add(temporary());
            }
            return folders.get(process);
        });
        var points = new ToolSeconds(commands.size(), reports, clock::millis);
        synchronized (processes) {
            if (stopped.get()) {
                throw new IOException("the load was stopped");
            }
            for (int i = 0; i < commands.size(); i++) {
                Path folder = i < folders.size() ? folders.get(i) : temporary();
                processes.add(
                        new ToolProcess(tool, commands.get(i), tool.environment(load, folder), folder, points.of(i)));
            }
            seconds = points;
            meter = new ToolMeter(List.copyOf(processes));
        }
        ticker.scheduleAtFixedRate(this::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    private static Path temporary() {
        try {
            return WorkFolder.create();
        } catch (WorkFolder.Unusable unusable) {
            throw unusable(unusable);
        }
    }

    /** Returns what to say where a tool has no place for its answers. */
    static EnvironmentFailure unusable(WorkFolder.Unusable unusable) {
        return new EnvironmentFailure(String.valueOf(unusable.getMessage()), unusable.remedy(), unusable);
    }

    /** Looks, and ends the load with a reason whatever goes wrong in here, for nobody else would notice. */
    private void tick() {
        try {
            look();
        } catch (RuntimeException | StackOverflowError unexpected) {
            failure = new EnvironmentFailure(
                    "what " + tool.name() + " reports could not be read: " + unexpected,
                    "run the script by hand to see what it reports",
                    unexpected);
            ended = true;
            begun.countDown();
        }
    }

    private void look() {
        ToolSeconds points = seconds;
        if (points == null || ended) {
            return;
        }
        long now = clock.millis();
        Optional<EnvironmentFailure> broken = broken(points, now);
        boolean over = broken.isPresent()
                || processes.stream().allMatch(process -> process.exitCode().isPresent());
        points.reportUntil(over ? points.lastHeard() : now - tool.lagMillis(), meter);
        if (broken.isPresent()) {
            failure = broken.get();
        } else if (over && !points.begun()) {
            failure = new EnvironmentFailure(
                    tool.name() + " ended without having sent a request" + quoted(lastWords()),
                    "run the script by hand; it must send at least one request");
        }
        ended |= over;
        if (over || points.begun()) {
            begun.countDown();
        }
    }

    private Optional<EnvironmentFailure> broken(ToolSeconds points, long now) {
        for (ToolProcess process : processes) {
            OptionalInt exit = process.exitCode();
            if (exit.isPresent() && !tool.completed(exit.getAsInt())) {
                return Optional.of(new EnvironmentFailure(
                        tool.name() + " ended with exit code " + exit.getAsInt()
                                + quoted(tool.complaints(process.messages())),
                        "correct what it says, or run the script by hand to see more"));
            }
        }
        Duration silence = patience.silence().multipliedBy(tool.silences());
        if (points.begun()
                && !ended
                && now - points.lastHeard() > silence.toMillis()
                && processes.stream().anyMatch(process -> process.exitCode().isEmpty())) {
            return Optional.of(new EnvironmentFailure(
                    tool.name() + " has reported nothing for " + silence.toSeconds() + " s" + quoted(lastWords()),
                    "see whether it hangs, whether the service still responds, or whether the machine is overloaded"));
        }
        return Optional.empty();
    }

    private List<String> lastWords() {
        synchronized (processes) {
            return processes.stream()
                    .flatMap(process -> tool.complaints(process.messages()).stream())
                    .toList();
        }
    }

    static String quoted(List<String> lines) {
        return lines.isEmpty()
                ? ""
                : ": "
                        + lines.stream()
                                .map(line -> PlainText.shortened(PlainText.line(line), LONGEST_QUOTED))
                                .collect(Collectors.joining("\n  "));
    }

    @Override
    public void stop(Duration drain) {
        if (!stopped.compareAndSet(false, true)) {
            if (!reports.calledByReceiver()) {
                awaitGone();
            }
            return;
        }
        ended = true;
        ticker.shutdown();
        Duration grace = drain.compareTo(LEAST_GRACE) < 0 ? LEAST_GRACE : drain;
        synchronized (processes) {
            processes.parallelStream().forEach(process -> process.stop(grace));
        }
        gone.countDown();
        reports.finish();
    }

    private void awaitGone() {
        try {
            gone.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    boolean stopped() {
        return stopped.get();
    }

    @Override
    public boolean ended() {
        return ended;
    }

    @Override
    public long inFlight() {
        return 0;
    }

    @Override
    public Optional<EnvironmentFailure> failure() {
        return Optional.ofNullable(failure);
    }
}
