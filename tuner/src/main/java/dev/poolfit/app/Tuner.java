package dev.poolfit.app;

import dev.poolfit.experiment.Experiment;
import dev.poolfit.journal.Journal;
import dev.poolfit.load.LoadEngine;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.report.Progress;
import dev.poolfit.service.RunningService;
import dev.poolfit.trial.Lab;
import dev.poolfit.trial.Measured;
import dev.poolfit.units.Sentence;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Decision;
import dev.poolfit.verdict.Decision.TryNext;
import dev.poolfit.verdict.Question;
import dev.poolfit.verdict.Search;
import java.time.Duration;
import java.time.InstantSource;

/** The whole story: warm the service, try what the search asks for, until it has an answer. */
final class Tuner {
    private final Experiment experiment;
    private final Journal journal;
    private final Progress progress;
    private final Budget budget;

    Tuner(Experiment experiment, Journal journal, Progress progress, Budget budget) {
        this.experiment = experiment;
        this.journal = journal;
        this.progress = progress;
        this.budget = budget;
    }

    Conclusion run(RunningService service, LoadEngine engine, Search search, Question question)
            throws InterruptedException {
        var lab = new Lab(experiment, service, engine, this::watched, InstantSource.system());
        Decision decision = search.next(journal.trials(), budget.left());
        if (decision instanceof TryNext) {
            progress.phase(Sentence.of("phase.warming-up"));
            lab.warmUp(question.found(), question.space());
            decision = search.next(journal.trials(), budget.left());
        }
        while (decision instanceof TryNext next) {
            int before = journal.trials().size();
            for (PlannedTrial planned : next.plan().trials()) {
                // Without a first trial there is nothing to conclude from, however long the warm-up took.
                if (!journal.trials().isEmpty() && budget.left().compareTo(planned.measure()) < 0) {
                    break;
                }
                int number = journal.trials().size() + 1;
                progress.trialStarted(planned, number);
                Measured measured = lab.run(planned, number);
                journal.append(measured.trial(), measured.series());
                progress.trialEnded(measured.trial());
            }
            boolean tried = journal.trials().size() > before;
            decision = search.next(journal.trials(), tried ? budget.left() : Duration.ZERO);
        }
        return (Conclusion) decision;
    }

    private void watched(dev.poolfit.evidence.Sample sample, boolean measuring) {
        Duration left = budget.left();
        progress.timeLeft(left);
        progress.second(sample);
    }
}
