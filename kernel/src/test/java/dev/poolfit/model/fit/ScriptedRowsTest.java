package dev.poolfit.model.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.poolfit.evidence.Metric;
import dev.poolfit.evidence.Trial;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Script;
import dev.poolfit.testing.TrialBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a script does not tell of its users, the trials do: how many there were, and how long they paused. */
class ScriptedRowsTest {
    private static final Script SCRIPT = new Script.K6(Path.of("/shop.js"), "k6", Map.of(), List.of());

    /** 100 requests a second of 50 ms each by 20 users: a round of 200 ms, of which 150 ms are a pause. */
    private static Trial trial(double meanMs) {
        return TrialBuilder.trial(1)
                .at(5, 50)
                .responseMs(meanMs)
                .read(Metric.USERS, 20)
                .build();
    }

    private static Row row(Load.Shape shape, double meanMs) {
        return TrialRows.of(List.of(trial(meanMs)), Load.of(SCRIPT, shape, Set.of()), Assumptions.NONE)
                .rows()
                .get(0);
    }

    @Test
    void users_are_those_that_were_seen_and_their_pause_is_what_littles_law_leaves() {
        Row row = row(new Load.Scripted(), 50);
        assertThat(row.users()).hasValue(20);
        assertThat(row.think().orElseThrow()).isCloseTo(0.15, within(1e-9));
        assertThat(row.arrivals()).isEmpty();
    }

    @Test
    void less_than_a_millisecond_is_no_pause() {
        assertThat(row(new Load.Users(20), 199.5).think()).hasValue(0);
        assertThat(row(new Load.Users(20), 230).think()).hasValue(0);
    }
}
