package dev.poolfit.verdict.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.model.fit.Assumptions;
import dev.poolfit.units.IntRange;
import dev.poolfit.units.Rate;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Performance;
import dev.poolfit.verdict.Performance.Standing;
import dev.poolfit.verdict.SearchProblem;
import dev.poolfit.verdict.diagnosis.EvidenceBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Verdicts are right about services that another simulator recorded, some of which follow laws that no model of Poolfit's has.
 * A verdict claims at 95 % that its answer does what is asked, and that the next smaller setting does not; what may be wrong
 * by chance is the binomial distribution's bound at that level, of as many claims as were made. {@code -Drecorded=20} runs
 * each search twenty times instead of three, from other seconds of the record.
 */
class RecordedServicesIT {
    private static final int TIMES = Integer.getInteger("recorded", 3);
    /** All that the record has. */
    private static final int SERVICES = 20;

    private static final double ALLOWED = 0.05;
    private static final double MARGIN = Goal.USUAL_MARGIN.fraction();
    private static final int FOUND = 8;
    private static final int[] BUDGETS = {120, 170, 220};

    /** @param wanted the rate of the goal; empty for the highest */
    private record Run(RecordedService service, OptionalDouble wanted, SimulatedQueue.Ended ended) {
        Conclusion said() {
            return ended.conclusion();
        }

        boolean recommends() {
            return said().outcome() == Outcome.RECOMMENDED;
        }

        boolean claims() {
            return recommends() || said().outcome() == Outcome.UNREACHABLE;
        }

        /** Wrong beyond what the record's own truth leaves open. */
        boolean wrong() {
            return recommends()
                    ? service.truth(pool(said().recommended().orElseThrow())).high() < least()
                    : said().outcome() == Outcome.UNREACHABLE && service.best().low() > wanted.orElseThrow();
        }

        private double least() {
            return wanted.orElseGet(() -> (1 - MARGIN) * service.best().low());
        }

        boolean rejects() {
            return recommends() && smaller().isPresent();
        }

        private Optional<Performance> smaller() {
            return said().smaller().filter(each -> each.standing() == Standing.FAILS);
        }

        /** Whether the setting below the answer, which is said not to do, does. */
        boolean rejectsWrongly() {
            double most = wanted.orElseGet(() -> (1 - MARGIN) * service.best().high());
            return recommends()
                    && smaller()
                            .filter(each -> service.truth(pool(each)).low() >= most)
                            .isPresent();
        }

        private static int pool(Performance performance) {
            return performance.settings().pool().orElseThrow();
        }

        @Override
        public String toString() {
            return service.name() + " wanted " + wanted + ": " + said().outcome() + " "
                    + said().recommended()
                            .map(each -> each.settings().toString())
                            .orElse("nothing") + ", below it "
                    + smaller().map(each -> each.settings().toString()).orElse("nothing") + "; truths "
                    + service.truths().values().stream()
                            .map(each -> String.valueOf(each.mean()))
                            .toList();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void verdicts_are_right_about_services_that_another_simulator_recorded(boolean highest) throws IOException {
        List<RecordedService> services = RecordedService.all();
        List<Run> runs = services.parallelStream()
                .flatMap(service -> IntStream.range(0, TIMES).mapToObj(time -> run(service, highest, time)))
                .toList();
        List<Run> wrong = runs.stream().filter(Run::wrong).toList();
        List<Run> rejectedWrongly = runs.stream().filter(Run::rejectsWrongly).toList();
        int claims = (int) runs.stream().filter(Run::claims).count();
        int rejections = (int) runs.stream().filter(Run::rejects).count();
        System.out.println((highest ? "the highest throughput: " : "a rate: ") + runs.size() + " runs, " + claims
                + " claims, " + wrong.size() + " wrong " + wrong + "; " + rejections + " smaller settings rejected, "
                + rejectedWrongly.size() + " wrongly " + rejectedWrongly);

        assertThat(services).hasSize(SERVICES);
        assertThat(wrong).hasSizeLessThanOrEqualTo(Chance.most(claims, ALLOWED));
        assertThat(rejectedWrongly).hasSizeLessThanOrEqualTo(Chance.most(rejections, ALLOWED));
        assertThat(claims).as("of %d runs", runs.size()).isGreaterThanOrEqualTo(runs.size() / 5);
        assertThat(rejections).as("of %d runs", runs.size()).isGreaterThanOrEqualTo(runs.size() / 10);
    }

    private static Run run(RecordedService service, boolean highest, int time) {
        var random = new Random(new Random(31L * time + service.name().hashCode()).nextLong());
        int begin = 97 * time;
        OptionalDouble wanted = highest
                ? OptionalDouble.empty()
                : OptionalDouble.of(service.best().mean() * (0.5 + 0.65 * random.nextDouble()));
        Duration budget = Duration.ofSeconds(BUDGETS[random.nextInt(BUDGETS.length)]);
        Goal goal = highest
                ? Goal.HIGHEST
                : new Goal(Optional.of(new Rate(wanted.getAsDouble())), Optional.empty(), Optional.empty());
        SearchProblem problem = Questions.of(
                new SearchSpace(Map.of(Knob.POOL, new IntRange(1, service.largest()))),
                goal,
                service.users(),
                service.at(FOUND),
                budget,
                random.nextLong());
        Assumptions known = EvidenceBuilder.cores(service.law("cores"), service.law("database"), false);
        return new Run(service, wanted, service.search(SimulatedVerdict.search(problem, known, false), budget, begin));
    }
}
