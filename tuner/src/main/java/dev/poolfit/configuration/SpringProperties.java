package dev.poolfit.configuration;

import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Problem;
import dev.poolfit.experiment.file.YamlTree;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Properties of a Spring Boot service as a file of it has them, by Spring's rules: names are compared without case, dashes and
 * underscores (relaxed binding); placeholders are replaced from the environment and the file; documents of a profile count
 * where the file itself makes it active.
 */
final class SpringProperties {
    private static final long LARGEST = 1L << 20;
    private static final int DEEPEST = 32;
    /** Characters of a value. */
    private static final int LONGEST = 2_000;

    private static final String MERGE = "<<";
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^${}:]+)(?::([^${}]*))?}");
    /** What Maven fills in when it builds. YAML takes it only between quotes. */
    private static final Pattern FILTERED = Pattern.compile("@[\\w.-]+@");

    private static final Pattern UNQUOTED = Pattern.compile("(?m)([:-]\\s+)(@[\\w.-]+@)\\s*$");

    private final Map<String, String> known = new HashMap<>();
    private final Map<String, String> environment;

    private SpringProperties(Map<String, String> environment) {
        this.environment = environment;
    }

    /**
     * Reads YAML or properties of at most 1 MiB.
     *
     * @throws InvalidExperiment if it cannot be read, or is neither
     */
    static SpringProperties read(Path file, Map<String, String> environment) {
        String text = text(file);
        var properties = new SpringProperties(environment);
        Set<String> active = new HashSet<>();
        for (Map<String, String> each :
                file.toString().endsWith(".properties") ? List.of(properties(file, text)) : documents(file, text)) {
            String profile = each.getOrDefault("spring.config.activate.onprofile", each.get("spring.profiles"));
            if (profile == null || accepts(profile, active)) {
                properties.known.putAll(each);
                active.addAll(words(each.getOrDefault("spring.profiles.active", ""), ","));
            }
        }
        return properties;
    }

    /** A value; empty where it is not set, or where a placeholder stays in it. */
    Optional<String> value(String name) {
        String text = known.get(relaxed(name));
        for (int depth = 0; text != null && depth < DEEPEST && text.length() <= LONGEST; depth++) {
            text = PLACEHOLDER
                    .matcher(text)
                    .replaceAll(found -> Matcher.quoteReplacement(replacement(found.group(1))
                            .or(() -> Optional.ofNullable(found.group(2)))
                            .orElse(found.group())));
        }
        return Optional.ofNullable(text)
                .filter(each -> each.length() <= LONGEST
                        && !each.contains("${")
                        && !FILTERED.matcher(each).find());
    }

    /** Whether a property's name begins so. */
    boolean has(String prefix) {
        return known.keySet().stream().anyMatch(each -> each.startsWith(prefix));
    }

    private Optional<String> replacement(String name) {
        return Optional.ofNullable(environment.get(name))
                .or(() -> Optional.ofNullable(
                        environment.get(name.replaceAll("[.-]", "_").toUpperCase(Locale.ROOT))))
                .or(() -> Optional.ofNullable(known.get(relaxed(name))));
    }

    /**
     * Whether one of several expressions holds, such as {@code prod}, {@code !dev}, {@code a & b} or {@code a | b}; one with
     * parentheses does not.
     */
    private static boolean accepts(String expressions, Set<String> active) {
        return words(expressions, ",").stream()
                .flatMap(expression -> words(expression, "\\|").stream())
                .anyMatch(any -> words(any, "&").stream()
                        .allMatch(each -> each.startsWith("!")
                                ? !active.contains(each.substring(1).strip())
                                : active.contains(each)));
    }

    private static List<String> words(String text, String between) {
        return Stream.of(text.split(between)).map(String::strip).toList();
    }

    private static String relaxed(String name) {
        return name.replaceAll("[-_]", "").toLowerCase(Locale.ROOT);
    }

    private static String text(Path file) {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw invalid(0, "\"" + file + "\" must be a file, but is none");
        }
        try {
            if (Files.size(file) > LARGEST) {
                throw invalid(0, "\"" + file + "\" must be at most 1 MiB, but is larger");
            }
            String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        } catch (IOException unreadable) {
            throw invalid(0, "\"" + file + "\" " + (Files.exists(file) ? "cannot be read" : "does not exist"));
        }
    }

    private static Map<String, String> properties(Path file, String text) {
        var read = new Properties();
        try {
            read.load(new StringReader(text));
        } catch (IOException | IllegalArgumentException malformed) {
            throw invalid(0, "\"" + file + "\" is no properties file");
        }
        var flat = new HashMap<String, String>();
        read.forEach((name, value) -> flat.put(relaxed(name.toString()), value.toString()));
        return flat;
    }

    /** What the library says of a place may hold a secret of it, so that its words are not repeated. */
    private static List<Map<String, String>> documents(Path file, String text) {
        String quoted = UNQUOTED.matcher(text).replaceAll("$1'$2'");
        var documents = new ArrayList<Map<String, String>>();
        try {
            YamlTree.requireBounded(quoted);
            for (Object document : new Load(YamlTree.settings(quoted)).loadAllFromString(quoted)) {
                var flat = new HashMap<String, String>();
                flatten("", document, flat, 0);
                documents.add(flat);
            }
        } catch (MarkedYamlEngineException malformed) {
            int line =
                    malformed.getProblemMark().map(mark -> mark.getLine() + 1).orElse(0);
            throw invalid(line, "\"" + file + "\" is not YAML there");
        } catch (YamlEngineException malformed) {
            throw invalid(0, "\"" + file + "\" is not YAML");
        } catch (InvalidExperiment unbounded) {
            Problem first = unbounded.problems().get(0);
            throw invalid(first.line(), "\"" + file + "\": " + first.field() + " " + bound(first.message()));
        }
        return documents;
    }

    /** Without a name that the file has at that place. */
    private static String bound(String message) {
        return message.startsWith("must have *") ? "is not YAML there" : message;
    }

    /** A merge key ({@code <<}) gives what is not said beside it. */
    private static void flatten(String path, @Nullable Object value, Map<String, String> into, int depth) {
        if (depth > DEEPEST) {
            return;
        }
        if (value instanceof Map<?, ?> map) {
            if (map.containsKey(MERGE)) {
                flatten(path, map.get(MERGE), into, depth + 1);
            }
            map.forEach((key, part) -> {
                if (!MERGE.equals(key)) {
                    flatten(path.isEmpty() ? String.valueOf(key) : path + "." + key, part, into, depth + 1);
                }
            });
        } else if (value instanceof List<?> list && list.stream().anyMatch(Map.class::isInstance)) {
            list.forEach(each -> flatten(path, each, into, depth + 1));
        } else if (value instanceof List<?> list) {
            into.put(
                    relaxed(path),
                    list.stream()
                            .filter(each -> !(each instanceof List))
                            .map(String::valueOf)
                            .collect(Collectors.joining(",")));
        } else if (value != null) {
            into.put(relaxed(path), value.toString());
        }
    }

    private static InvalidExperiment invalid(int line, String what) {
        return new InvalidExperiment(List.of(new Problem(line, "--application", what)));
    }
}
