package dev.poolfit.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.evidence.SideTurns;
import dev.poolfit.evidence.SideTurns.Turn;
import dev.poolfit.experiment.Goal;
import dev.poolfit.gate.GateCheck.Name;
import dev.poolfit.gate.GateCheck.Outcome;
import dev.poolfit.gate.GateVerdict.Figure;
import dev.poolfit.report.Language;
import dev.poolfit.units.Rate;
import dev.poolfit.units.Share;
import java.io.StringReader;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A candidate passes only what was shown, and fails only what was shown. */
class GateVerdictTest {
    private static final Duration BLOCK = Duration.ofSeconds(8);

    private static Histogram latency(double millis) {
        var latency = new Histogram(3);
        for (int i = 1; i <= 100; i++) {
            latency.recordValue((long) (1e3 * millis * (0.9 + 0.002 * i)));
        }
        return latency;
    }

    /** Both drift together, by far more than they differ. */
    private static SideTurns side(
            int turns, double rate, double noise, double holdMs, double millis, long failed, int seed) {
        var random = new Random(seed);
        return new SideTurns(IntStream.range(0, turns)
                .mapToObj(turn -> new Turn(
                        rate * (1 + 0.3 * Math.sin(turn)) * Math.exp(noise * random.nextGaussian()),
                        300,
                        turn == 0 ? failed : 0,
                        List.of(latency(millis)),
                        OptionalDouble.of(holdMs * Math.exp(noise * random.nextGaussian())),
                        OptionalDouble.of(2)))
                .toList());
    }

    private static SideTurns side(double rate, double noise, int seed) {
        return side(16, rate, noise, 20, 50, 0, seed);
    }

    private static GateVerdict verdict(Goal goal, SideTurns base, SideTurns candidate) {
        return new GateVerdict(new GateVerdict.Question(goal, true, BLOCK), base, candidate);
    }

    private static Outcome outcome(GateVerdict verdict, Name name) {
        return verdict.checks().stream()
                .filter(each -> each.name() == name)
                .findFirst()
                .orElseThrow()
                .outcome();
    }

    @Test
    void equal_builds_pass_though_the_machine_drifts_by_ten_times_the_margin() {
        GateVerdict verdict = verdict(Goal.HIGHEST, side(100, 0.01, 1), side(100, 0.01, 2));

        assertThat(verdict.outcome()).isEqualTo(Outcome.PASS);
        assertThat(verdict.compared()).isTrue();
        assertThat(verdict.ratio(Figure.THROUGHPUT).orElseThrow().relativeHalfWidth())
                .isLessThan(0.02);
    }

    @Test
    void a_candidate_that_is_slower_by_more_than_the_margin_fails() {
        GateVerdict verdict = verdict(Goal.HIGHEST, side(100, 0.01, 1), side(92, 0.01, 2));

        assertThat(verdict.outcome()).isEqualTo(Outcome.FAIL);
        assertThat(new GateView(verdict, "shop", Language.EN).text())
                .startsWith("Fail: the candidate is worse than the base")
                .contains("Fail. Throughput: 9", "It is less by more than 3 %");
    }

