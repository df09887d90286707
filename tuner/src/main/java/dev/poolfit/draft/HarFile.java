package dev.poolfit.draft;

import dev.poolfit.experiment.LoadGuard;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.filter.FilteringParserDelegate;
import tools.jackson.core.filter.TokenFilter;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the requests of a HAR file (HTTP Archive 1.2) as browsers and proxies write it, entry by entry. */
final class HarFile {
    /** Allows trailing tokens: behind an entry stand the next ones. */
    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** Bodies, which may be larger than all the rest together, are passed over unread. */
    private static final TokenFilter WITHOUT_BODIES = new TokenFilter() {
        @Override
        public @Nullable TokenFilter includeProperty(String name) {
            return name.equals("text") ? null : this;
        }
    };

    private static final Pattern ADDRESS = Pattern.compile(
            "(?is)(https?|wss?)://(?:[^/?#@]*@)?(\\[[0-9a-f:.]+]|[^/?#:@\\[\\]]+)(?::(\\d{1,5}))?([^#]*)(?:#.*)?");
    /** Media types (RFC 6838) of what a page is made of; SVG is an image. */
    private static final Pattern STATIC =
            Pattern.compile("(?:image|font|audio|video)/.*|text/(?:css|vtt|(?:java|ecma|j)script)"
                    + "|application/(?:(?:x-)?javascript|ecmascript|wasm|manifest\\+json|(?:x-)?font-.*|vnd\\.ms-fontobject"
                    + "|vnd\\.apple\\.mpegurl|x-mpegurl|dash\\+xml)");
    /** Such uses as browsers name them, in their own field of the HAR or in the header Sec-Fetch-Dest. */
    private static final Set<String> STATIC_USES = Set.of(
            "script",
            "style",
            "stylesheet",
            "image",
            "font",
            "media",
            "audio",
            "video",
            "track",
            "texttrack",
            "manifest");

    private static final Set<String> STREAMS = Set.of("websocket", "eventsource", "text/event-stream");
    private static final int NOT_MODIFIED = 304;

    private HarFile() {}

    /**
     * Reads the requests in their order; those that went to no server at all, such as {@code data:}, do not count.
     *
     * @return empty if the file is JSON but no HAR
     * @throws tools.jackson.core.JacksonException if it is not JSON, or not all of it
     */
    static Optional<List<Recorded>> read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file);
                JsonParser parser = new FilteringParserDelegate(
                        JSON.createParser(in), WITHOUT_BODIES, TokenFilter.Inclusion.INCLUDE_ALL_AND_PATH, true)) {
            parser.nextToken();
            if (!enter(parser, "log", JsonToken.START_OBJECT) || !enter(parser, "entries", JsonToken.START_ARRAY)) {
                return Optional.empty();
            }
            var requests = new ArrayList<Recorded>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                requested(JSON.readTree(parser)).ifPresent(requests::add);
            }
            return Optional.of(requests);
        }
    }

    /** Goes on to a property of the object that was begun; what stands before it is passed over. */
    private static boolean enter(JsonParser parser, String name, JsonToken begin) {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            return false;
        }
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            boolean found = parser.currentName().equals(name);
            JsonToken value = parser.nextToken();
            if (found) {
                return value == begin;
            }
            parser.skipChildren();
        }
        return false;
    }

    private static Optional<Recorded> requested(JsonNode entry) {
        JsonNode request = entry.path("request");
        Matcher address = ADDRESS.matcher(request.path("url").asString("").strip());
        if (!address.matches()) {
            return Optional.empty();
        }
        String rest = address.group(4);
        var recorded = Recorded.of(
                host(address.group(1), address.group(2), address.group(3)),
                request.path("method").asString("").toUpperCase(Locale.ROOT),
                rest.startsWith("/") ? rest : "/" + rest,
                entry.path("response").path("status").asInt(0));
        return Optional.of(
                omission(entry, address.group(1)).map(recorded::without).orElse(recorded));
    }

    private static Optional<Omission> omission(JsonNode entry, String scheme) {
        JsonNode response = entry.path("response");
        String type = response.path("content").path("mimeType").asString("");
        if (type.isBlank() || type.equals("x-unknown")) {
            type = header(response, "content-type");
        }
        String media = type.replaceFirst(";.*", "").strip().toLowerCase(Locale.ROOT);
        List<String> uses = Stream.of(
                        entry.path("_resourceType").asString(""), header(entry.path("request"), "sec-fetch-dest"))
                .map(each -> each.toLowerCase(Locale.ROOT))
                .toList();
        if (scheme.toLowerCase(Locale.ROOT).startsWith("ws")
                || STREAMS.contains(media)
                || uses.stream().anyMatch(STREAMS::contains)) {
            return Optional.of(Omission.STREAM);
        }
        if (STATIC.matcher(media).matches() || uses.stream().anyMatch(STATIC_USES::contains)) {
            return Optional.of(Omission.STATIC_FILE);
        }
        boolean cached = !entry.path("_fromCache").asString("").isEmpty()
                || entry.path("_fetchType").asString("").contains("Cache");
        return cached && response.path("status").asInt(0) != NOT_MODIFIED
                ? Optional.of(Omission.FROM_CACHE)
                : Optional.empty();
    }

    private static String header(JsonNode message, String name) {
        return message.path("headers")
                .valueStream()
                .filter(each -> each.path("name").asString("").equalsIgnoreCase(name))
                .map(each -> each.path("value").asString(""))
                .findFirst()
                .orElse("");
    }

    /** Returns a host in one form: a loopback one is {@code localhost}, and a usual port is left out. */
    static String host(String scheme, String host, @Nullable String port) {
        String bare = host.replaceAll("[\\[\\]]", "").toLowerCase(Locale.ROOT);
        String name = LoadGuard.isLoopback(bare) ? "localhost" : bare.contains(":") ? "[" + bare + "]" : bare;
        return port == null || port.isEmpty() || port.equals(port(scheme)) ? name : name + ":" + port;
    }

    private static String port(String scheme) {
        return Set.of("https", "wss").contains(scheme.toLowerCase(Locale.ROOT)) ? "443" : "80";
    }
}
