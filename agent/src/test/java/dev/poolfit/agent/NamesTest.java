package dev.poolfit.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Ten thousand routes, as of a service whose paths hold a number, take no more memory than there is room for. */
class NamesTest {
    private final Names names = new Names();

    @Test
    void beyond_the_room_all_share_one_name_and_those_before_keep_theirs() {
        int first = names.number("GET /items/0");
        for (int i = 1; i < 10_000; i++) {
            names.number("GET /items/" + i);
        }

        assertThat(names.drain()).hasSize(8_192).startsWith("(other)", "GET /items/0");
        assertThat(names.number("GET /items/0")).isEqualTo(first);
        assertThat(names.number("GET /items/9999")).isEqualTo(Names.OTHER);
        assertThat(names.number("GET /new")).isEqualTo(Names.OTHER);
        assertThat(names.drain()).isEmpty();
    }
}