    @Test
    void noise_that_hides_the_margin_decides_nothing() {
        GateVerdict verdict = verdict(Goal.HIGHEST, side(100, 0.1, 1), side(97, 0.1, 2));

        assertThat(verdict.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
        assertThat(verdict.compared()).isFalse();
        assertThat(new GateView(verdict, "shop", Language.KO).text())
                .startsWith("판정 불가")
                .contains("더 필요한 부하");
    }

    @Test
    void under_open_load_the_response_time_is_compared_for_the_throughput_is_given() {
        SideTurns base = side(16, 100, 0.001, 20, 50, 0, 1);
        SideTurns candidate = side(16, 100, 0.001, 20, 60, 0, 2);
        var verdict = new GateVerdict(new GateVerdict.Question(Goal.HIGHEST, false, BLOCK), base, candidate);

        assertThat(outcome(verdict, Name.RESPONSE_TIME)).isEqualTo(Outcome.FAIL);
        assertThat(verdict.ratio(Figure.RESPONSE).orElseThrow().mean()).isCloseTo(1.2, Offset.offset(0.01));
    }

    @Test
    void the_goal_holds_for_the_candidate() {
        var goal = new Goal(Optional.of(new Rate(120)), Optional.of(new Share(0)), Optional.of(Duration.ofMillis(40)));
        GateVerdict verdict = verdict(goal, side(16, 100, 0.001, 20, 50, 0, 1), side(16, 100, 0.001, 20, 50, 5, 2));

        assertThat(outcome(verdict, Name.THROUGHPUT)).isEqualTo(Outcome.PASS);
        assertThat(outcome(verdict, Name.GOAL_P99)).isEqualTo(Outcome.FAIL);
        assertThat(outcome(verdict, Name.ERRORS)).isEqualTo(Outcome.FAIL);
        assertThat(verdict.outcome()).isEqualTo(Outcome.FAIL);
    }

    @Test
    void without_a_bound_for_errors_the_base_is_the_bound() {
        SideTurns base = side(16, 100, 0.01, 20, 50, 50, 1);

        assertThat(outcome(verdict(Goal.HIGHEST, base, side(16, 100, 0.01, 20, 50, 52, 2)), Name.ERRORS))
                .isEqualTo(Outcome.PASS);
        assertThat(outcome(verdict(Goal.HIGHEST, base, side(16, 100, 0.01, 20, 50, 150, 2)), Name.ERRORS))
                .isEqualTo(Outcome.FAIL);
    }

    @Test
    void longer_holds_need_more_connections_for_the_same_throughput() {
        GateVerdict verdict =
                verdict(Goal.HIGHEST, side(16, 600, 0.01, 20, 50, 0, 1), side(16, 600, 0.01, 31.6, 50, 0, 2));

        assertThat(verdict.needed()).hasValueSatisfying(needed -> {
            assertThat(needed.base()).isBetween(11, 14);
            assertThat(needed.candidate()).isBetween(18, 21);
            assertThat(needed.differ()).isTrue();
        });
        assertThat(new GateView(verdict, "shop", Language.EN).text())
                .contains("connection time a request", "predicted by", "Little's law");
    }

    @Test
    void a_pool_that_was_not_read_is_not_told_of() {
        SideTurns unread = new SideTurns(side(100, 0.01, 1).turns().stream()
                .map(each -> new Turn(
                        each.rate(),
                        each.good(),
                        each.failed(),
                        each.latency(),
                        OptionalDouble.empty(),
                        OptionalDouble.empty()))
                .toList());

        assertThat(verdict(Goal.HIGHEST, unread, unread).needed()).isEmpty();
    }

    @Test
    void turns_that_answered_nothing_are_left_out_and_too_many_of_them_decide_nothing() {
        SideTurns dead = new SideTurns(side(100, 0.01, 1).turns().stream()
                .map(each ->
                        new Turn(0, 0, 10, List.of(new Histogram(3)), OptionalDouble.empty(), OptionalDouble.empty()))
                .toList());
        GateVerdict verdict = verdict(Goal.HIGHEST, side(100, 0.01, 1), dead);

        assertThat(outcome(verdict, Name.THROUGHPUT)).isEqualTo(Outcome.INCONCLUSIVE);
        assertThat(verdict.outcome()).isEqualTo(Outcome.FAIL);
        assertThat(new GateView(verdict, "shop", Language.EN).text())
                .contains("Nothing was answered in too many turns");
        assertThatThrownBy(() -> verdict(Goal.HIGHEST, dead, side(8, 1, 0, 1, 1, 0, 1)))
                .hasMessageContaining("16 and 8");
    }

    @ParameterizedTest
    @EnumSource
    void every_reader_of_a_ci_server_gets_its_file(Language language) throws Exception {
        String name = "shop <1> | \"old\" & new";
        var view = new GateView(
                verdict(
                        new Goal(Optional.empty(), Optional.empty(), Optional.of(Duration.ofMillis(40))),
                        side(100, 0.1, 1),
                        side(97, 0.1, 2)),
                name,
                language);

        Element suite = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(view.junit(12.3456))))
                .getDocumentElement();
        assertThat(suite.getAttribute("tests")).isEqualTo("3");
        assertThat(suite.getAttribute("failures")).isEqualTo("1");
        assertThat(suite.getAttribute("errors")).isEqualTo("1");
        assertThat(suite.getAttribute("time")).isEqualTo("12.346");
        assertThat(suite.getElementsByTagName("error").getLength()).isEqualTo(1);
        assertThat(((Element) suite.getElementsByTagName("testcase").item(1)).getAttribute("name"))
                .isEqualTo("goal-p99");

        JsonNode bencher = new JsonMapper().readTree(view.bencher()).get(name);
        assertThat(bencher.at("/latency/value").asDouble()).isBetween(45e6, 55e6);
        assertThat(bencher.at("/throughput/lower_value").asDouble())
                .isLessThan(bencher.at("/throughput/value").asDouble());

        JsonNode json = new JsonMapper().readTree(view.json());
        assertThat(json.at("/outcome").asString()).isEqualTo("fail");
        assertThat(json.at("/checks/0/name").asString()).isEqualTo("throughput");
        assertThat(json.at("/throughput/ratio/low").asDouble())
                .isLessThan(json.at("/throughput/ratio/high").asDouble());

        assertThat(view.markdown())
                .startsWith("## shop \\<1\\> \\| \"old\" & new\n")
                .contains("|---|---:|---:|---:|", "\n- ");
        assertThat(view.text().lines()).allMatch(line -> line.length() <= 80);
    }
}
