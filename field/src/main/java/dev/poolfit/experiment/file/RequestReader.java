package dev.poolfit.experiment.file;

import static dev.poolfit.experiment.file.Values.integer;
import static dev.poolfit.experiment.file.Values.quoted;

import dev.poolfit.experiment.HeaderField;
import dev.poolfit.experiment.Load.Request;
import dev.poolfit.experiment.LoadGuard;
import dev.poolfit.experiment.ResponseCheck;
import dev.poolfit.experiment.Template;
import dev.poolfit.experiment.UrlTemplate;
import dev.poolfit.units.BadQuantity;
import dev.poolfit.units.IntRange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Reads one request, which may give names to values that other requests use. */
final class RequestReader {
    private static final List<String> METHODS = List.of("get", "post", "put", "patch", "delete", "head");
    /** Is possessive, so that a long one takes no deep stack. */
    private static final Pattern POINTER = Pattern.compile("(?:/(?:[^~/]|~[01])*+)++");

    private static final Pattern NAMED = Pattern.compile("\\{([A-Za-z_][\\w-]*(?:\\.[A-Za-z_][\\w-]*)?)}");

    private final Section section;
    private final boolean weighted;
    private final Map<String, String> extracts = new LinkedHashMap<>();

    /**
     * @param weighted whether it is drawn from several by its weight
     */
    RequestReader(Section section, boolean weighted) {
        this.section = section;
        this.weighted = weighted;
        section.section("extract")
                .ifPresent(names -> names.keys().forEach(name -> {
                    if (!Template.isName(name) || name.contains(".")) {
                        names.problem(name, "must be a name of letters, digits, _ and -, but is " + quoted(name));
                    }
                    names.value(name, RequestReader::pointer).ifPresent(pointer -> extracts.put(name, pointer));
                }));
    }

    Set<String> gives() {
        return extracts.keySet();
    }

    /**
     * @param known the names of values that may stand in braces
     */
    Optional<Request> request(Set<String> allowedHosts, Predicate<String> known) {
        List<String> methods = METHODS.stream().filter(section::has).toList();
        if (methods.size() != 1) {
            section.missing("get", "name exactly one of " + String.join(", ", METHODS) + ", not " + methods.size());
        }
        Optional<String> url = methods.stream()
                .flatMap(method -> section.value(method, text -> url(text, known)).stream())
                .findFirst();
        url.ifPresent(address -> guard(methods.get(0), address, allowedHosts));
        int weight = weighted ? section.value("weight", integer(1, 1_000_000)).orElse(1) : 1;
        IntRange status = section.value("status", Values.range(100, 599)).orElse(new IntRange(200, 399));
        Optional<String> body = section.value("body", text -> drawn(text, known));
        Map<String, String> headers = new LinkedHashMap<>();
        section.section("headers")
                .ifPresent(values -> values.keys()
                        .forEach(name -> header(values, name, known).ifPresent(value -> headers.put(name, value))));
        List<ResponseCheck> checks =
                section.section("check").map(RequestReader::checks).orElse(List.of());
        section.rejectUnknownKeys();
        if (methods.size() != 1) {
            return Optional.empty();
        }
        String method = methods.get(0).toUpperCase(Locale.ROOT);
        String shown = section.shown(methods.get(0)).strip();
        return url.map(address -> new Request(method, address, weight, headers, body, status, checks, extracts, shown));
    }

    private static List<ResponseCheck> checks(Section section) {
        var checks = new ArrayList<ResponseCheck>();
        List<String> texts = section.texts("contains");
        List<String> shown = section.shownTexts("contains");
        for (int i = 0; i < Math.min(texts.size(), shown.size()); i++) {
            if (texts.get(i).isEmpty()) {
                section.problem("contains", "must be some text, but is empty");
            }
            checks.add(new ResponseCheck.Contains(texts.get(i), shown.get(i)));
        }
        section.section("json")
                .ifPresent(values -> values.keys().forEach(key -> {
                    if (!POINTER.matcher(key).matches()) {
                        values.problem(key, "must be a JSON pointer such as /items/0/id, but is " + quoted(key));
                    }
                    values.value(key, text -> new ResponseCheck.JsonValue(key, text, values.shown(key)))
                            .ifPresent(checks::add);
                }));
        if (checks.isEmpty()) {
            section.missing("contains", "say what the body must contain, or json: {/status: ok}");
        }
        section.rejectUnknownKeys();
        return checks;
    }

    private static String pointer(String text) {
        if (!POINTER.matcher(text).matches()) {
            throw new BadQuantity("a JSON pointer such as /items/0/id", quoted(text));
        }
        return text;
    }

    private static String url(String text, Predicate<String> known) {
        UrlTemplate.parse(text, known);
        return text.strip();
    }

    private static Optional<String> header(Section headers, String name, Predicate<String> known) {
        if (!HeaderField.isName(name)) {
            headers.problem(name, "must be " + HeaderField.NAME_BOUND);
        }
        return headers.value(name, text -> {
            if (!HeaderField.isValue(text)) {
                throw new BadQuantity(HeaderField.VALUE_BOUND, quoted(text));
            }
            return namesKnown(drawn(text, known), known);
        });
    }

    private static String drawn(String text, Predicate<String> known) {
        Template.parseLoosely(text, known);
        return text;
    }

    /** Requires that something gives each name: a header has no braces of its own, so any other name is a slip. */
    private static String namesKnown(String text, Predicate<String> known) {
        var names = NAMED.matcher(text);
        while (names.find()) {
            if (!known.test(names.group(1))) {
                throw new BadQuantity("a text whose names in braces data or extract gives", quoted(text));
            }
        }
        return text;
    }

    private void guard(String key, String url, Set<String> allowedHosts) {
        String host = UrlTemplate.parse(url).host();
        if (!LoadGuard.allows(host, allowedHosts)) {
            section.problem(
                    key,
                    "sends load to the host " + host
                            + ", which is not this machine; name it under load.allow-hosts if it may be put under load");
        }
    }
}
