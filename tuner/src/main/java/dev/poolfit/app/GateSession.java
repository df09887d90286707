package dev.poolfit.app;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.Sample;
import dev.poolfit.evidence.SideTurns;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.LoadGuard;
import dev.poolfit.experiment.OtherPort;
import dev.poolfit.experiment.Problem;
import dev.poolfit.experiment.Service;
import dev.poolfit.experiment.file.ExperimentFile;
import dev.poolfit.gate.GateCheck;
import dev.poolfit.gate.GateVerdict;
import dev.poolfit.load.LoadEngine;
import dev.poolfit.plan.Switching;
import dev.poolfit.plan.WarmUpTime;
import dev.poolfit.process.WorkFolder;
import dev.poolfit.report.Language;
import dev.poolfit.report.Progress;
import dev.poolfit.report.TerminalProgress;
import dev.poolfit.service.RunningService;
import dev.poolfit.service.ServiceOpener;
import dev.poolfit.service.ServiceRequest;
import dev.poolfit.trial.SideBySide;
import dev.poolfit.trial.SideBySide.Build;
import dev.poolfit.trial.SystemTime;
import dev.poolfit.trial.TrialListener;
import dev.poolfit.units.Message;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/** Runs two builds from their start to the verdict, and stops both at the end. */
final class GateSession {
    /** The time of a change: a turn waits for a whole second, and for the last responses. */
    private static final Duration CHANGE = Duration.ofSeconds(1);

    private static final Duration LEAST_BUDGET = Duration.ofMinutes(1);
    /** The turns at the beginning that do not count, for they find a JVM that has rested. */
    private static final int UNCOUNTED = 1;

    private final ExperimentFile file;
    private final List<String> commands;
    private final Language language;
    private int drawn;

    /**
     * @param base starts the build before
     * @param candidate starts the build that is to pass
     * @throws InvalidExperiment if the experiment is none for two builds beside each other
     */
    GateSession(ExperimentFile file, String base, String candidate, Language language) {
        this.file = file;
        this.language = language;
        commands = List.of(base, candidate);
        List<Problem> problems = problems();
        if (!problems.isEmpty()) {
            throw new InvalidExperiment(problems);
        }
    }

    private Experiment experiment() {
        return file.experiment();
    }

    private List<Problem> problems() {
        var problems = new ArrayList<Problem>();
        Load load = experiment().load();
        if (load.script().isPresent()) {
            problems.add(
                    new Problem(
                            0,
                            "load",
                            "must be requests for a gate, but is a script, which sends to one address only; give load.requests"));
        } else if (!(load.shape() instanceof Load.Users) && !(load.shape() instanceof Load.Open)) {
            problems.add(new Problem(
                    0, "load", "must be users or a rate for a gate, but changes with time; give load.users"));
        }
        Set<Optional<Integer>> ports = load.allRequests().stream()
                .map(each -> OtherPort.of(each.url()))
                .collect(Collectors.toSet());
        if (load.script().isEmpty() && (ports.size() != 1 || ports.contains(Optional.<Integer>empty()))) {
            problems.add(new Problem(
                    0,
                    "load.requests",
                    "must all name one port, such as http://127.0.0.1:8080/, for the two builds have one each"));
        }
        load.allRequests().stream()
                .map(each -> URI.create(each.url().replaceAll("[{].*", "")).getHost())
                .filter(host -> host != null && !LoadGuard.isLoopback(host))
                .findFirst()
                .ifPresent(host -> problems.add(
                        new Problem(0, "load.requests", "must go to this machine for a gate, but go to " + host)));
        experiment()
                .service()
                .ready()
                .map(each -> OtherPort.of(each.toString()))
                .filter(port -> ports.size() == 1 && !ports.contains(port))
                .ifPresent(port -> problems.add(new Problem(
                        0,
                        "service.ready",
                        "must be at the port of load.requests, for the two builds have one each; or leave it out")));
        if (experiment().budget().compareTo(LEAST_BUDGET) < 0) {
            problems.add(new Problem(
                    0,
                    "budget",
                    "must be at least " + LEAST_BUDGET.toSeconds() + "s for a gate, but is "
                            + experiment().budget().toSeconds() + "s"));
        }
        return problems;
    }

    private static Duration block() {
        return SideBySide.PERIOD.plus(CHANGE).multipliedBy(2);
    }

