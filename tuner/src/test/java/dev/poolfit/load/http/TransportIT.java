package dev.poolfit.load.http;

import static dev.poolfit.load.Loads.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.evidence.ClientSecond;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Transport;
import dev.poolfit.load.LoadRun;
import dev.poolfit.load.Loads;
import dev.poolfit.load.Seconds;
import dev.poolfit.testing.Patience;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.PfxOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests travel over HTTP/1.1 or HTTP/2, in clear text or over TLS, and a certificate is believed where it may be. */
final class TransportIT {
    /** Means 127.0.0.1, but is not known to be this machine. */
    private static final String ELSEWHERE = "127.1";

    @TempDir
    private static Path folder;

    private static VertxLoadEngine engine;
    private static Certificate certificate;
    private static Certificate other;

    @BeforeAll
    static void start() throws Exception {
        engine = new VertxLoadEngine();
        certificate = Certificate.in(folder, "it");
        other = Certificate.in(folder, "other");
    }

    @AfterAll
    static void close() {
        engine.close();
    }

    private static HttpServerOptions tls() {
        return new HttpServerOptions()
                .setSsl(true)
                .setKeyCertOptions(new PfxOptions()
                        .setPath(certificate.keyStore().toString())
                        .setPassword(Certificate.PASSWORD));
    }

    private static Seconds run(String url, Transport transport) {
        var seconds = new Seconds();
        Load load = Loads.over(transport, Loads.users(2, Duration.ofMillis(2), get(url)));
        LoadRun run = engine.start(load, 1, seconds);
        Patience.await().until(() -> seconds.answered(10));
        run.stop(Duration.ofSeconds(5));
        return seconds;
    }

    private static Transport trusting(Path authority) {
        return new Transport(false, false, Optional.of(authority));
    }

    @Test
    void this_machine_s_own_certificate_is_good_enough() {
        try (var service = TestService.thatAnswersWith(tls())) {
            assertThat(run(service.at("/"), Transport.PLAIN).failures()).isEmpty();
            assertThat(service.versions).containsExactly(HttpVersion.HTTP_1_1);
            assertThat(service.connections).hasValue(2);
        }
    }

    @Test
    void another_machine_s_certificate_needs_somebody_who_vouches_for_it() {
        try (var service = TestService.thatAnswersWith(tls())) {
            String url = service.at(ELSEWHERE, "/");
            assertThat(run(url, Transport.PLAIN).failures()).containsOnlyKeys("TLS handshake failed");
            assertThat(run(url, new Transport(false, true, Optional.empty())).failures())
                    .isEmpty();
        }
    }

    @Test
    void a_named_authority_alone_vouches_for_a_certificate() {
        try (var service = TestService.thatAnswersWith(tls())) {
            assertThat(run(service.at("/"), trusting(certificate.pem())).failures())
                    .isEmpty();
            assertThat(run(service.at("/"), trusting(other.pem())).failures()).containsOnlyKeys("TLS handshake failed");
        }
    }

    @Test
    void http_2_needs_no_upgrade_in_clear_text() {
        try (var service = TestService.thatAnswersAtOnce()) {
            var http2 = new Transport(true, false, Optional.empty());
            assertThat(run(service.at("/"), http2).failures()).isEmpty();
            assertThat(service.versions).containsExactly(HttpVersion.HTTP_2);
            assertThat(service.connections).hasValue(2);
        }
    }

    @Test
    void http_2_is_agreed_on_over_tls() {
        try (var service = TestService.thatAnswersWith(tls().setUseAlpn(true))) {
            var http2 = new Transport(true, false, Optional.empty());
            assertThat(run(service.at("/"), http2).failures()).isEmpty();
            assertThat(service.versions).containsExactly(HttpVersion.HTTP_2);
        }
    }

    @Test
    void a_service_that_speaks_no_http_2_is_not_measured_over_http_1() {
        var http2 = new Transport(true, false, Optional.empty());
        try (var overTls = TestService.thatAnswersWith(tls());
                var inClear = TestService.thatAnswersWith(new HttpServerOptions().setHttp2ClearTextEnabled(false))) {
            assertThat(run(overTls.at("/"), http2).failures()).containsOnlyKeys("no HTTP/2");
            Seconds clear = run(inClear.at("/"), http2);
            assertThat(clear.sum(ClientSecond::good)).isZero();
            assertThat(clear.failures()).containsOnlyKeys("no HTTP/2");
        }
    }
}
