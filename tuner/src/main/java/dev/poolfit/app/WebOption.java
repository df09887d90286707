package dev.poolfit.app;

import dev.poolfit.experiment.HeaderField;
import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Problem;
import dev.poolfit.live.LivePage;
import dev.poolfit.live.OtlpExport;
import dev.poolfit.report.Language;
import dev.poolfit.units.OneLine;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.Stack;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options that show a run elsewhere while it goes on: in a browser, and on a dashboard. */
final class WebOption {
    private static final int HIGHEST = 65_535;
    private static final String TOKEN = "POOLFIT_WEB_TOKEN";
    private static final String HEADERS = "OTEL_EXPORTER_OTLP_HEADERS";

    /** A number after the option is its port; anything else is not its own. */
    static final class Port implements IParameterConsumer {
        @Override
        public void consumeParameters(Stack<String> left, ArgSpec option, CommandSpec command) {
            boolean given = !left.isEmpty() && left.peek().matches("\\d{1,9}");
            option.setValue(given ? Integer.valueOf(left.pop()) : Integer.valueOf(0));
        }
    }

    @Option(
            names = "--web",
            paramLabel = "PORT",
            arity = "0..1",
            parameterConsumer = Port.class,
            description =
                    "Show the run in a browser of this machine while it goes on, at PORT or at a free port; the address is"
                            + " printed at once.")
    private @Nullable Integer port;

    @Option(
            names = "--otlp",
            paramLabel = "URL",
            description = "Send the run's figures to an OpenTelemetry collector each second, such as"
                    + " http://127.0.0.1:4318. Headers come from OTEL_EXPORTER_OTLP_HEADERS.")
    private @Nullable String otlp;

    /** @throws InvalidExperiment if the port, the token, the collector's address or a header is invalid */
    void require() {
        token();
        export("", why -> {}).ifPresent(OtlpExport::close);
        if (port != null && port > HIGHEST) {
            throw new InvalidExperiment(List.of(new Problem(
                    0, "--web", "must be a port from 1 to 65535, or 0 for one that is free, but is " + port)));
        }
    }

    /** Returns the token that the user chose, so that the address stays the same for Prometheus. */
    private static Optional<String> token() {
        Optional<String> chosen = Optional.ofNullable(System.getenv(TOKEN)).filter(each -> !each.isEmpty());
        if (chosen.filter(each -> !each.matches("[A-Za-z0-9_-]{16,}")).isPresent()) {
            throw new InvalidExperiment(List.of(new Problem(
                    0,
                    TOKEN,
                    "must be at least 16 letters, digits, hyphens or underscores, for whoever knows it may stop"
                            + " a run")));
        }
        return chosen;
    }

    private Optional<URI> endpoint() {
        if (otlp == null) {
            return Optional.empty();
        }
        try {
            var address = URI.create(otlp);
            if (address.getHost() != null && Set.of("http", "https").contains(String.valueOf(address.getScheme()))) {
                return Optional.of(address);
            }
        } catch (IllegalArgumentException malformed) {
            // The problem says what is wanted.
        }
        throw new InvalidExperiment(List.of(new Problem(
                0,
                "--otlp",
                "must be the address of a collector, such as http://127.0.0.1:4318, but is \"" + otlp + "\"")));
    }

    /** Sends the figures, where that was asked for. */
    Optional<OtlpExport> export(String name, Console console) {
        return export(
                name,
                why -> console.err()
                        .println("Warning: the collector of --otlp does not take the figures: " + OneLine.of(why)
                                + ". The run goes on."));
    }

    private Optional<OtlpExport> export(String name, Consumer<String> warn) {
        Optional<URI> address = endpoint();
        try {
            return address.map(each -> new OtlpExport(
                    name,
                    each,
                    headers(Optional.ofNullable(System.getenv(HEADERS)).orElse("")),
                    Version.text(),
                    warn));
        } catch (IllegalArgumentException refused) {
            throw new InvalidExperiment(List.of(new Problem(
                    0,
                    HEADERS,
                    "must be headers such as Authorization=Bearer%20abc,X-Team=shop, but one of them cannot be sent: "
                            + OneLine.of(refused.getMessage()) + "; correct its name or its value")));
        }
    }

    /**
     * Reads {@code key=value,key=value} with percent-encoded values, as OpenTelemetry's SDKs read it.
     *
     * @throws IllegalArgumentException if a value is not percent-encoded; the message names the header, and never its value
     */
    static Map<String, String> headers(String text) {
        var headers = new LinkedHashMap<String, String>();
        for (String each : text.split(",", 0)) {
            int equals = each.indexOf('=');
            if (equals > 0) {
                String name = each.substring(0, equals).strip();
                headers.put(name, decoded(name, each.substring(equals + 1).strip()));
            }
        }
        return headers;
    }

    private static String decoded(String name, String value) {
        try {
            return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            // Its message, and so the cause, repeats a part of the value.
            throw new IllegalArgumentException(HeaderField.isName(name) ? name : OtlpExport.NAMELESS);
        }
    }

    /** Opens the page, where it was asked for, and tells its address. */
    Optional<LivePage> open(Language language, String name, Console console) {
        if (port == null) {
            return Optional.empty();
        }
        LivePage page = LivePage.open(
                port,
                token(),
                language,
                name,
                Version.text(),
                () -> new Thread(() -> System.exit(Main.INTERRUPTED), "poolfit-stop").start());
        // Who watches an interrupted run learns that it is over.
        Runtime.getRuntime().addShutdownHook(new Thread(page::close, "poolfit-page-end"));
        console.err().println(language.text("live.address", page.address()));
        return Optional.of(page);
    }
}
