package dev.poolfit.draft;

import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Problem;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The mix of GET requests that was recorded: by a browser as a HAR file (HTTP Archive 1.2), or by a web server as an access
 * log of the common or the combined format. Requests that differ in a number alone become one, with the numbers' range;
 * files that a browser asks for beside a page are left out.
 */
public final class Traffic {
    private static final int MOST = 20;
    private static final long LARGEST = 256L << 20;
    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern LOGGED = Pattern.compile("\"GET (\\S+) HTTP/[\\d.]+\" 2\\d\\d\\b");
    private static final Pattern STATIC =
            Pattern.compile("(?i)[^?]*\\.(?:css|js|mjs|map|png|jpe?g|gif|svg|ico|webp|woff2?|ttf)(?:\\?.*)?");
    private static final Pattern NUMBER = Pattern.compile("(?<=[/=])\\d{1,9}(?=[/?&]|$)");

    private Traffic() {}

    /**
     * The addresses with their weights, the most frequent first.
     *
     * @param base where they are sent, such as {@code http://127.0.0.1:8080}
     * @throws InvalidExperiment if the file cannot be read, or holds no GET that succeeded
     */
    public static Map<String, Integer> of(Path file, String base) {
        List<String> paths;
        try {
            if (Files.size(file) > LARGEST) {
                throw invalid(file, "must be at most 256 MiB, but is larger; cut it");
            }
            String text = Files.readString(file, StandardCharsets.ISO_8859_1);
            paths = text.stripLeading().startsWith("{") ? har(file, text) : log(text);
        } catch (IOException unreadable) {
            throw invalid(file, Files.exists(file) ? "cannot be read" : "does not exist; check the path");
        }
        Map<String, Integer> mix = mix(
                paths.stream().filter(path -> !STATIC.matcher(path).matches()).toList());
        if (mix.isEmpty()) {
            throw invalid(file, "must hold GET requests that were answered with a 2xx status, but holds none");
        }
        var addresses = new LinkedHashMap<String, Integer>();
        mix.forEach((path, weight) -> addresses.put(base + path, weight));
        return addresses;
    }

    private static InvalidExperiment invalid(Path file, String what) {
        return new InvalidExperiment(List.of(new Problem(0, file.toString(), what)));
    }

    /** Of several hosts the one with the most requests: the others are not the service. */
    private static List<String> har(Path file, String text) {
        try {
            JsonNode entries = JSON.readTree(text).path("log").path("entries");
            List<URI> pages = StreamSupport.stream(entries.spliterator(), false)
                    .filter(entry ->
                            entry.path("request").path("method").asString("").equals("GET"))
                    .filter(entry -> entry.path("response").path("status").asInt(0) / 100 == 2)
                    .map(entry -> URI.create(entry.path("request").path("url").asString("")))
                    .filter(page -> page.getRawAuthority() != null)
                    .toList();
            String host = pages.stream()
                    .collect(Collectors.groupingBy(URI::getRawAuthority, TreeMap::new, Collectors.counting()))
                    .entrySet()
                    .stream()
                    .max(Map.Entry.comparingByValue())
                    .map(Map.Entry::getKey)
                    .orElse("");
            return pages.stream()
                    .filter(page -> host.equals(page.getRawAuthority()))
                    .map(page -> (page.getRawPath().isEmpty() ? "/" : page.getRawPath())
                            + (page.getRawQuery() == null ? "" : "?" + page.getRawQuery()))
                    .toList();
        } catch (JacksonException | IllegalArgumentException malformed) {
            throw invalid(file, "must be a HAR file or an access log, but is neither");
        }
    }

    private static List<String> log(String text) {
        Matcher lines = LOGGED.matcher(text);
        var paths = new ArrayList<String>();
        while (lines.find()) {
            paths.add(lines.group(1));
        }
        return paths;
    }

    private static Map<String, Integer> mix(List<String> paths) {
        Map<String, List<String>> alike = paths.stream()
                .collect(Collectors.groupingBy(
                        path -> NUMBER.matcher(path).replaceAll("#"), LinkedHashMap::new, Collectors.toList()));
        List<Map.Entry<String, List<String>>> frequent = alike.entrySet().stream()
                .sorted(Comparator.comparingInt(each -> -each.getValue().size()))
                .limit(MOST)
                .toList();
        int divisor = frequent.stream().map(each -> each.getValue().size()).reduce(0, Traffic::divisor);
        return frequent.stream()
                .collect(Collectors.toMap(
                        each -> template(each.getValue()),
                        each -> each.getValue().size() / Math.max(1, divisor),
                        Integer::sum,
                        LinkedHashMap::new));
    }

    private static int divisor(int one, int other) {
        return other == 0 ? one : divisor(other, one % other);
    }

    /** Each number's place with the range of what stood there; braces that were there already are written as HTTP does. */
    private static String template(List<String> alike) {
        List<TreeSet<Integer>> numbers = new ArrayList<>();
        for (String path : alike) {
            Matcher found = NUMBER.matcher(path);
            for (int i = 0; found.find(); i++) {
                if (numbers.size() <= i) {
                    numbers.add(new TreeSet<>());
                }
                numbers.get(i).add(Integer.valueOf(found.group()));
            }
        }
        var places = numbers.iterator();
        Function<TreeSet<Integer>, String> range =
                values -> values.size() == 1 ? "" + values.first() : "{" + values.first() + ".." + values.last() + "}";
        return NUMBER.matcher(alike.get(0).replace("{", "%7B").replace("}", "%7D"))
                .replaceAll(place -> range.apply(places.next()));
    }
}
