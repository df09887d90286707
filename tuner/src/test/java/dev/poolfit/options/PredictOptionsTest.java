package dev.poolfit.options;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.model.fit.Assumptions;
import dev.poolfit.model.fit.WhatIf;
import dev.poolfit.model.fit.WhatIf.Adjustment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The options of predict are read as people write them; what is wrong with them is collected, not thrown. */
class PredictOptionsTest {
    private final List<String> problems = new ArrayList<>();

    private List<Settings> at(String... texts) {
        return AtOption.read(List.of(texts), problems);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "15               | 15",
                "15,20            | 15 20",
                "20,15            | 20 15",
                "3..6             | 3 4 5 6",
                "30..100:30       | 30 60 90",
                "15,20,30..50:10  | 15 20 30 40 50",
                " 1 .. 5 : 2 , 5  | 1 3 5",
                "7..7             | 7",
            })
    void numbers_and_ranges_say_where_to_predict(String text, String expected) {
        assertThat(at("pool=" + text))
                .extracting(each -> "" + each.count(Knob.POOL))
                .containsExactly(expected.split(" "));
        assertThat(problems).isEmpty();
    }

    @Test
    void several_knobs_are_combined_and_a_knob_may_come_twice() {
        assertThat(at("pool=5,6", "threads=10", "pool=6,7", "connection-timeout=500ms,3s"))
                .extracting(Settings::toString)
                .containsExactly(
                        "pool 5, threads 10, connection-timeout 500ms",
                        "pool 5, threads 10, connection-timeout 3s",
                        "pool 6, threads 10, connection-timeout 500ms",
                        "pool 6, threads 10, connection-timeout 3s",
                        "pool 7, threads 10, connection-timeout 500ms",
                        "pool 7, threads 10, connection-timeout 3s");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pool=0                  | --at pool must be numbers and ranges from 1 to 10000, the lower one first",
                "pool=9..3               | but is \"9..3\"",
                "pool=1..9:0             | but is \"1..9:0\"",
                "pool=5,,6               | but is \"\"",
                "pool=-5                 | but is \"-5\"",
                "pool=ten                | but is \"ten\"",
                "pool=1..20000           | numbers and ranges from 1 to 10000, the lower one first, such as 15,20,30..100:10, but is \"1..20000\"",
                "pool                    | --at must be one of pool=…, threads=…, connection-timeout=…, but is \"pool\"",
                "min-spare=5             | --at must be one of",
                "connection-timeout=3    | a duration with its unit",
                "connection-timeout=0s   | at least 1ms",
            })
    void a_wrong_place_is_told_with_its_bound(String text, String said) {
        at(text);

        assertThat(problems).singleElement().asString().contains(said);
    }

    @Test
    void more_than_ten_thousand_settings_are_too_many() {
        assertThat(at("pool=1..200", "threads=1..51")).isEmpty();
        assertThat(problems)
                .containsExactly("--at asks for 10,200 settings (200 × pool, 51 × threads), but they must be at most"
                        + " 10,000; take wider steps, such as pool=1..100:10");
        problems.clear();
        assertThat(at("pool=1..200", "threads=1..50")).hasSize(10_000);
        assertThat(problems).isEmpty();
    }

    @Test
    void assumptions_are_read_from_one_option_or_several() {
        Assumptions read = AssumeOption.read(
                List.of(
                        "threads=100, users=150,think=250ms,connection-timeout=3s",
                        "app-cores=4,db-cores=2,pool=10,open-in-view=true"),
                problems);

        assertThat(problems).isEmpty();
        assertThat(read)
                .isEqualTo(new Assumptions(
                        OptionalInt.of(10),
                        OptionalInt.of(100),
                        Optional.of(Duration.ofSeconds(3)),
                        OptionalInt.of(150),
                        OptionalDouble.of(0.25),
                        OptionalDouble.of(4),
                        OptionalInt.of(2),
                        true,
                        false));
        assertThat(AssumeOption.read(List.of(), problems)).isEqualTo(Assumptions.NONE);
    }

    @Test
    void every_wrong_assumption_is_told() {
        AssumeOption.read(
                List.of("cores=4,users=0,think=1", "threads,open-in-view=yes,connection-timeout=0s,pool=5,pool=6"),
                problems);

        assertThat(problems)
                .containsExactly(
                        "--assume does not know \"cores\"; known: pool, threads, connection-timeout, users, think,"
                                + " app-cores, db-cores, open-in-view",
                        "--assume users must be a whole number from 1 to 100000, but is 0",
                        "--assume think must be a duration with its unit, such as 50ms, 3s, 5m or 1h, but is \"1\"",
                        "--assume must be a list such as key=value,key=value, but has \"threads\"",
                        "--assume open-in-view must be true or false, but is \"yes\"",
                        "--assume connection-timeout must be greater than 0, but is 0s",
                        "--assume pool is given twice; keep one");
    }

    @Test
    void changes_are_times_or_shares_with_their_sign() {
        WhatIf read = WhatIfOption.read(List.of("hold=-250ms,service-cpu=-20%", "db-cpu=+1.5s,users=300"), problems);

        assertThat(problems).isEmpty();
        assertThat(read)
                .isEqualTo(new WhatIf(
                        new Adjustment(1, -0.25), new Adjustment(0.8, 0), new Adjustment(1, 1.5), OptionalInt.of(300)));
        assertThat(WhatIfOption.read(List.of(), problems)).isEqualTo(WhatIf.NOTHING);
        assertThat(WhatIfOption.adjustment("-100%")).isEqualTo(new Adjustment(0, 0));
    }

    @Test
    void every_wrong_change_is_told() {
        WhatIfOption.read(List.of("hold=250ms,service-cpu=-120%,db-cpu=-5,users=many,cpu=+1ms"), problems);

        assertThat(problems)
                .hasSize(5)
                .anyMatch(each -> each.startsWith("--what-if hold must be a change with its sign")
                        && each.endsWith("but is \"250ms\""))
                .anyMatch(each -> each.startsWith("--what-if service-cpu") && each.endsWith("but is -120%"))
                .anyMatch(each -> each.startsWith("--what-if db-cpu") && each.endsWith("but is \"-5\""))
                .anyMatch(each -> each.startsWith("--what-if users must be a whole number"))
                .anyMatch(each -> each.contains("does not know \"cpu\"; known: hold, service-cpu, db-cpu, users"));
    }
}
