package dev.poolfit.load.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The fence has a gap for the loopback and for each host that is allowed, and for nothing else. */
class AddressFenceTest {
    @Test
    void only_the_loopback_lies_in_no_blocked_range() {
        List<String> blocked = AddressFence.around(Set.of()).blocked();
        assertThat(blocked)
                .startsWith(
                        "0.0.0.0/2",
                        "64.0.0.0/3",
                        "96.0.0.0/4",
                        "112.0.0.0/5",
                        "120.0.0.0/6",
                        "124.0.0.0/7",
                        "126.0.0.0/8",
                        "128.0.0.0/1")
                .contains("8000:0:0:0:0:0:0:0/1", "1:0:0:0:0:0:0:0/16", "0:0:0:0:0:0:0:0/128", "0:0:0:0:0:0:0:2/127")
                .doesNotContain("0:0:0:0:0:0:0:1/128")
                .hasSize(8 + 128);
    }

    @Test
    void an_allowed_address_lies_in_no_blocked_range_and_its_neighbours_do() {
        List<String> blocked = AddressFence.around(Set.of("10.1.2.3")).blocked();
        assertThat(blocked)
                .contains("10.1.2.2/32", "10.1.2.0/31", "10.1.2.4/30")
                .noneMatch(range -> range.equals("10.1.2.3/32"));
    }

    @Test
    void nothing_is_blocked_where_every_host_is_allowed() {
        assertThat(AddressFence.around(Set.of("*")).blocked()).isEmpty();
    }
}
