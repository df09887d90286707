package dev.poolfit.configuration;

import dev.poolfit.units.Spelling;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Knows the settings of data sources and servers that Spring Boot has, by version. {@code spring-keys.txt} is taken
 * from Spring Boot's own configuration metadata; a test holds it against the jars.
 */
final class SpringKeys {
    /** The versions whose metadata was read, the oldest first. */
    static final List<String> VERSIONS = List.of("2.4", "2.7", "3.5", "4.1");

    static final String HIKARI = "spring.datasource.hikari.";
    /** The ending of a name below which every key is taken. */
    static final String OPEN = ".*";

    private static final int SHORT = 6;
    private static final Map<String, SpringKeys.Key> ALL = read();
    /** The words of other pools for a setting of HikariCP's, as it is compared. */
    private static final Map<String, String> ELSEWHERE = Map.ofEntries(
            Map.entry("maxpoolsize", "maximum-pool-size"),
            Map.entry("maxactive", "maximum-pool-size"),
            Map.entry("maxtotal", "maximum-pool-size"),
            Map.entry("maxsize", "maximum-pool-size"),
            Map.entry("poolsize", "maximum-pool-size"),
            Map.entry("minidle", "minimum-idle"),
            Map.entry("minpoolsize", "minimum-idle"),
            Map.entry("minimumpoolsize", "minimum-idle"),
            Map.entry("maxwait", "connection-timeout"),
            Map.entry("maxwaitmillis", "connection-timeout"),
            Map.entry("maxage", "max-lifetime"),
            Map.entry("maxconnlifetimemillis", "max-lifetime"),
            Map.entry("validationquery", "connection-test-query"),
            Map.entry("defaultautocommit", "auto-commit"),
            Map.entry("url", "jdbc-url"),
            Map.entry("user", "username"));

    /**
     * One setting.
     *
     * @param name such as {@code server.tomcat.threads.max}
     * @param taken of each version {@code +} where it takes effect, {@code -} where it does not, {@code ?} if not known
     * @param replacement the setting that has its place
     */
    record Key(String name, String taken, Optional<String> replacement) {
        /** Returns the first version, as far as known, in which it has no effect any more. */
        Optional<String> goneIn() {
            int gone = taken.indexOf('-', taken.lastIndexOf('+') + 1);
            return gone < 0 ? Optional.empty() : Optional.of(VERSIONS.get(gone));
        }
    }

    private SpringKeys() {}

    /** Returns the setting of a name, or the one that takes every key below it. */
    static Optional<Key> of(String name) {
        String relaxed = SpringProperty.relaxed(name);
        return Stream.iterate(relaxed, each -> each.contains("."), each -> each.substring(0, each.lastIndexOf('.')))
                .map(each -> ALL.get(each + OPEN))
                .filter(Objects::nonNull)
                .findFirst()
                .or(() -> Optional.ofNullable(ALL.get(relaxed)));
    }

    /** Returns whether HikariCP has a setting of that name, which is the last part of a property's. */
    static boolean ofHikari(String key) {
        return of(HIKARI + key).isPresent();
    }

    /** Returns HikariCP's own word for a setting; empty where nothing is near. */
    static Optional<String> nearestOfHikari(String key) {
        return Optional.ofNullable(ELSEWHERE.get(SpringProperty.relaxed(key)))
                .map(HIKARI::concat)
                .or(() -> nearest(HIKARI + key));
    }

    static Optional<String> misspelt(String name) {
        String relaxed = SpringProperty.relaxed(name);
        return Spelling.nearest(relaxed, like(parts(relaxed), SpringKeys::isMisspelt))
                .map(SpringKeys::written);
    }

    /** Returns the setting of which a name lacks one part in the middle. */
    static Optional<String> incomplete(String name) {
        return like(parts(SpringProperty.relaxed(name)), (parts, other) -> hasOneMore(other, parts)).stream()
                .findFirst()
                .map(SpringKeys::written);
    }

    /** Returns the setting that a name was meant to be where nobody but Spring Boot has names like that. */
    static Optional<String> nearest(String name) {
        return misspelt(name)
                .or(() -> incomplete(name))
                .or(() -> like(parts(SpringProperty.relaxed(name)), SpringKeys::hasOneMore).stream()
                        .findFirst()
                        .map(SpringKeys::written));
    }

    private static List<String> parts(String name) {
        return List.of(name.split("\\."));
    }

    private static String written(String relaxed) {
        return Objects.requireNonNull(ALL.get(relaxed)).name();
    }

    /** Returns those alike, Tomcat's, the usual server's, first: server.threads.max is not taken for Jetty's. */
    private static List<String> like(List<String> parts, BiPredicate<List<String>, List<String>> alike) {
        return ALL.entrySet().stream()
                .filter(each -> each.getValue().goneIn().isEmpty() && alike.test(parts, parts(each.getKey())))
                .map(Map.Entry::getKey)
                .sorted(Comparator.comparing((String each) -> !each.matches(".*\\.(tomcat|servlet)\\..*"))
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    /** Returns whether one part, but the first, is another word. */
    private static boolean isMisspelt(List<String> parts, List<String> other) {
        if (parts.size() != other.size() || !parts.get(0).equals(other.get(0))) {
            return false;
        }
        List<Integer> different = IntStream.range(1, parts.size())
                .filter(i -> !parts.get(i).equals(other.get(i)))
                .boxed()
                .toList();
        return different.size() == 1 && isNear(parts.get(different.get(0)), other.get(different.get(0)));
    }

    /** Returns whether words are near: of a short word, no more than a letter at its end is missing or too many. */
    private static boolean isNear(String word, String other) {
        return Math.min(word.length(), other.length()) >= SHORT
                ? Spelling.nearest(word, List.of(other)).isPresent()
                : Math.abs(word.length() - other.length()) == 1 && (word.startsWith(other) || other.startsWith(word));
    }

    /** Returns whether a name is another one with one part more in the middle. */
    private static boolean hasOneMore(List<String> longer, List<String> shorter) {
        return longer.size() == shorter.size() + 1
                && IntStream.range(1, longer.size() - 1)
                        .anyMatch(i -> longer.subList(0, i).equals(shorter.subList(0, i))
                                && longer.subList(i + 1, longer.size()).equals(shorter.subList(i, shorter.size())));
    }

    private static Map<String, Key> read() {
        var keys = new LinkedHashMap<String, Key>();
        try (var in = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(SpringKeys.class.getResourceAsStream("spring-keys.txt")),
                StandardCharsets.UTF_8))) {
            Pattern line = Pattern.compile("([-+?]+) (\\S+)(?: (\\S+))?");
            in.lines().map(line::matcher).filter(Matcher::matches).forEach(found -> {
                var key = new Key(found.group(2), found.group(1), Optional.ofNullable(found.group(3)));
                keys.put(SpringProperty.relaxed(key.name()), key);
            });
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return keys;
    }
}
