package dev.poolfit.benchmarks.search;

import dev.poolfit.benchmarks.search.Peer.Tried;
import dev.poolfit.benchmarks.search.Score.Judge;
import dev.poolfit.experiment.Settings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Runs all strategies on one service, each with trials of its own. */
final class Contest {
    /** The trials that Poolfit is meant to need, in the median and in nine of ten cases. */
    private static final List<Integer> POOLFITS = List.of(5, 8);

    private static final double PEER_SECONDS =
            SimulatedTrials.MEASURED.plus(SimulatedTrials.WARM_UP).toSeconds();
    private static final String EQUAL_MINUTES = ", equal minutes";

    private final HiddenService service;
    private final Judge judge;
    private final List<Score> scores = new ArrayList<>();

    Contest(HiddenService service, Judge judge) {
        this.service = service;
        this.judge = judge;
    }

    /**
     * Returns the scores.
     *
     * @param optuna Optuna, if it takes part
     */
    List<Score> play(Optional<Optuna> optuna) {
        double seconds = 0;
        for (PoolfitRun.Kind kind : PoolfitRun.Kind.values()) {
            PoolfitRun run = kind.run(service);
            scores.add(judge.poolfit("poolfit " + kind.text, run));
            seconds = seconds == 0 ? run.seconds() : seconds;
        }
        int equal = Math.max(1, (int) (seconds / PEER_SECONDS));
        long seed = Seeds.mix(service.seed(), 3);
        List<Tried> grid = trials("grid", ListPeer.grid(seed), 24);
        score("grid 24", grid, 24);
        scores.add(judge.plain("grid 24, smallest within 2 %", grid.size(), cost(grid), smallest(grid)));
        score("pool sweep 6", trials("sweep", ListPeer.sweep(), 6), 6);
        scoreAll("random", ListPeer.random(seed), equal, 12);
        scoreAll("golden section", new GoldenSectionPeer(), equal, 8);
        optuna.ifPresent(process -> process.samplers().forEach(sampler -> {
            try (Optuna.Study study = process.study(sampler, seed)) {
                scoreAll("optuna " + sampler, study, equal, 8);
            }
        }));
        scores.add(judge.plain("the default 10/200", 0, 0, Space.FOUND));
        int cores = service.model().capacity().databaseCores();
        int threads = Space.FOUND.threads().orElseThrow();
        scores.add(judge.plain("2 x cores + 1", 0, 0, Settings.ofPoolAndThreads(2 * cores + 1, threads)));
        return scores;
    }

    /**
     * Scores a peer with each of Poolfit's numbers of trials, and with as many minutes as Poolfit took here.
     *
     * @param most another number of trials to score it with, no less than Poolfit's
     */
    private void scoreAll(String name, Peer peer, int equal, int most) {
        List<Tried> tried = trials(name, peer, Math.max(most, equal));
        POOLFITS.forEach(count -> score(name + " " + count, tried, count));
        if (!POOLFITS.contains(most)) {
            score(name + " " + most, tried, most);
        }
        score(name + EQUAL_MINUTES, tried, equal);
    }

    private List<Tried> trials(String name, Peer peer, int count) {
        var runner = new SimulatedTrials(service, name);
        var tried = new ArrayList<Tried>();
        while (tried.size() < count) {
            Optional<Settings> next = peer.next(tried);
            if (next.isEmpty()) {
                break;
            }
            tried.add(new Tried(next.get(), runner.throughput(next.get())));
        }
        return tried;
    }

    /** Scores the setting that showed the most in the first trials. */
    private void score(String name, List<Tried> tried, int count) {
        List<Tried> first = tried.subList(0, Math.min(count, tried.size()));
        scores.add(judge.plain(name, first.size(), cost(first), fastest(first).settings()));
    }

    private static double cost(List<Tried> tried) {
        return tried.size() * PEER_SECONDS;
    }

    private static Tried fastest(List<Tried> tried) {
        return tried.stream().max(Comparator.comparingDouble(Tried::throughput)).orElseThrow();
    }

    /** Reads a grid with care: the smallest pool that showed nearly the most. */
    private static Settings smallest(List<Tried> grid) {
        double enough = (1 - Truth.INDIFFERENCE) * fastest(grid).throughput();
        return grid.stream()
                .filter(each -> each.throughput() >= enough)
                .map(Tried::settings)
                .min(Comparator.comparingInt(each -> each.pool().orElseThrow()))
                .orElseThrow();
    }
}
