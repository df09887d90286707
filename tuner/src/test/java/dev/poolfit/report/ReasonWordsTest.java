package dev.poolfit.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Interval;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.IntRange;
import dev.poolfit.units.Message;
import dev.poolfit.units.Rate;
import dev.poolfit.units.Share;
import dev.poolfit.verdict.reason.Condition;
import dev.poolfit.verdict.reason.KnobReason;
import dev.poolfit.verdict.reason.MeasuredSetting;
import dev.poolfit.verdict.reason.MissedBounds;
import dev.poolfit.verdict.reason.NotSmaller;
import dev.poolfit.verdict.reason.Reason;
import dev.poolfit.verdict.reason.WhyThis;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind of reason has words in every language, with all of its figures in their places. */
class ReasonWordsTest {
    private static final Settings POOL = Settings.of(Knob.POOL, 19);
    private static final MeasuredSetting MEASURED =
            new MeasuredSetting(POOL, 2, new Interval(155.9, 153.5, 158.3), 1402, 0.001);
    private static final Goal GOAL =
            new Goal(Optional.of(new Rate(150)), Optional.of(new Share(0.01)), Optional.of(Duration.ofMillis(1500)));
    private static final ReasonWords WORDS =
            new ReasonWords(GOAL, new SearchSpace(Map.of(Knob.POOL, new IntRange(2, 100))));

    /** Values for the components of a record, of which those that a rule decides by are given both ways. */
    private static Object value(RecordComponent component, boolean way) throws ReflectiveOperationException {
        Class<?> type = component.getType();
        if (type.isEnum()) {
            return type.getEnumConstants()[way ? 0 : 1];
        }
        var values = Map.<Class<?>, Object>of(
                boolean.class,
                way,
                int.class,
                3,
                long.class,
                3L,
                double.class,
                0.25,
                Settings.class,
                POOL,
                Interval.class,
                new Interval(0.98, 0.95, 1.01),
                Duration.class,
                Duration.ofSeconds(150),
                Optional.class,
                way ? Optional.of(POOL) : Optional.empty(),
                OptionalDouble.class,
                OptionalDouble.of(150),
                String.class,
                "POST /orders");
        if (values.containsKey(type)) {
            return values.get(type);
        }
        if (type == List.class) {
            return List.of(Flag.BROKE_BY_P99, Flag.NOT_STEADY);
        }
        if (type == OptionalInt.class) {
            return way ? OptionalInt.of(20) : OptionalInt.empty();
        }
        if (type == Knob.class) {
            return Knob.POOL;
        }
        return type == Load.Ramp.class
                ? new Load.Ramp(
                        Optional.empty(),
                        300,
                        Duration.ofMinutes(3),
                        new Share(0.01),
                        Optional.of(Duration.ofSeconds(3)))
                : made(type, way);
    }

    private static Object made(Class<?> type, boolean way) throws ReflectiveOperationException {
        RecordComponent[] components = type.getRecordComponents();
        var types = new Class<?>[components.length];
        var values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            values[i] = value(components[i], way);
        }
        var constructor = type.getDeclaredConstructor(types);
        constructor.setAccessible(true);
        return constructor.newInstance(values);
    }

    private static Stream<Class<?>> kinds(Class<?> type) {
        return type.isRecord()
                ? Stream.of(type)
                : Arrays.stream(type.getPermittedSubclasses()).flatMap(ReasonWordsTest::kinds);
    }

    static Stream<Class<?>> kinds() {
        return kinds(Reason.class);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void every_kind_is_worded_in_every_language(Class<?> kind) throws ReflectiveOperationException {
        for (boolean way : List.of(true, false)) {
            Message words = WORDS.message((Reason) made(kind, way));
            assertThat(Language.values()).allSatisfy(language -> {
                assertThat(language.says(words)).as("%s in %s", words, language).isTrue();
                assertThat(language.text(words)).isNotBlank().doesNotContain("{", "}");
            });
            assertThat(ReasonWords.key((Reason) made(kind, way))).isEqualTo(words.key());
        }
    }

    private static String english(Reason reason) {
        return Language.EN.text(WORDS.message(reason));
    }

    @Test
    void a_setting_is_named_by_the_knobs_that_are_tuned_and_the_goal_by_all_of_its_bounds() {
        assertThat(english(new WhyThis.Meets(MEASURED, true)))
                .isEqualTo(
                        "Pool 19 meets at least 150/s, errors at most 1 %, p99 at most 1.5 s: 155.9/s (153.5–158.3), p99 1.40 s,"
                                + " 0.1 % errors. A sequential test over its 2 trials finds its rate above the goal.");
        Settings both = Settings.ofPoolAndThreads(19, 100);
        assertThat(english(new NotSmaller.Fails(both))).isEqualTo("Not smaller: pool 19 misses the goal.");
        var threads = new ReasonWords(GOAL, new SearchSpace(Map.of(Knob.THREADS, new IntRange(10, 200))));
        assertThat(Language.EN.text(threads.message(new NotSmaller.Fails(both))))
                .isEqualTo("Not smaller: pool 19 with threads 100 misses the goal.");
    }

    @Test
    void what_is_missed_is_told_with_what_was_wanted() {
        assertThat(english(new NotSmaller.Misses(
                        MEASURED, new MissedBounds(OptionalDouble.of(160), true, OptionalDouble.of(1000)))))
                .isEqualTo(
                        "Not smaller: pool 19 misses 160.0/s with 155.9/s (153.5–158.3) and the error limit with 0.1 %"
                                + " and p99 1.00 s with 1.40 s.");
    }

    @Test
    void a_condition_is_told_in_both_languages() {
        Message others = WORDS.message(new Condition.ProgramsBeside(0.9, 2));
        assertThat(Language.EN.text(others)).isEqualTo("Other programs used 0.9 of 2 cores while this was measured.");
        assertThat(Language.KO.text(others)).isEqualTo("측정하는 동안 다른 프로그램이 코어 2개 중 0.9개만큼 사용했습니다.");
    }

    @Test
    void a_figure_of_one_trial_has_no_interval() {
        Settings on = Settings.of(Knob.OPEN_IN_VIEW, true);
        Settings off = Settings.of(Knob.OPEN_IN_VIEW, false);
        assertThat(english(new KnobReason.Compared(
                        Knob.OPEN_IN_VIEW,
                        new KnobReason.Gave(off, new Interval(20, 0, Double.POSITIVE_INFINITY)),
                        new KnobReason.Gave(on, new Interval(30, 28, 32)),
                        POOL,
                        Interval.Side.ABOVE,
                        false)))
                .isEqualTo(
                        "Open-in-view false at pool 19: 20 ms mean response against 30 ms (28 ms–32 ms) mean response with"
                                + " true: better.");
    }
}
