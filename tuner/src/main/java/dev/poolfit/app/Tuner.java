package dev.poolfit.app;

import dev.poolfit.evidence.Sample;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.journal.Journal;
import dev.poolfit.load.LoadEngine;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.report.Progress;
import dev.poolfit.service.RunningService;
import dev.poolfit.trial.Measured;
import dev.poolfit.trial.Time;
import dev.poolfit.trial.TrialRunner;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Decision;
import dev.poolfit.verdict.Decision.TryNext;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.search.Search;
import java.time.Duration;

/** The whole story: warm the service, try what the search asks for, until it has an answer. */
final class Tuner {
    private final Experiment experiment;
    private final Journal journal;
    private final Progress progress;
    private final Budget budget;
    private final Time time;

    Tuner(Experiment experiment, Journal journal, Progress progress, Budget budget, Time time) {
        this.experiment = experiment;
        this.journal = journal;
        this.progress = progress;
        this.budget = budget;
        this.time = time;
    }

    Conclusion run(RunningService service, LoadEngine engine, Search search, SearchProblem problem)
            throws InterruptedException {
        var runner = new TrialRunner(experiment, service, engine, this::watched, time);
        Decision decision = search.next(journal.trials(), budget.left());
        if (decision instanceof TryNext) {
            progress.phase(Message.of("phase.warming-up"));
            runner.warmUp(problem.found(), problem.space());
            decision = search.next(journal.trials(), budget.left());
        }
        while (decision instanceof TryNext next) {
            int before = journal.trials().size();
            for (PlannedTrial planned : next.plan().trials()) {
                // Without a first trial there is nothing to conclude from, however long the warm-up took.
                if (!journal.trials().isEmpty() && budget.left().compareTo(planned.measure()) < 0) {
                    break;
                }
                int number = journal.nextNumber();
                progress.trialStarted(planned, number);
                Measured measured = runner.run(planned, number);
                journal.append(measured.trial(), measured.series());
                progress.trialEnded(measured.trial());
            }
            boolean tried = journal.trials().size() > before;
            decision = search.next(journal.trials(), tried ? budget.left() : Duration.ZERO);
        }
        return (Conclusion) decision;
    }

    private void watched(Sample sample) {
        progress.timeLeft(budget.left());
        progress.second(sample);
    }
}
