package dev.poolfit.app;

import dev.poolfit.evidence.JudgedTrials;
import dev.poolfit.evidence.Sample;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.FoundExperiment;
import dev.poolfit.journal.Journal;
import dev.poolfit.load.LoadEngine;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.report.Progress;
import dev.poolfit.service.RunningService;
import dev.poolfit.trial.Measured;
import dev.poolfit.trial.Time;
import dev.poolfit.trial.TrialListener;
import dev.poolfit.trial.TrialRunner;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Decision;
import dev.poolfit.verdict.Decision.TryNext;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.search.Search;
import dev.poolfit.verdict.search.SwitchingSearch;
import dev.poolfit.watch.HoldersOfRun;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Runs a whole search: warms the service and tries what the search asks for, until it has an answer. */
final class Tuner {
    private final FoundExperiment asked;
    private final Journal journal;
    private final Progress progress;
    private final Budget budget;
    private final Time time;
    private final Optional<HoldersOfRun> holders;

    /** @param holders is told who holds the connections at the initial settings, where that is wanted */
    Tuner(
            FoundExperiment asked,
            Journal journal,
            Progress progress,
            Budget budget,
            Time time,
            Optional<HoldersOfRun> holders) {
        this.holders = holders;
        this.asked = asked;
        this.journal = journal;
        this.progress = progress;
        this.budget = budget;
        this.time = time;
    }

    /** A search, and the problem that it solves. */
    record Question(SearchProblem problem, Search search) {}

    /** @param left of the budget when it was concluded; the same trials with it lead to the same conclusion */
    record Concluded(Conclusion conclusion, Duration left) {}

    /** @param question by what is known of the service so far */
    Concluded run(RunningService service, LoadEngine engine, Supplier<Question> question) throws InterruptedException {
        try (var runner = new TrialRunner(asked.bounded(), service, engine, new Watching(), time)) {
            return run(runner, question);
        }
    }

    private Concluded run(TrialRunner runner, Supplier<Question> question) throws InterruptedException {
        SearchProblem first = question.get().problem();
        if (question.get().search().next(trials(), budget.left()) instanceof TryNext) {
            progress.phase(Message.of("phase.warming-up"));
            runner.warmUp(asked.found().settings(), within(first));
            observe(runner);
        }
        // Who holds the connections may forbid some settings.
        Search search = question.get().search();
        SearchProblem problem = question.get().problem();
        Duration left = left(Duration.ZERO);
        Decision decision = decided(runner, search, left);
        while (decision instanceof TryNext next) {
            int before = journal.trials().size();
            progress.decided(next.trace(), Optional.of(next.plan()));
            if (next.plan().switching().isPresent()) {
                switched(runner, next);
            } else {
                oneByOne(runner, next);
            }
            boolean tried = journal.trials().size() > before;
            left = tried ? left(runner.spared(problem.cost())) : Duration.ZERO;
            decision = decided(runner, search, left);
            if (decision instanceof Conclusion open
                    && open.toDecide().filter(budget::exceed).isPresent()) {
                left = left(runner.spared(problem.cost()));
                decision = decided(runner, search, left);
            }
        }
        progress.decided(decision.trace(), Optional.empty());
        return new Concluded(Searches.told((Conclusion) decision, problem, budget.exceeded()), left);
    }

    private Decision decided(TrialRunner runner, Search search, Duration left) {
        return runner.pausing(() -> search.next(trials(), left));
    }

    /** Returns what is left of the budget, to the millisecond, as it is kept. */
    private Duration left(Duration spared) {
        return budget.left().plus(spared).truncatedTo(ChronoUnit.MILLIS);
    }

    private static boolean within(SearchProblem problem) {
        return problem.limited() && SwitchingSearch.suits(problem.goal(), problem.load(), problem.space(), true);
    }

    private void observe(TrialRunner runner) throws InterruptedException {
        int seconds = HoldersOfRun.seconds(budget.left());
        if (holders.isPresent() && journal.trials().isEmpty() && seconds > 0 && runner.isSteady()) {
            HoldersOfRun observed = holders.get();
            runner.observe(
                    asked.found().settings(),
                    seconds,
                    () -> begun(observed, seconds),
                    observed::look,
                    HoldersOfRun.LONGER * seconds);
            observed.end();
        }
    }

    private boolean begun(HoldersOfRun observed, int seconds) {
        boolean begun = observed.begin(seconds);
        if (begun) {
            progress.phase(Message.of("phase.recording"));
        }
        return begun;
    }

    private void oneByOne(TrialRunner runner, TryNext next) throws InterruptedException {
        for (PlannedTrial planned : next.plan().trials()) {
            // Without a first trial there is nothing to conclude from, however long the warm-up took.
            if (!journal.trials().isEmpty() && budget.left().compareTo(runner.cost(planned)) < 0) {
                return;
            }
            int number = journal.nextNumber();
            progress.trialStarted(planned, number);
            ended(runner.run(planned, number), next);
        }
    }

    private void switched(TrialRunner runner, TryNext next) throws InterruptedException {
        TrialPlan plan = next.plan();
        if (budget.left().compareTo(runner.cost(plan)) < 0) {
            return;
        }
        progress.turnsStarted(plan.trials(), journal.nextNumber());
        for (Measured each : runner.switching(plan, journal.nextNumber())) {
            ended(each, next);
        }
    }

    private void ended(Measured measured, TryNext by) {
        journal.append(measured.trial().with(by.trace().chain()), measured.series());
        List<Trial> trials = trials();
        progress.trialEnded(trials.get(trials.size() - 1));
    }

    private List<Trial> trials() {
        return JudgedTrials.of(journal.trials()).trials();
    }

    private final class Watching implements TrialListener {
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
