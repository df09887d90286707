package dev.poolfit.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.MeasuredTrial;
import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Sample;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Settings;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.plan.Role;
import dev.poolfit.units.IntRange;
import dev.poolfit.units.Rate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Whatever makes the figures of a trial doubtful is said with it. */
class SummaryFlagsTest {
    private static final Load CLOSED = load(new Load.Users(10));

    private static Load load(Load.Shape shape) {
        var request = new Load.Request(
                "GET", "http://127.0.0.1:8080/", 1, Map.of(), Optional.empty(), new IntRange(200, 399));
        return new Load(shape, Duration.ZERO, List.of(request), Duration.ofSeconds(60), Set.of());
    }

    private static Set<Flag> flags(Load load, List<ClientSecond> client, Map<Metric, Double> probed, End end) {
        var planned = new PlannedTrial(Role.SEARCH, Settings.ofPoolAndThreads(10, 50), Duration.ofSeconds(5));
        return new Summary(load, planned.settings(), client, Trials.samples(client, probed))
                .trial(planned, 1, Instant.EPOCH, 2, end)
                .noted();
    }

    /** 10 users and 100 ms a response: 100 a second. */
    private static List<ClientSecond> sound(int seconds) {
        return Trials.seconds(seconds, 10, 100, 0, 100);
    }

    @Test
    void a_sound_trial_has_none() {
        assertThat(flags(CLOSED, sound(10), Map.of(), End.PLANNED)).isEmpty();
    }

    @Test
    void users_throughput_and_time_that_contradict_each_other() {
        assertThat(flags(CLOSED, Trials.seconds(10, 10, 80, 0, 100), Map.of(), End.PLANNED))
                .containsExactly(Flag.LITTLE_VIOLATED);
    }

    @Test
    void users_that_still_change() {
        var stages = load(new Load.Stages(List.of(new Load.Stage(Duration.ofSeconds(10), 20))));
        List<ClientSecond> ramp = IntStream.range(0, 10)
                .mapToObj(i -> Trials.second(i, 11 + i, 100, 0, 155))
                .toList();

        assertThat(flags(stages, ramp, Map.of(), End.PLANNED)).contains(Flag.RAMP_EDGE);
        List<ClientSecond> even = IntStream.range(0, 10)
                .mapToObj(i -> Trials.second(i, 127 + i, 1270, 0, 100))
                .toList();
        assertThat(flags(stages, even, Map.of(), End.PLANNED)).doesNotContain(Flag.RAMP_EDGE);
        assertThat(flags(stages, sound(10), Map.of(), End.PLANNED)).isEmpty();
        assertThat(flags(load(new Load.Open(Rate.parse("100/s"))), ramp, Map.of(), End.PLANNED))
                .doesNotContain(Flag.RAMP_EDGE);
    }

    @Test
    void a_throughput_that_drifts() {
        List<ClientSecond> drifting = IntStream.range(0, 60)
                .mapToObj(i -> Trials.second(i, 10, 80 + i, 0, 10_000.0 / (80 + i)))
                .toList();

        assertThat(flags(CLOSED, drifting, Map.of(), End.PLANNED)).contains(Flag.NOT_STEADY);
        List<ClientSecond> late =
                Stream.concat(sound(55).stream(), sound(5).stream()).toList();
        assertThat(flags(CLOSED, late, Map.of(), End.PLANNED)).isEmpty();
    }

    @Test
    void a_client_or_a_pool_at_its_limit() {
        assertThat(flags(CLOSED, sound(10), Map.of(Metric.POOL_TOTAL, 8.0, Metric.POOL_PENDING, 5.0), End.PLANNED))
                .containsExactly(Flag.POOL_NOT_REACHED);
        List<ClientSecond> busy = sound(10).stream()
                .map(each -> new ClientSecond(
                        each.second(), each.users(), each.good(), Map.of(), each.latency(), 100, 0, 0.97, 0))
                .toList();
        assertThat(flags(CLOSED, busy, Map.of(Metric.CLIENT_CPU, 0.97), End.PLANNED))
                .containsExactly(Flag.CLIENT_LIMITED);
    }

    private static MeasuredTrial shared(int taken, int seconds) {
        var planned = new PlannedTrial(Role.SEARCH, Settings.ofPoolAndThreads(10, 50), Duration.ofSeconds(5));
        List<ClientSecond> client = IntStream.range(0, seconds)
                .mapToObj(i -> i < taken ? Trials.second(i, 10, 80, 0, 125) : Trials.second(i, 10, 100, 0, 100))
                .toList();
        List<Sample> read = IntStream.range(0, seconds)
                .mapToObj(i -> new Sample(
                        i,
                        Map.of(Metric.HOST_CORES, 2.0, Metric.HOST_CPU, 1.9, Metric.OTHER_CPU, i < taken ? 0.5 : 0.05)))
                .toList();
        return new Summary(CLOSED, planned.settings(), client, read).trial(planned, 1, Instant.EPOCH, 2, End.PLANNED);
    }

    @Test
    void seconds_that_other_programs_took_are_left_out_where_three_quarters_are_left() {
        MeasuredTrial trial = shared(2, 10);

        assertThat(trial.noted()).isEmpty();
        assertThat(trial.throughput().mean()).isEqualTo(100);
        assertThat(trial.good()).isEqualTo(800);
        assertThat(trial.span()).isEqualTo(new Trial.Span(4, 8));
        assertThat(trial.readings().means().getOrDefault(Metric.OTHER_CPU, 0.0)).isCloseTo(0.05, Offset.offset(1e-9));
    }

    @Test
    void of_a_trial_that_other_programs_spoilt_every_second_is_kept_and_the_trial_is_flagged() {
        MeasuredTrial trial = shared(10, 10);

        assertThat(trial.noted()).containsExactly(Flag.OTHER_PROGRAMS);
        assertThat(trial.throughput().mean()).isEqualTo(80);
        assertThat(trial.span()).isEqualTo(new Trial.Span(2, 10));
        assertThat(shared(3, 10).noted()).contains(Flag.OTHER_PROGRAMS);
    }

    @Test
    void a_trial_that_was_stopped_says_by_what_and_is_not_blamed_for_being_short() {
        assertThat(flags(CLOSED, Trials.seconds(3, 10, 80, 20, 300), Map.of(), End.STOPPED))
                .containsExactly(Flag.STOPPED);
        assertThat(flags(CLOSED, Trials.seconds(3, 10, 80, 20, 300), Map.of(), End.FUTILE))
                .containsExactly(Flag.ENDED_EARLY);
    }
}
