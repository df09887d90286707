package dev.poolfit.draft;

import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.WebServer;
import dev.poolfit.units.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.ScalarStyle;

/**
 * The text of an experiment file, with comments for whoever goes on from it.
 *
 * @param name its name
 * @param attach the keys of service.attach
 * @param ready an address that answers when the service is ready
 * @param poolName the pool to tune, where there are several
 * @param database the service's database
 * @param load the load
 * @param pool the range of pools, such as {@code 1..40}
 * @param threads the range of threads, where they can be changed
 * @param server the server of the threads
 * @param aim the goal
 * @param budget such as {@code 5m}
 */
public record ExperimentDraft(
        String name,
        Map<String, String> attach,
        Optional<String> ready,
        Optional<String> poolName,
        Optional<Database> database,
        Load load,
        String pool,
        Optional<String> threads,
        WebServer server,
        Aim aim,
        String budget) {
    /** A text or a number that YAML takes as it stands. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/%-]*");

    /**
     * The database that a pool leads to.
     *
     * @param reached whether it answered, with the password from the environment
     * @throws IllegalArgumentException if a file would not take address and user as they are ({@link #isLiteral})
     */
    public record Database(String url, Optional<String> user, boolean reached) {
        public Database {
            if (!isLiteral(url) || !user.map(Database::isLiteral).orElse(true)) {
                throw new IllegalArgumentException(
                        "a file would take a part of the database's address or user for" + " something else than text");
            }
        }

        /** Returns whether a text of the service means itself in a file: on one line, and without an environment variable. */
        public static boolean isLiteral(String text) {
            return PlainText.isLine(text) && !text.contains("${");
        }

        /** Returns whether its address leads off this machine. */
        private boolean elsewhere() {
            return !dev.poolfit.experiment.Database.of(url)
                    .filter(dev.poolfit.experiment.Database::onThisMachine)
                    .isPresent();
        }
    }

    /**
     * The load: a script, or users or a rate of requests.
     *
     * @param script {@code k6} or {@code jmeter}, with the file
     * @param requests addresses, each with its weight
     * @param headers the headers of each request
     * @param tried whether each of them was seen to answer
     * @param demand the login without which none of them is answered
     */
    public record Load(
            Optional<Map.Entry<String, String>> script,
            OptionalInt users,
            Optional<String> rate,
            Map<String, Integer> requests,
            List<SecretHeader> headers,
            boolean tried,
            Optional<LoginDemand> demand) {}

    /**
     * The goal.
     *
     * @param throughput {@code max} or such as {@code >= 150/s}
     */
    public record Aim(String throughput, Optional<String> errors, Optional<String> p99) {}

    /** Returns this draft with a database of which more is known now. */
    public ExperimentDraft with(Database known, String pools) {
        return new ExperimentDraft(
                name, attach, ready, poolName, Optional.of(known), load, pools, threads, server, aim, budget);
    }

    /**
     * Returns the file of a run under a service's own traffic.
     *
     * @param attach the keys of service.attach
     */
    public static String live(String name, Map<String, String> attach, Optional<String> poolName, String pools) {
        var lines = new ArrayList<String>();
        lines.add("# An experiment for Poolfit. docs/guides/live-traffic.md describes it.");
        lines.add("name: " + quoted("live-" + name));
        lines.add("service:");
        lines.add("  attach: {" + attached(attach) + "}");
        poolName.ifPresent(pool -> lines.add("  pool-name: " + quoted(pool)));
        lines.add("load: live    # the service's own traffic");
        lines.add("guard: {wait: 50ms, pending: 20, errors: 0.1%, timeouts: 0, cost: 5s}");
        lines.add("tune:");
        lines.add("  pool: " + quoted(pools) + "    # from the size that the pool has downwards");
        return String.join("\n", lines) + "\n";
    }

    private static String attached(Map<String, String> attach) {
        return attach.entrySet().stream()
                .map(each -> quoted(each.getKey()) + ": " + quoted(each.getValue()))
                .collect(Collectors.joining(", "));
    }

    public String text() {
        var lines = new ArrayList<String>();
        lines.add("# An experiment for Poolfit. docs/reference/experiment-file.md describes every key.");
        lines.add("name: " + quoted(name));
        lines.add("service:");
        lines.add("  attach: {" + attached(attach) + "}");
        ready.ifPresent(address -> lines.add("  ready: " + quoted(address)));
        poolName.ifPresent(pool -> lines.add("  pool-name: " + quoted(pool)));
        database.ifPresent(each -> lines.addAll(databaseLines(each)));
        lines.addAll(loadLines());
        lines.add("tune:");
        lines.add("  pool: " + quoted(pool) + "    # spring.datasource.hikari.maximum-pool-size");
        threads.ifPresent(range -> lines.add("  threads: " + quoted(range) + "    # " + server.property(Knob.THREADS)));
        lines.add("goal:");
        lines.add("  throughput: " + quoted(aim.throughput())
                + (aim.throughput().equals("max") ? "    # or a rate to reach, such as \">= 150/s\"" : ""));
        aim.errors().ifPresent(share -> lines.add("  errors: " + quoted(share)));
        aim.p99().ifPresent(time -> lines.add("  p99: " + quoted(time)));
        lines.addAll(ceilingLines());
        lines.add("budget: " + quoted(budget));
        return String.join("\n", lines) + "\n";
    }

    private static List<String> databaseLines(Database database) {
        var lines = new ArrayList<String>();
        if (!database.reached()) {
            lines.add(
                    "# With the database, Poolfit reads its CPU, its locks and max_connections. Only its status is read.");
            if (database.elsewhere()) {
                lines.add("# The service names this address. DB_PASSWORD is sent to it once the signs # are removed.");
            }
            lines.add("# Set DB_PASSWORD and remove the signs # before the next lines:");
        }
        String sign = database.reached() ? "" : "# ";
        lines.add(sign + "database:");
        lines.add(sign + "  url: " + quoted(database.url()));
        database.user().ifPresent(user -> lines.add(sign + "  user: " + quoted(user)));
        lines.add(sign + "  password: ${DB_PASSWORD}");
        return lines;
    }

    private List<String> loadLines() {
        var lines = new ArrayList<String>();
        lines.add("load:");
        if (load.script().isPresent()) {
            var script = load.script().get();
            lines.add("  " + quoted(script.getKey()) + ": " + quoted(script.getValue()));
            return lines;
        }
        load.rate().ifPresent(rate -> lines.add("  rate: " + quoted(rate)));
        load.users()
                .ifPresent(
                        users -> lines.add("  users: " + users + "    # as many as your service has at the same time"));
        load.demand().ifPresent(demand -> lines.addAll(loginLines(demand)));
        lines.add(load.tried() ? "  requests:    # each of these answered" : "  requests:");
        load.requests().forEach((address, weight) -> {
            lines.add("    - get: " + quoted(address));
            if (!load.headers().isEmpty()) {
                lines.add("      headers: {"
                        + load.headers().stream()
                                .map(each -> quoted(each.name()) + ": " + quoted(each.written()))
                                .collect(Collectors.joining(", "))
                        + "}");
            }
            if (!load.headers().isEmpty() || load.demand().isPresent()) {
                // A redirect to the page for a login is no success.
                lines.add("      status: 200..299");
            }
            if (weight != 1) {
                lines.add("      weight: " + weight);
            }
        });
        return lines;
    }

    /** Returns the comments that help a user to add a login. */
    private List<String> loginLines(LoginDemand demand) {
        boolean form = demand.way() == LoginDemand.Way.FORM;
        String origin = load.requests().keySet().stream()
                .findFirst()
                .map(each -> each.replaceFirst("(?s)^(https?://[^/?]*).*", "$1"))
                .orElse("http://127.0.0.1");
        var lines = new ArrayList<String>(List.of(
                "  # Without a login these requests are answered with " + demand.answered()
                        + ". Before check and tune, do one of these:",
                "  # - Send a header with each request. Set the variable, and put this line below each address:",
                "  #     headers: {Authorization: \"${AUTHORIZATION}\"}"
                        + (demand.way() == LoginDemand.Way.BASIC ? "    # Basic, and base64 of user:password" : ""),
                "  # - Have each user log in before its first request. Correct these lines and remove the signs #:",
                "  # login:",
                "  #   post: " + quoted(origin + demand.page())));
        if (form) {
            lines.add("  #   headers: {Content-Type: application/x-www-form-urlencoded}");
            lines.add("  #   body: \"username=${LOGIN_USER}&password=${LOGIN_PASSWORD}\"");
            lines.add("  # Where the form has a CSRF token, send the header Cookie of a session instead.");
        } else {
            lines.add("  #   headers: {Content-Type: application/json}");
            lines.add("  #   body: '{\"username\": \"${LOGIN_USER}\", \"password\": \"${LOGIN_PASSWORD}\"}'");
            lines.add("  #   extract: {token: /token}    # then headers: {Authorization: \"Bearer {token}\"}");
        }
        return lines;
    }

    /** Returns the lines on the fleet's limit, which can only be told where max_connections can be read. */
    private List<String> ceilingLines() {
        boolean reached = database.map(Database::reached).orElse(false);
        String sign = reached ? "" : "# ";
        var lines = new ArrayList<String>();
        if (!reached) {
            lines.add("# The most that all instances may take of the database's max_connections:");
        }
        lines.add(sign + "ceiling:");
        lines.add(sign + "  instances: 1    # how many of this service run at the same time");
        lines.add(sign + "  share: 0.8");
        return lines;
    }

    /** Quotes a text on one line, so that YAML takes it for itself, whatever is in it. */
    private static String quoted(String text) {
        if (PLAIN.matcher(text).matches()) {
            return text;
        }
        return new Dump(DumpSettings.builder()
                        .setDefaultScalarStyle(ScalarStyle.DOUBLE_QUOTED)
                        .setWidth(Integer.MAX_VALUE)
                        .setSplitLines(false)
                        .setUseUnicodeEncoding(PlainText.isLine(text))
                        .build())
                .dumpToString(text)
                .strip();
    }
}
