package dev.poolfit.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.verdict.Conclusion;
import dev.poolfit.verdict.KnobResult;
import dev.poolfit.verdict.Performance;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Knobs beside pool and threads: those that differ stand in the table, what became of each in the result. */
class OtherKnobsTest {
    private static final Settings ON = Settings.of(Knob.OPEN_IN_VIEW, true);
    private static final Settings OFF = Settings.of(Knob.OPEN_IN_VIEW, false);
    private static final Settings SHORT = Settings.of(Knob.CONNECTION_TIMEOUT, Duration.ofSeconds(3));
    private static final Settings LONG = Settings.of(Knob.CONNECTION_TIMEOUT, Duration.ofSeconds(30));
    private static final Settings BEFORE = LONG.with(ON);

    private static Performance with(Performance figures, Settings others) {
        return new Performance(
                figures.settings().with(others),
                figures.trials(),
                figures.throughput(),
                figures.meanMs(),
                figures.p99Ms(),
                figures.errorRate(),
                figures.standing());
    }

    /** The board's run, as if timeout and open-in-view had been tuned, too. */
    private static Run run(Settings after) {
        Run board = SampleBoard.board();
        Run.Question asked = board.question();
        Conclusion answer = board.conclusion();
        var space = new SearchSpace(
                asked.space().ranges(),
                Map.of(Knob.CONNECTION_TIMEOUT, List.of(SHORT, LONG), Knob.OPEN_IN_VIEW, List.of(ON, OFF)));
        Settings at = Settings.ofPoolAndThreads(6, 20);
        return new Run(
                new Run.Question(asked.experiment().withSpace(space), asked.load()),
                new Conclusion(
                        answer.outcome(),
                        new Conclusion.Choice(
                                answer.recommended().map(each -> with(each, after)),
                                answer.baseline().map(each -> with(each, BEFORE)),
                                answer.smaller(),
                                answer.tried()),
                        new Conclusion.Grounds(
                                answer.reasons(),
                                answer.findings(),
                                answer.forecast(),
                                List.of(
                                        new KnobResult(
                                                Knob.OPEN_IN_VIEW,
                                                at,
                                                ON,
                                                OFF,
                                                List.of(new KnobResult.Other(
                                                        OFF,
                                                        KnobResult.Effect.BETTER,
                                                        Optional.of(new Interval(1.04, 1.01, 1.07))))),
                                        new KnobResult(Knob.CONNECTION_TIMEOUT, at, LONG, LONG, List.of()))),
                        answer.poolLimit()),
                board.trials(),
                board.series(),
                board.circumstances());
    }

    private static List<String> headings(Run run) {
        String table = VerdictText.of(run, Language.EN, Optional.empty(), false)
                .lines()
                .filter(line -> line.contains("rate/s"))
                .findFirst()
                .orElseThrow();
        return List.of(table.strip().split("\\s+"));
    }

    @Test
    void a_knob_with_the_same_value_in_all_rows_takes_no_column() {
        assertThat(headings(run(BEFORE))).startsWith("pool", "threads", "rate/s");
        assertThat(headings(run(BEFORE.with(OFF)))).startsWith("pool", "threads", "open-in-view", "rate/s");
    }

    @Test
    void the_result_says_what_became_of_each() {
        JsonNode knobs =
                new JsonMapper().readTree(ResultJson.of(run(BEFORE.with(OFF)))).required("knobs");

        JsonNode view = knobs.get(0);
        assertThat(view.required("knob").asString()).isEqualTo("open-in-view");
        assertThat(view.at("/at/pool").asInt()).isEqualTo(6);
        assertThat(view.required("held").asBoolean()).isTrue();
        assertThat(view.required("kept").asBoolean()).isFalse();
        assertThat(view.at("/others/0/value").asBoolean()).isFalse();
        assertThat(view.at("/others/0/standing").asString()).isEqualTo("better");
        assertThat(view.at("/others/0/ratio/low").asDouble()).isEqualTo(1.01);
        JsonNode timeout = knobs.get(1);
        assertThat(timeout.required("kept").asString()).isEqualTo("30s");
        assertThat(timeout.required("others").isEmpty()).isTrue();
    }
}
