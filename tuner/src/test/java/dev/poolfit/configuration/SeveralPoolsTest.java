package dev.poolfit.configuration;

import static dev.poolfit.configuration.ConfigurationRulesTest.LIMITS;
import static dev.poolfit.configuration.ConfigurationRulesTest.settings;
import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.report.Language;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Several pools of a service are judged one by one, and together where they lead to one server. */
class SeveralPoolsTest {
    @Test
    void all_pools_that_lead_to_one_server_take_its_connections() {
        var first = settings("first", "jdbc:mysql://db/shop", Map.of("pool.maximumPoolSize", "90"));
        var second = settings("second", "jdbc:mysql://db:3306/other", Map.of("pool.maximumPoolSize", "60"));
        var elsewhere = settings("third", "jdbc:mysql://other/shop", Map.of("pool.maximumPoolSize", "900"));

        assertThat(ConfigurationRules.findings(new Configuration(
                        List.of(first),
                        List.of(second, elsewhere),
                        Map.of(),
                        Optional.of(LIMITS),
                        Optional.empty(),
                        Optional.empty())))
                .filteredOn(each -> each.rule().equals("fleet-beyond-database"))
                .singleElement()
                .satisfies(each -> assertThat(each.evidence()).containsEntry("wanted", 90.0 + 60 + 20))
                .satisfies(each -> assertThat(Language.EN.text(each.advice())).contains("150 connections (pools: 2)"));
    }

    @Test
    void a_finding_of_one_of_several_pools_has_its_name() {
        var slow = settings("slow", "jdbc:h2:mem:x", Map.of("pool.connectionTimeout", "60000"));
        var same = settings("same", "jdbc:h2:mem:x", Map.of("pool.connectionTimeout", "60000"));
        var hasty = settings("hasty", "jdbc:h2:mem:x", Map.of("pool.connectionTimeout", "300"));

        assertThat(ConfigurationRules.findings(new Configuration(
                        List.of(slow, hasty, same),
                        List.of(),
                        Map.of(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty())))
                .extracting(each -> Language.EN.text(each.advice()).replaceFirst(" is .*", ""))
                .containsExactly("hasty: connection-timeout", "slow, same: connection-timeout");
    }
}
