package dev.poolfit.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.Sample;
import dev.poolfit.evidence.Trial;
import dev.poolfit.plan.PlannedTrial;
import dev.poolfit.report.Language;
import dev.poolfit.report.Progress;
import dev.poolfit.testing.Browser;
import dev.poolfit.testing.Patience;
import dev.poolfit.units.Message;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A browser that shows the page is not taken for a suspended one. */
class ReadersBrowserIT {
    @Test
    void a_page_that_reads_keeps_its_place_and_one_that_comes_gets_that_of_a_silent_one() throws Exception {
        var sockets = new ArrayList<Socket>();
        try (Browser browser = Browser.start();
                LivePage page = LivePage.open(0, Optional.empty(), Language.EN, "shop", "test", () -> {})) {
            Progress shown = page.beside(Quiet.INSTANCE);
            browser.show(URI.create(page.address()));
            shown.phase(Message.verbatim("open"));
            Patience.await().until(() -> browser.text("#phase").equals("open"));
            for (int i = 0; i < 5; i++) {
                sockets.add(silent(page));
            }
            for (int i = 0; i < 60; i++) {
                String phase = "phase " + i;
                shown.phase(Message.verbatim(phase));
                Patience.await().until(() -> browser.text("#phase").equals(phase));
            }
            for (int i = 0; i < 5; i++) {
                sockets.add(silent(page));
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

    /** Someone who joins, and then reads nothing. */
    private static Socket silent(LivePage page) throws IOException {
        URI address = URI.create(page.address());
        var socket = new Socket(InetAddress.getLoopbackAddress(), address.getPort());
        socket.getOutputStream()
                .write(("GET " + address.getPath() + "events HTTP/1.1\r\nHost: 127.0.0.1:" + address.getPort()
                                + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                .isEqualTo("HTTP/1.1 200");
        return socket;
    }

    private enum Quiet implements Progress {
        INSTANCE;

        @Override
        public void phase(Message what) {}

        @Override
        public void trialStarted(PlannedTrial planned, int number) {}

        @Override
        public void second(Sample sample) {}

        @Override
        public void timeLeft(Duration left) {}

        @Override
        public void trialEnded(Trial trial) {}

        @Override
        public void done() {}
    }
}
