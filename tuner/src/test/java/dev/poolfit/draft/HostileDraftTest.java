package dev.poolfit.draft;

import static dev.poolfit.draft.Scalars.values;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Secret;
import dev.poolfit.experiment.WebServer;
import dev.poolfit.units.PlainText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/** Whatever a text holds that goes into a draft, the file has this text as a value, no other key, and no other variable. */
class HostileDraftTest {
    private static final List<String> PIECES = List.of(
            "\n",
            "\r\n",
            "\n\n",
            "\t",
            "\u0000",
            "\u0007",
            "\u001b[2J",
            "\u007f",
            "\u0085",
            "\u009b",
            "\u2028",
            "\u2029",
            "\u202e",
            "\uFEFF",
            "\"",
            "'",
            "\\",
            "#",
            " # ",
            ": ",
            ":",
            "- ",
            "? ",
            "{",
            "}",
            "[",
            "]",
            ",",
            "&a",
            "*a",
            "!!str ",
            "%YAML 1.1",
            "@",
            "`",
            "|",
            ">",
            "\n---\n",
            "\n...\n",
            "\ndatabase:\n  url: x",
            "\n# database:",
            "null",
            "true",
            "~",
            "<<",
            "0x1f",
            "1e3",
            " ",
            "  ",
            "$",
            "$$",
            "${1..2}",
            "é",
            "풀",
            "\uD83D\uDE00",
            "a",
            "Z9",
            "/",
            "http://127.0.0.1:1/");
    private static final List<String> VARIABLES = List.of("${HOME}", "${X:y}", "$${PATH}", "${_}");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_]\\w*)");
    private static final Set<String> OWN =
            Set.of("DB_PASSWORD", "AUTHORIZATION", "LOGIN_USER", "LOGIN_PASSWORD", "HEADER");

    @TempDir
    private Path folder = Path.of("");

    static IntStream seeds() {
        return IntStream.range(0, 80);
    }

    private static String text(SplittableRandom random, List<String> pieces) {
        int count = 1 + random.nextInt(random.nextInt(20) == 0 ? 1_000 : 12);
        return IntStream.range(0, count)
                .mapToObj(i -> pieces.get(random.nextInt(pieces.size())))
                .collect(Collectors.joining());
    }

    private static String text(SplittableRandom random, Predicate<String> fit) {
        String text = text(random, PIECES);
        while (!fit.test(text)) {
            text = text(random, PIECES);
        }
        return text;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void the_file_has_exactly_these_values(int seed) {
        var random = new SplittableRandom(seed);
        var wanted = new LinkedHashMap<String, String>();
        ExperimentDraft draft = draft(random, wanted);

        String text = draft.text();

        assertThat(values(text)).isEqualTo(wanted);
        assertThat(text.lines()).allMatch(PlainText::isLine);
        assertThat(text.split("\n", -1)).hasSize((int) text.lines().count() + 1);
        assertThat(VARIABLE.matcher(text).results().map(each -> each.group(1))).isSubsetOf(OWN);
    }

    /** What is a comment now is what it would be, once somebody removes its signs. */
    @ParameterizedTest
    @MethodSource("seeds")
    void a_database_that_is_a_comment_has_these_values_without_its_signs(int seed) {
        var random = new SplittableRandom(seed);
        var wanted = new LinkedHashMap<String, String>();
        ExperimentDraft draft = draft(random, wanted);
        var known = draft.database().orElseThrow();
        var commented = draft.with(new ExperimentDraft.Database(known.url(), known.user(), false), draft.pool());

        assertThat(values(commented.text())).doesNotContainKeys("database.url", "database.password", "ceiling.share");
        String opened = commented
                .text()
                .lines()
                .map(line -> line.matches("# (?:(?:database|ceiling):|  (?:url|user|password|instances|share): ).*")
                        ? line.substring(2)
                        : line)
                .collect(Collectors.joining("\n"));
        assertThat(values(opened)).isEqualTo(wanted);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_database_that_a_file_cannot_name_is_none(int seed) {
        var random = new SplittableRandom(seed);
        String literal = text(random, ExperimentDraft.Database::isLiteral);
        String variable = literal + VARIABLES.get(random.nextInt(VARIABLES.size())) + literal;
        String lines = literal + "\n" + literal;

        for (String unfit : List.of(variable, lines, literal + "\u0085", literal + "\u2028", "\u001b" + literal)) {
            assertThat(ExperimentDraft.Database.isLiteral(unfit)).isFalse();
            assertThatThrownBy(() -> new ExperimentDraft.Database(unfit, Optional.empty(), true))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> new ExperimentDraft.Database(literal, Optional.of(unfit), true))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_recording_names_no_variable_and_its_addresses_stay_on_this_machine(int seed) throws IOException {
        var random = new SplittableRandom(seed);
        List<String> pieces = new ArrayList<>(PIECES);
        pieces.addAll(VARIABLES);
        String target = text(random, pieces);
        var entry = Map.of(
                "request", Map.of("method", "GET", "url", "http://127.0.0.1:8080/x" + target),
                "response", Map.of("status", 200));
        Path har = Files.writeString(
                folder.resolve("recording"),
                new JsonMapper().writeValueAsString(Map.of("log", Map.of("entries", List.of(entry)))));
        Path log = Files.writeString(
                folder.resolve("log"), "::1 - - [x] \"GET /x" + target.replaceAll("\\s", "") + " HTTP/1.1\" 200 1\n");

        for (Path recording : List.of(har, log)) {
            String address;
            try {
                address = Traffic.of(recording, "http://127.0.0.1:8080")
                        .requests()
                        .keySet()
                        .iterator()
                        .next();
            } catch (InvalidExperiment nothingTaken) {
                continue;
            }
            assertThat(address).startsWith("http://127.0.0.1:8080/x").matches("[!-~]+");
            assertThat(VARIABLE.matcher(address).find()).as(address).isFalse();
        }
    }

    private static ExperimentDraft draft(SplittableRandom random, Map<String, String> wanted) {
        boolean script = random.nextInt(4) == 0;
        boolean rate = random.nextBoolean();
        wanted.put("name", hostile(random));
        wanted.put("service.attach.command", hostile(random));
        wanted.put("service.ready", hostile(random));
        wanted.put("service.pool-name", hostile(random));
        wanted.put("database.url", text(random, ExperimentDraft.Database::isLiteral));
        wanted.put("database.user", text(random, ExperimentDraft.Database::isLiteral));
        wanted.put("database.password", "${DB_PASSWORD}");
        var requests = new LinkedHashMap<String, Integer>();
        String header = text(random, each -> each.length() < 200);
        if (script) {
            wanted.put("load.k6", hostile(random));
        } else {
            if (rate) {
                wanted.put("load.rate", hostile(random));
            } else {
                wanted.put("load.users", "7");
            }
            requests.put(hostile(random), 1);
            requests.put(hostile(random), 3);
            List<String> addresses = List.copyOf(requests.keySet());
            for (int i = 0; i < addresses.size(); i++) {
                String path = "load.requests." + i;
                wanted.put(path + ".get", addresses.get(i));
                wanted.put(path + ".headers." + header, "${HEADER}");
                wanted.put(path + ".status", "200..299");
                if (requests.get(addresses.get(i)) == 3) {
                    wanted.put(path + ".weight", "3");
                }
            }
        }
        wanted.put("tune.pool", hostile(random));
        wanted.put("tune.threads", hostile(random));
        wanted.put("goal.throughput", hostile(random));
        wanted.put("goal.errors", hostile(random));
        wanted.put("goal.p99", hostile(random));
        wanted.put("ceiling.instances", "1");
        wanted.put("ceiling.share", "0.8");
        wanted.put("budget", hostile(random));
        var way = LoginDemand.Way.values()[random.nextInt(3)];
        return new ExperimentDraft(
                wanted.get("name"),
                Map.of("command", wanted.get("service.attach.command")),
                Optional.of(wanted.get("service.ready")),
                Optional.of(wanted.get("service.pool-name")),
                Optional.of(new ExperimentDraft.Database(
                        wanted.get("database.url"), Optional.of(wanted.get("database.user")), true)),
                new ExperimentDraft.Load(
                        Optional.ofNullable(wanted.get("load.k6")).map(path -> Map.entry("k6", path)),
                        script || rate ? OptionalInt.empty() : OptionalInt.of(7),
                        Optional.ofNullable(wanted.get("load.rate")),
                        requests,
                        List.of(new SecretHeader(header, new Secret("hush"), "${HEADER}", Optional.empty())),
                        random.nextBoolean(),
                        random.nextBoolean()
                                ? Optional.empty()
                                : Optional.of(new LoginDemand(Set.of(302), way, hostile(random)))),
                wanted.get("tune.pool"),
                Optional.of(wanted.get("tune.threads")),
                WebServer.TOMCAT,
                new ExperimentDraft.Aim(
                        wanted.get("goal.throughput"),
                        Optional.of(wanted.get("goal.errors")),
                        Optional.of(wanted.get("goal.p99"))),
                wanted.get("budget"));
    }

    /** Of options, in which a variable is the user's own. */
    private static String hostile(SplittableRandom random) {
        return text(random, each -> !VARIABLE.matcher(each).find());
    }
}