    GateVerdict run(Console console) throws IOException, InterruptedException {
        int port = OtherPort.of(experiment().load().requests().get(0).url()).orElseThrow();
        List<Integer> ports = List.of(port, free(port));
        Path work = WorkFolder.create();
        try (var undo = new UndoStack(console.err())) {
            undo.pushStep("remove the logs", () -> {
                WorkFolder.remove(work);
                return "";
            });
            Progress progress = new TerminalProgress(console.err(), language, console.terminal());
            undo.push("end the progress line", progress::done);
            var builds = new ArrayList<Build>();
            for (int i = 0; i < commands.size(); i++) {
                builds.add(build(i, new OtherPort(port, ports.get(i)), work, progress, undo));
            }
            var budget = new Budget(experiment().budget(), Duration.ZERO, System::nanoTime);
            var sides = undo.push(
                    "stop the load", new SideBySide(builds, new Watching(progress, budget), new SystemTime()));
            GateVerdict verdict = compare(sides, budget, progress);
            undo.unwind();
            return verdict;
        }
    }

    private Build build(int place, OtherPort port, Path work, Progress progress, UndoStack undo) throws IOException {
        String name = place == 0 ? "base" : "candidate";
        progress.phase(Message.of("phase.gate.starting", name));
        requireFree(port.to());
        Service.Launch like = experiment().service().target() instanceof Service.Launch launch
                ? launch
                : new Service.Launch("", Path.of("").toAbsolutePath(), Map.of());
        Experiment own = port.of(experiment(), port.launch(commands.get(place), like, free(port.to())));
        RunningService service = undo.push(
                "stop the " + name,
                new ServiceOpener(System::nanoTime)
                        .open(new ServiceRequest(
                                own.service(),
                                own.database(),
                                own.fixed(),
                                Set.of(),
                                OptionalInt.of(port.to()),
                                work.resolve(name + ".log"))));
        LoadEngine engine = undo.push("let go of the load engine", LoadEngines.of(own.load()));
        return new Build(own, service, engine);
    }

    private GateVerdict compare(SideBySide sides, Budget budget, Progress progress) throws InterruptedException {
        progress.phase(Message.of("phase.warming-up"));
        sides.warmUp(WarmUpTime.ofEachBuild(experiment().budget()));
        progress.phase(Message.of("phase.gate.turns"));
        sides.run(orders(UNCOUNTED));
        GateVerdict verdict = look(sides, GateVerdict.BLOCKS_A_LOOK);
        while (!verdict.compared() && blocksLeft(budget) >= GateVerdict.BLOCKS_A_LOOK) {
            verdict = look(sides, GateVerdict.BLOCKS_A_LOOK);
        }
        int left = blocksLeft(budget);
        // The goal's own bounds are read once more, when all the time is used.
        return verdict.outcome() == GateCheck.Outcome.INCONCLUSIVE && left > 0 ? look(sides, left) : verdict;
    }

    private static int blocksLeft(Budget budget) {
        return (int) (budget.left().toSeconds() / block().toSeconds());
    }

    private GateVerdict look(SideBySide sides, int blocks) throws InterruptedException {
        sides.run(orders(blocks));
        List<SideTurns> turns = sides.turns().stream()
                .map(each -> new SideTurns(
                        each.turns().subList(UNCOUNTED, each.turns().size())))
                .toList();
        return new GateVerdict(
                new GateVerdict.Question(
                        experiment().goal(), experiment().load().closed(), block()),
                turns.get(0),
                turns.get(1));
    }

    private List<List<Integer>> orders(int blocks) {
        return new Switching(blocks, SideBySide.PERIOD, experiment().seed() + drawn++, false).orders(commands.size());
    }

    private static int free(int taken) throws IOException {
        try (var first = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var second = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return first.getLocalPort() == taken ? second.getLocalPort() : first.getLocalPort();
        }
    }

    /** Refuses a port that is taken: what listens there would be measured in place of the build. */
    private static void requireFree(int port) {
        try (var probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(port));
        } catch (IOException taken) {
            throw new EnvironmentFailure(
                    "port " + port + " of load.requests is taken",
                    "stop what listens there, for the base is started at that port",
                    taken);
        }
    }

    /** Shows the gate to a person while it runs. */
    private record Watching(Progress progress, Budget budget) implements TrialListener {
        @Override
        public void second(Sample sample) {
            progress.timeLeft(budget.left());
            progress.second(sample);
        }

        @Override
        public void waiting(Message what) {
            progress.phase(what);
        }
    }
}
