package dev.poolfit.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.database.LockGraph.Edge;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Of a queue for a row only the session that has the lock blocks, and each session that waits counts once. */
class LockGraphTest {
    private static Edge edge(String waiter, String blocker) {
        return new Edge(waiter, blocker, "update of " + waiter, blocker.equals("a") ? BlockedSession.IDLE : blocker, 3);
    }

    @Test
    void whoever_waits_in_a_queue_waits_for_its_head() {
        List<BlockedSession> seen = LockGraph.sessions(List.of(
                edge("d", "c"), edge("d", "b"), edge("d", "a"), edge("c", "b"), edge("c", "a"), edge("b", "a")));

        assertThat(seen)
                .containsExactlyInAnyOrder(
                        new BlockedSession("update of d", BlockedSession.IDLE, 3),
                        new BlockedSession("update of c", BlockedSession.IDLE, 3),
                        new BlockedSession("update of b", BlockedSession.IDLE, 3));
    }

    @Test
    void the_head_is_found_by_way_of_the_next_alone() {
        assertThat(LockGraph.sessions(List.of(edge("c", "b"), edge("b", "a"))))
                .extracting(BlockedSession::blocker)
                .containsOnly(BlockedSession.IDLE);
    }

    @Test
    void a_circle_ends() {
        assertThat(LockGraph.sessions(List.of(edge("c", "b"), edge("b", "c")))).hasSize(2);
        assertThat(LockGraph.sessions(List.of())).isEmpty();
    }
}
