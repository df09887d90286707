package dev.poolfit.options;

import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Problem;
import dev.poolfit.prometheus.PrometheusAccess;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that name a Prometheus server, and what is read of it. */
public final class PrometheusOption {
    private static final Duration SHORTEST = Duration.ofMinutes(30);
    private static final Duration LONGEST = Duration.ofDays(90);

    @Option(
            names = "--prometheus",
            paramLabel = "URL",
            description = "Answers for all services whose metrics a Prometheus server keeps, instead of a running one. "
                    + PrometheusAccess.TOKEN + ", or " + PrometheusAccess.USER + " and " + PrometheusAccess.PASSWORD
                    + ", are sent to it.")
    private @Nullable String url;

    @Option(
            names = "--match",
            paramLabel = "SELECTOR",
            description = "Label matchers of the services to read from Prometheus, such as 'application=\"shop\"'.")
    private @Nullable String match;

    @Option(
            names = "--range",
            paramLabel = "TIME",
            description = "The time until now to read from Prometheus (default: 14d).")
    private @Nullable String range;

    /** Returns whether a server is named. */
    public boolean given() {
        return url != null;
    }

    /** @throws InvalidExperiment if there is an option about a server and none is named, or a value is wrong */
    public void require() {
        if (url == null) {
            if (match != null || range != null) {
                throw invalid(match != null ? "--match" : "--range", "needs --prometheus, which names the server");
            }
            return;
        }
        InvalidExperiment.all(this::address, this::matchers, this::range);
    }

    private static InvalidExperiment invalid(String option, String what) {
        return new InvalidExperiment(List.of(new Problem(0, option, what)));
    }

    private URI address() {
        try {
            URI address = new URI(String.valueOf(url));
            boolean http = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
            if (!http || address.getHost() == null) {
                throw invalid("--prometheus", "must be an address such as http://127.0.0.1:9090, but is " + shown());
            }
            if (address.getUserInfo() != null) {
                throw invalid(
                        "--prometheus",
                        "must not contain a user or a password; set " + PrometheusAccess.USER + " and "
                                + PrometheusAccess.PASSWORD + " in the environment");
            }
            if (address.getQuery() != null || address.getFragment() != null) {
                throw invalid("--prometheus", "must be without ? and #, but is " + shown());
            }
            return address;
        } catch (URISyntaxException unfit) {
            throw invalid("--prometheus", "must be an address such as http://127.0.0.1:9090, but is " + shown());
        }
    }

    /** Returns the address without what may be a password. */
    private String shown() {
        return "\"" + String.valueOf(url).replaceAll("//[^/@]*@", "//…@") + "\"";
    }

    private String matchers() {
        String text = match == null ? "" : match.strip();
        if (text.startsWith("{") && text.endsWith("}")) {
            text = text.substring(1, text.length() - 1).strip();
        }
        if (text.matches("[^\"']*[{}].*")) {
            throw invalid("--match", "must be label matchers such as application=\"shop\", but is \"" + match + "\"");
        }
        return text.endsWith(",") ? text.substring(0, text.length() - 1) : text;
    }

    /** Returns the length of what is read. */
    public Duration range() {
        return range == null ? Duration.ofDays(14) : TimeOption.of("--range", range, SHORTEST, LONGEST);
    }

    /** Returns the server, with the token, or the user and the password, of an environment. */
    public PrometheusAccess access(Map<String, String> environment) {
        return PrometheusAccess.of(address(), matchers(), environment);
    }
}
