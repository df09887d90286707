package dev.poolfit.draft;

import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Problem;
import dev.poolfit.units.Message;
import dev.poolfit.units.PlainText;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;

/**
 * The recorded mix of GET requests: by a browser as a HAR file, or by a web server as an access log of the common or the
 * combined format.
 *
 * @param requests the addresses with their weights, the most frequent first
 * @param said the recorded requests that these are, and what was left out
 */
public record Traffic(Map<String, Integer> requests, Message said) {
    private static final long LARGEST = 256L << 20;
    private static final int MOST_HOSTS = 3;
    private static final int LONGEST_NAME = 60;
    private static final Pattern LOGGED = Pattern.compile("\"([A-Z]{3,10}) (/\\S*) HTTP/[\\d.]+\" (\\d{3})\\b");

    /**
     * Reads a recording.
     *
     * @param base the address that requests go to, such as {@code http://127.0.0.1:8080}; of several hosts the one with this
     *     address is taken, and if there is none, the one with the most requests that count
     * @throws InvalidExperiment if the file cannot be read, or holds no GET that succeeded
     */
    public static Traffic of(Path file, String base) {
        List<Recorded> all = read(file);
        String own = own(base);
        String host = host(all, own);
        List<Recorded> others =
                all.stream().filter(each -> !each.host().equals(host)).toList();
        List<Recorded> here =
                all.stream().filter(each -> each.host().equals(host)).toList();
        PathMix mix = PathMix.of(here.stream()
                .filter(each -> each.omission().isEmpty())
                .map(Recorded::target)
                .toList());
        Optional<Message> left = left(here, others, mix);
        if (mix.weights().isEmpty()) {
            throw invalid(
                    file,
                    "must hold GET requests that were answered with a 2xx status or 304"
                            + (host.isEmpty() ? "" : " by " + shown(host))
                            + ", beside static files, but holds none");
        }
        Message taken = Message.of("recording.taken", shown(String.valueOf(file.getFileName())), mix.requests());
        Message from = host.isEmpty()
                ? taken
                : Message.of(
                        host.equals(own) ? "recording.from-service" : "recording.from-other", taken, shown(host), own);
        Message said =
                left.map(each -> Message.of("recording.left", from, each)).orElse(from);
        var addresses = new LinkedHashMap<String, Integer>();
        mix.weights().forEach((path, weight) -> addresses.put(base + path, weight));
        return new Traffic(addresses, said);
    }

    private static List<Recorded> read(Path file) {
        try {
            if (Files.size(file) > LARGEST) {
                throw invalid(file, "must be at most 256 MiB, but is larger; cut it");
            }
            if (!isJson(file)) {
                return LOGGED.matcher(Files.readString(file, StandardCharsets.ISO_8859_1))
                        .results()
                        .map(line -> Recorded.of(
                                "",
                                line.group(1),
                                line.group(2),
                                Integer.parseInt(line.group(3)),
                                StandardCharsets.ISO_8859_1))
                        .toList();
            }
            return HarFile.read(file)
                    .orElseThrow(() -> invalid(file, "must be a HAR file or an access log, but is neither"));
        } catch (IOException unreadable) {
            throw invalid(file, Files.exists(file) ? "cannot be read" : "does not exist; check the path");
        } catch (JacksonException broken) {
            var place = broken.getLocation();
            throw invalid(
                    file,
                    "must be a whole HAR file or an access log, but is no JSON"
                            + (place == null
                                    ? ""
                                    : " from line " + place.getLineNr() + ", column " + place.getColumnNr() + " on")
                            + "; save it again");
        }
    }

    /** Recognises JSON by its first character that is no blank, behind the byte order mark that some tools write. */
    private static boolean isJson(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            String beginning = new String(in.readNBytes(1_000), StandardCharsets.UTF_8);
            return beginning.replace("\uFEFF", "").stripLeading().startsWith("{");
        }
    }

    private static String own(String base) {
        URI address = URI.create(base);
        return HarFile.host(
                address.getScheme(), address.getHost(), address.getPort() < 0 ? "" : "" + address.getPort());
    }

    /** Returns the service's own host where it answered anything, else the first of those with the most requests that count. */
    private static String host(List<Recorded> all, String own) {
        if (all.stream().anyMatch(each -> each.host().equals(own))) {
            return own;
        }
        Map<String, Long> counted = all.stream()
                .filter(each -> each.omission().isEmpty())
                .collect(Collectors.groupingBy(Recorded::host, LinkedHashMap::new, Collectors.counting()));
        return counted.entrySet().stream()
                .reduce((most, each) -> each.getValue() > most.getValue() ? each : most)
                .map(Map.Entry::getKey)
                .orElse("");
    }

    private static Optional<Message> left(List<Recorded> here, List<Recorded> others, PathMix mix) {
        var left = new EnumMap<Omission, Integer>(Omission.class);
        here.forEach(each -> each.omission().ifPresent(why -> left.merge(why, 1, Integer::sum)));
        int rare = (int) here.stream().filter(each -> each.omission().isEmpty()).count() - mix.requests();
        if (rare > 0) {
            left.put(Omission.RARE, rare);
        }
        var parts = new ArrayList<Message>();
        if (!others.isEmpty()) {
            parts.add(Message.of(Omission.OTHER_HOST.key(), others.size(), hosts(others)));
        }
        left.forEach((why, count) -> parts.add(Message.of(why.key(), count)));
        return parts.isEmpty() ? Optional.empty() : Optional.of(Message.joined("join.comma", parts));
    }

    private static String hosts(List<Recorded> requests) {
        List<String> names = requests.stream()
                .map(Recorded::host)
                .distinct()
                .map(Traffic::shown)
                .toList();
        return names.stream().limit(MOST_HOSTS).collect(Collectors.joining(", "))
                + (names.size() > MOST_HOSTS ? ", …" : "");
    }

    private static String shown(String name) {
        return PlainText.shortened(PlainText.line(name), LONGEST_NAME);
    }

    private static InvalidExperiment invalid(Path file, String what) {
        return new InvalidExperiment(List.of(new Problem(0, file.toString(), what)));
    }
}
