package dev.poolfit.units;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** A user's folders are where the XDG Base Directory Specification puts them. */
class UserFolderTest {
    @Test
    void theVariableMovesTheFolderFromHome() {
        assertThat(UserFolder.CACHE.in(Map.of("HOME", "/home/a", "XDG_CACHE_HOME", "/fast")))
                .isEqualTo("/fast");
        assertThat(UserFolder.CACHE.in(Map.of("HOME", "/home/a"))).isEqualTo("/home/a/.cache");
    }

    @Test
    void aVariableThatHoldsNoAbsolutePathCountsAsNotSet() {
        assertThat(UserFolder.CACHE.in(Map.of("HOME", "/home/a", "XDG_CACHE_HOME", "cache")))
                .isEqualTo("/home/a/.cache");
        assertThat(UserFolder.CACHE.in(Map.of("HOME", "", "XDG_CACHE_HOME", "")))
                .isEqualTo(System.getProperty("user.home") + "/.cache");
    }
}
