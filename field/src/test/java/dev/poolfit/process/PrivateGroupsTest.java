package dev.poolfit.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A group is private to a user only where nobody else is known to be in it. */
class PrivateGroupsTest {
    private static final PrivateGroups GROUPS = new PrivateGroups(
            List.of(
                    "root:x:0:0::/root:/bin/sh",
                    "alice:x:1000:1000::/home/alice:/bin/sh",
                    "bob:x:1001:1001::/home/bob:/bin/sh",
                    "carol:x:1002:100::/home/carol:/bin/sh",
                    "dave:x:1003:100::/home/dave:/bin/sh",
                    "erin:x:1004:700::/home/erin:/bin/sh",
                    "damaged"),
            List.of(
                    "root:x:0:",
                    "alice:x:1000:alice",
                    "bob:x:1001:alice",
                    "users:x:100:",
                    "erin:x:700:",
                    "shop:x:500:erin"));

    @Test
    void that_of_the_user_alone_is_one_also_with_another_number_or_from_elsewhere() {
        assertThat(GROUPS.only(1000, 1000)).isTrue();
        assertThat(GROUPS.only(700, 1004)).isTrue();
        assertThat(GROUPS.only(0, 0)).isTrue();
        assertThat(GROUPS.only(2222, 2222)).as("a directory server knows it").isTrue();
    }

    @Test
    void one_with_another_member_or_of_several_users_is_none() {
        assertThat(GROUPS.only(1001, 1001)).isFalse();
        assertThat(GROUPS.only(100, 1002)).isFalse();
        assertThat(GROUPS.only(1000, 1001)).isFalse();
        assertThat(GROUPS.only(500, 1000)).isFalse();
        assertThat(GROUPS.only(2222, 1000)).isFalse();
    }
}
