package dev.poolfit.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.report.Language;
import dev.poolfit.report.NoProgress;
import dev.poolfit.report.Progress;
import dev.poolfit.testing.Browser;
import dev.poolfit.testing.Patience;
import dev.poolfit.units.Message;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A browser that shows the page is not taken for a suspended one. */
class ReadersBrowserIT {
    @Test
    void a_page_that_reads_keeps_its_place_and_one_that_comes_gets_that_of_a_silent_one() throws Exception {
        var sockets = new ArrayList<Socket>();
        try (Browser browser = Browser.start();
                LivePage page = LivePage.open(0, Optional.empty(), Language.EN, "shop", "test", () -> {})) {
            Progress shown = page.beside(new NoProgress());
            browser.show(URI.create(page.address()));
            shown.phase(Message.verbatim("open"));
            Patience.await().until(() -> browser.text("#phase").equals("open"));
            for (int i = 0; i < 5; i++) {
                sockets.add(SilentReader.of(page));
            }
            for (int i = 0; i < 60; i++) {
                String phase = "phase " + i;
                shown.phase(Message.verbatim(phase));
                Patience.await().until(() -> browser.text("#phase").equals(phase));
            }
            for (int i = 0; i < 5; i++) {
                sockets.add(SilentReader.of(page));
            }
            shown.phase(Message.verbatim("still here"));
            Patience.await().until(() -> browser.text("#phase").equals("still here"));
            assertThat(browser.lines("performance.getEntriesByType('resource').map(each => each.name)"
                            + ".filter(each => each.includes('/events'))"))
                    .as("streams that came to an end")
                    .isEmpty();
            assertThat(browser.complaints()).isEmpty();
        } finally {
            for (Socket each : sockets) {
                each.close();
            }
        }
    }

    /** It stood in a section that only the trials of another run opened. */
    @Test
    void what_a_run_under_live_traffic_knows_so_far_is_seen_and_follows_it() throws Exception {
        try (Browser browser = Browser.start();
                LivePage page = LivePage.open(0, Optional.empty(), Language.EN, "shop", "test", () -> {})) {
            var known = new AtomicReference<>("pool 5 does");
            Progress shown = page.beside(new NoProgress());
            page.followLive(() -> "<section><h1>" + known.get() + "</h1></section>", () -> {});
            browser.show(URI.create(page.address()));
            shown.phase(Message.verbatim("turns"));
            Patience.await().until(() -> browser.text("#part").equals("pool 5 does"));
            assertThat(browser.number("document.getElementById('part').offsetHeight"))
                    .isPositive();
            known.set("pool 4 does");
            shown.phase(Message.verbatim("more turns"));
            Patience.await().until(() -> browser.text("#part").equals("pool 4 does"));
            assertThat(browser.complaints()).isEmpty();
        }
    }
}
