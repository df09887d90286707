package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.MeasuredTrial;
import dev.poolfit.evidence.Sample;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Found;
import dev.poolfit.experiment.FoundExperiment;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.experiment.file.ExperimentFile;
import dev.poolfit.journal.Journal;
import dev.poolfit.journal.RunFolder;
import dev.poolfit.plan.NamedRule;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Role;
import dev.poolfit.plan.Trace;
import dev.poolfit.plan.TrialPlan;
import dev.poolfit.report.Progress;
import dev.poolfit.trial.Experiments;
import dev.poolfit.trial.ObedientService;
import dev.poolfit.trial.ScriptedEngine;
import dev.poolfit.trial.Trials;
import dev.poolfit.trial.VirtualTime;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Decision.TryNext;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.search.Search;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run ends with an answer, however its budget and its search fit together; in virtual time. */
class TunerTest {
    private static final Duration WARM_UP = Duration.ofSeconds(8);
    /** Of a trial of five seconds, whose own warm-up takes two. */
    private static final Duration WARM_UP_AND_TRIAL = WARM_UP.plusSeconds(7);

    private static final Conclusion CONCLUSION = new Conclusion(
            Conclusion.Outcome.INCONCLUSIVE,
            new Conclusion.Choice(Optional.empty(), Optional.empty(), Optional.empty(), List.of()),
            Conclusion.Grounds.of(List.of()),
            OptionalInt.empty());

    private final VirtualTime time = new VirtualTime();
    private final ScriptedEngine engine = new ScriptedEngine(time, second -> Trials.second(second, 10, 100, 0, 100));
    private final List<String> told = new ArrayList<>();
    private final List<Trace> decisions = new ArrayList<>();

    @TempDir
    private Path folder;

    private Journal journal;

    @BeforeEach
    void begin() {
        journal = Journal.begin(new RunFolder(folder.resolve("run")), Experiments.SOUND);
    }

    private Tuner.Concluded run(Duration budget, Search search) throws InterruptedException {
        ExperimentFile file = Experiments.read(Experiments.SOUND);
        var service = new ObedientService(Settings.ofPoolAndThreads(10, 200));
        var asked = FoundExperiment.of(
                file.experiment(),
                new Found(
                        service.found(),
                        service.workers(),
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        service.housekeeping(),
                        false));
        var question = new Tuner.Question(SearchProblem.of(asked), asked(search));
        return new Tuner(
                        asked,
                        journal,
                        new Told(),
                        new Budget(budget, Duration.ZERO, time::nanos),
                        time,
                        Optional.empty())
                .run(service, engine, () -> question);
    }

    /** A search that fails rather than be asked for ever. */
    private static Search asked(Search search) {
        var questions = new AtomicInteger();
        return (finished, left) -> {
            assertThat(questions.incrementAndGet())
                    .as("questions to the search")
                    .isLessThan(20);
            return search.next(finished, left);
        };
    }

    /** So many trials of five seconds. */
    private static TryNext trials(int count) {
        return new TryNext(new TrialPlan(IntStream.rangeClosed(1, count)
                .mapToObj(each -> new PlannedTrial(Role.SEARCH, Settings.of(Knob.POOL, each), Duration.ofSeconds(5)))
                .toList()));
    }

    @Test
    void trials_follow_the_warm_up_until_the_search_has_an_answer() throws InterruptedException {
        var lefts = new ArrayList<Duration>();
        Tuner.Concluded last = run(Duration.ofMinutes(5), (finished, left) -> {
            lefts.add(left);
            return finished.size() < 3 ? trials(1) : CONCLUSION;
        });

        assertThat(last.conclusion()).isSameAs(CONCLUSION);
        assertThat(lefts).isSortedAccordingTo(Comparator.reverseOrder()).endsWith(last.left());
        assertThat(journal.trials().stream().map(MeasuredTrial::number)).containsExactly(1, 2, 3);
        assertThat(engine.put()).hasSize(1);
        assertThat(engine.lengths()).containsExactly(8 + 3 * 7);
        assertThat(told)
                .containsExactly(
                        "phase.warming-up", "begins 1", "ended 1", "begins 2", "ended 2", "begins 3", "ended 3");
    }

