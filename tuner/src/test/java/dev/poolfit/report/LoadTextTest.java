package dev.poolfit.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Script;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A load that a script puts is named by the script, with the users that Poolfit asks for. */
class LoadTextTest {
    private static final Script K6 = new Script.K6(Path.of("/load/shop.js"), "k6", Map.of(), List.of());

    private static String said(Load load) {
        return Language.EN.text(LoadText.of(load));
    }

    @Test
    void a_script_with_its_own_users_with_others_and_with_stages() {
        assertThat(said(Load.of(K6, new Load.Scripted(), Set.of()))).isEqualTo("k6 script shop.js");
        assertThat(said(Load.of(K6, new Load.Users(1), Set.of()))).isEqualTo("k6 script shop.js with 1 user");
        var ramp = new Load.Stages(List.of(new Load.Stage(Duration.ofSeconds(20), 30)));
        assertThat(said(Load.of(K6, ramp, Set.of())))
                .isEqualTo("k6 script shop.js with 0 to 30 users in 1 stage over 20s");
        var jmeter = new Script.Jmeter(Path.of("/load/shop.jmx"), "jmeter", Map.of());
        assertThat(said(Load.of(jmeter, new Load.Users(40), Set.of()))).isEqualTo("JMeter plan shop.jmx with 40 users");
    }
}
