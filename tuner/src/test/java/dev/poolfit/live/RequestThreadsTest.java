package dev.poolfit.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.testing.Patience;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** However many requests never end, the next one is read. */
class RequestThreadsTest {
    private final RequestThreads threads = new RequestThreads(2);
    private final List<String> cutOff = new CopyOnWriteArrayList<>();
    private final CountDownLatch never = new CountDownLatch(1);

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    private void awaitBegin(String name, boolean whole) {
        var begun = new CountDownLatch(1);
        threads.execute(() -> {
            if (whole) {
                threads.read();
            }
            begun.countDown();
            try {
                never.await();
            } catch (InterruptedException interrupted) {
                cutOff.add(name);
            }
        });
        Patience.await().until(() -> begun.getCount() == 0);
    }

    @Test
    void the_request_that_is_read_for_longest_makes_room_for_the_next() {
        awaitBegin("first", false);
        awaitBegin("second", false);
        awaitBegin("third", false);
        assertThat(cutOff).containsExactly("first");
        awaitBegin("fourth", false);
        assertThat(cutOff).containsExactly("first", "second");
    }

    @Test
    void one_that_has_been_read_is_cut_off_for_nobody() {
        awaitBegin("answered", true);
        awaitBegin("slow", false);
        awaitBegin("next", true);
        assertThat(cutOff).containsExactly("slow");
        var waits = new CountDownLatch(1);
        threads.execute(waits::countDown);
        never.countDown();
        Patience.await().until(() -> waits.getCount() == 0);
        assertThat(cutOff).containsExactly("slow");
    }
}