    @Test
    void users_pause_while_the_search_decides() throws InterruptedException {
        engine.pausable();
        var held = new ArrayList<Boolean>();
        run(Duration.ofMinutes(5), (finished, left) -> {
            held.add(!engine.holds().isEmpty()
                    && engine.holds().get(engine.holds().size() - 1));
            return finished.size() < 2 ? trials(1) : CONCLUSION;
        });

        assertThat(held).as("before the warm-up there is no load").containsExactly(false, true, true, true);
        assertThat(engine.holds()).endsWith(false);
    }

    @Test
    void nothing_is_warmed_for_a_search_that_has_its_answer_already() throws InterruptedException {
        assertThat(run(Duration.ofMinutes(5), (finished, left) -> CONCLUSION).conclusion())
                .isSameAs(CONCLUSION);

        assertThat(engine.put()).isEmpty();
        assertThat(told).isEmpty();
    }

    @Test
    void the_first_trial_is_run_though_the_warm_up_used_the_budget_up() throws InterruptedException {
        run(WARM_UP, (finished, left) -> finished.isEmpty() ? trials(3) : CONCLUSION);

        assertThat(engine.lengths()).containsExactly(8 + 7);
        assertThat(journal.trials()).hasSize(1);
    }

    @Test
    void a_plan_is_left_where_its_next_trial_no_longer_fits_into_the_budget() throws InterruptedException {
        run(WARM_UP_AND_TRIAL.plusSeconds(7), (finished, left) -> finished.isEmpty() ? trials(5) : CONCLUSION);

        assertThat(journal.trials()).hasSize(2);
    }

    @Test
    void a_search_whose_trials_no_longer_fit_hears_of_no_budget_rather_than_being_asked_for_ever()
            throws InterruptedException {
        var heard = new ArrayList<Duration>();

        run(WARM_UP_AND_TRIAL.plusSeconds(4), (finished, left) -> {
            heard.add(left);
            return left.isZero() ? CONCLUSION : trials(1);
        });

        assertThat(journal.trials()).hasSize(1);
        assertThat(heard)
                .containsExactly(
                        WARM_UP_AND_TRIAL.plusSeconds(4), Duration.ofSeconds(11), Duration.ofSeconds(4), Duration.ZERO);
    }

    @Test
    void the_journal_keeps_the_rules_that_led_to_a_trial_and_whoever_watches_hears_of_each_decision()
            throws InterruptedException {
        var dear = new NamedRule("rate", "settle", List.of(2, 5, 3));
        var handing = new NamedRule("rate", "no-model", List.of());
        var asking = new NamedRule("without-model", "confirm", List.of(2));
        var asked = new Trace(List.of(
                new Trace.Asked(dear, Trace.Answer.NOT_PAID),
                new Trace.Asked(handing, Trace.Answer.FIRED),
                new Trace.Asked(asking, Trace.Answer.FIRED)));

        run(
                Duration.ofMinutes(5),
                (finished, left) -> finished.isEmpty() ? trials(2).after(asked) : CONCLUSION);

        assertThat(journal.trials())
                .hasSize(2)
                .allSatisfy(
                        trial -> assertThat(trial.identity().rules().rules()).containsExactly(handing, asking));
        assertThat(decisions).containsExactly(asked, Trace.NONE);
    }

    private final class Told implements Progress {
        @Override
        public void decided(Trace trace, Optional<TrialPlan> plan) {
            decisions.add(trace);
        }

        @Override
        public void phase(Message what) {
            if (told.isEmpty() || !told.get(told.size() - 1).equals(what.key())) {
                told.add(what.key());
            }
        }

        @Override
        public void trialStarted(PlannedTrial planned, int number) {
            told.add("begins " + number);
        }

        @Override
        public void second(Sample sample) {}

        @Override
        public void timeLeft(Duration left) {}

        @Override
        public void trialEnded(Trial trial) {
            told.add("ended " + trial.number());
        }

        @Override
        public void done() {}
    }
}
