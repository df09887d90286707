package dev.poolfit.load.http;

import static dev.poolfit.load.Loads.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.experiment.Transport;
import dev.poolfit.load.LoadRun;
import dev.poolfit.load.Loads;
import dev.poolfit.load.Seconds;
import dev.poolfit.testing.Patience;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PfxOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A certificate that has expired is a failure with its own name, though the authority that issued it is trusted. */
class ExpiredCertificateIT {
    @TempDir
    Path folder;

    @Test
    void an_expired_certificate_is_refused_and_told_as_such() throws Exception {
        Certificate expired = Certificate.expired(folder, Certificate.in(folder, "authority", "-ext", "bc:c"));
        var tls = new HttpServerOptions()
                .setSsl(true)
                .setKeyCertOptions(
                        new PfxOptions().setPath(expired.keyStore().toString()).setPassword(Certificate.PASSWORD));
        try (var service = TestService.thatAnswersWith(tls);
                var engine = new VertxLoadEngine()) {
            var seconds = new Seconds();
            var trusting = new Transport(false, false, Optional.of(expired.pem()));
            LoadRun run = engine.start(
                    Loads.over(trusting, Loads.users(2, Duration.ofMillis(2), get(service.at("/")))), 1, seconds);
            Patience.await().until(() -> seconds.answered(10));
            run.stop(Duration.ofSeconds(5));
            assertThat(seconds.failures()).containsOnlyKeys("TLS handshake failed");
        }
    }
}
