package dev.poolfit.prometheus;

import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Problem;
import dev.poolfit.experiment.Secret;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A Prometheus server, or what speaks like one (Thanos, Mimir, VictoriaMetrics).
 *
 * @param url without user and password, query or fragment; the API is below its path
 * @param authorization the header of that name
 * @param match label matchers that all series must meet, such as {@code application="shop"}; maybe empty
 */
public record PrometheusAccess(URI url, Optional<Secret> authorization, String match) {
    /** The variable with the token of the server. */
    public static final String TOKEN = "POOLFIT_PROMETHEUS_TOKEN";
    /** The variable with the user of the server. */
    public static final String USER = "POOLFIT_PROMETHEUS_USER";
    /** The variable with that user's password. */
    public static final String PASSWORD = "POOLFIT_PROMETHEUS_PASSWORD";

    /**
     * Returns the access with the token, or the user and the password, of an environment, where they are set.
     *
     * @throws InvalidExperiment if the token is none that a header can have
     */
    public static PrometheusAccess of(URI url, String match, Map<String, String> environment) {
        String token = environment.getOrDefault(TOKEN, "").strip();
        String user = environment.getOrDefault(USER, "");
        Optional<Secret> authorization = Optional.empty();
        if (!token.matches("[!-~]*")) {
            throw new InvalidExperiment(List.of(new Problem(
                    0, TOKEN, "must be one line without blanks, of letters, digits and signs of ASCII alone")));
        }
        if (!token.isEmpty()) {
            authorization = Optional.of(new Secret("Bearer " + token));
        } else if (!user.isEmpty()) {
            byte[] both = (user + ":" + environment.getOrDefault(PASSWORD, "")).getBytes(StandardCharsets.UTF_8);
            authorization =
                    Optional.of(new Secret("Basic " + Base64.getEncoder().encodeToString(both)));
        }
        return new PrometheusAccess(url, authorization, match);
    }
}
