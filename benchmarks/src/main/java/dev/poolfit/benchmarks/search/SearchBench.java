package dev.poolfit.benchmarks.search;

import dev.poolfit.benchmarks.search.Score.Judge;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Compares Poolfit's searches with a grid, chance, Optuna and rules of thumb on random simulated services:
 * {@code search [--services 2000] [--seed 1] [--threads 2] [--optuna 200] [--json FILE] [--per-service FILE]}.
 */
public final class SearchBench {
    private final SearchArguments arguments;
    private final RandomServices services;
    private final TruthCache truths;
    private final LinkedBlockingQueue<Optuna> optunas = new LinkedBlockingQueue<>();

    private SearchBench(SearchArguments arguments, Path home) throws Exception {
        this.arguments = arguments;
        services = new RandomServices(arguments.seed());
        truths = new TruthCache(home.resolve("benchmarks/target"), arguments.seed());
        for (int i = 0; i < (arguments.optuna() > 0 ? arguments.threads() : 0); i++) {
            try {
                optunas.add(Optuna.start(home));
            } catch (IOException e) {
                throw new IOException("Optuna does not start (--optuna 0 leaves it out): " + e.getMessage(), e);
            }
        }
    }

    public static void main(String[] given) throws Exception {
        SearchArguments arguments;
        try {
            arguments = SearchArguments.parse(given);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
            return;
        }
        new SearchBench(arguments, Path.of(System.getProperty("poolfit.home", "."))).run();
    }

    private void run() throws Exception {
        List<Score> scores;
        try {
            describe();
            scores = play();
        } finally {
            optunas.forEach(Optuna::close);
        }
        var results = new Results(scores, arguments.optuna());
        System.out.print(results.tables());
        if (arguments.json().isEmpty()) {
            System.out.println();
            results.json().forEach(System.out::println);
        } else {
            Files.write(arguments.json().get(), results.json());
        }
        if (arguments.perService().isPresent()) {
            Files.write(arguments.perService().get(), Results.perService(scores));
        }
    }

    private void describe() {
        System.out.printf(
                "%d services, seed %d, pool %s, threads %s. regret: 1 - true throughput / best; in 2 %%: share of%n"
                        + "services that lose no more; pool: answer / smallest pool within 2 %% of the best, median;%n"
                        + "untested: median error of the forecast where nothing was measured.%n",
                arguments.services(), arguments.seed(), Space.POOLS, Space.THREADS);
        if (!optunas.isEmpty()) {
            Optuna one = optunas.element();
            System.out.printf("Optuna %s: %s.%n", one.version(), String.join(", ", one.samplers()));
            if (!one.samplers().contains("gp")) {
                System.out.println("Optuna's GP sampler is left out: it needs PyTorch, several gigabytes, which is not"
                        + " installed.%nbenchmarks/target/venv-search/bin/pip install -r".formatted()
                        + " benchmarks/python/requirements-search-gp.txt brings it in.");
            }
        }
    }

    /** Plays every service, and returns their scores, by service. */
    private List<Score> play() throws Exception {
        var progress = new Progress(arguments.services());
        var pool = Executors.newFixedThreadPool(arguments.threads());
        try {
            var tasks = new ArrayList<Callable<List<Score>>>();
            for (int index = 0; index < arguments.services(); index++) {
                int mine = index;
                tasks.add(() -> {
                    List<Score> scores = play(mine);
                    progress.another();
                    return scores;
                });
            }
            var scores = new ArrayList<Score>();
            for (Future<List<Score>> each : pool.invokeAll(tasks)) {
                scores.addAll(each.get());
            }
            return scores;
        } finally {
            pool.shutdownNow();
        }
    }

    private List<Score> play(int index) throws InterruptedException {
        HiddenService service = services.service(index);
        var rates = new TrueRates(service);
        Truth truth = truths.of(index, () -> new TruthSearch(service, rates).find());
        var contest = new Contest(service, new Judge(service, rates, truth));
        if (index >= arguments.optuna()) {
            return contest.play(Optional.empty());
        }
        Optuna mine = optunas.take();
        try {
            return contest.play(Optional.of(mine));
        } finally {
            optunas.put(mine);
        }
    }
}
