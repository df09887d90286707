package dev.poolfit.draft;

import dev.poolfit.experiment.SecretNames;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A request of a recording.
 *
 * @param host the server that answered it, with the port unless it is the scheme's own; empty where the recording is one host's
 * @param target path and query, in characters that an address may have
 * @param omission the reason why it is no part of the load, as far as the request alone tells
 */
record Recorded(String host, String target, Optional<Omission> omission) {
    private static final int NOT_MODIFIED = 304;
    private static final Pattern STATIC =
            Pattern.compile("(?i)[^?;]*\\.(?:css|js|mjs|map|png|jpe?g|gif|svg|ico|webp|avif|bmp"
                    + "|woff2?|ttf|otf|eot|mp3|mp4|m4a|webm|ogg|wav|m3u8|wasm|webmanifest|vtt)(?:[?;].*)?");
    private static final Pattern PARAMETER = Pattern.compile("[?&;]([^=&;?]+)=");
    private static final Pattern JWT = Pattern.compile("eyJ[\\w-]{8,}\\.[\\w-]{8,}\\.");
    /** Characters that RFC 3986 lets stand in neither path nor query. */
    private static final Pattern UNFIT = Pattern.compile("%(?![0-9A-Fa-f]{2})|[^%A-Za-z0-9._~!$&'()*+,;=:@/?-]");

    /**
     * Returns a request with its response.
     *
     * @param target path and query as they were recorded
     * @param charset in which characters outside ASCII are percent-encoded
     */
    static Recorded of(String host, String method, String target, int status, Charset charset) {
        return new Recorded(host, encoded(target, charset), omission(method, target, status));
    }

    /** Returns this request, left out for another reason unless it has one. */
    Recorded without(Omission other) {
        return omission.isPresent() ? this : new Recorded(host, target, Optional.of(other));
    }

    private static Optional<Omission> omission(String method, String target, int status) {
        if (!method.equals("GET")) {
            return Optional.of(Omission.OTHER_METHOD);
        }
        // A browser that has the page gets no body, but the service has been asked all the same.
        if (status / 100 != 2 && status != NOT_MODIFIED) {
            return Optional.of(status == 101 ? Omission.STREAM : Omission.NO_SUCCESS);
        }
        if (STATIC.matcher(target).matches()) {
            return Optional.of(Omission.STATIC_FILE);
        }
        return holdsSecret(target) ? Optional.of(Omission.SECRET) : Optional.empty();
    }

    /** Recognises secrets by a parameter's name, by the two of an OAuth redirect (RFC 6749, 4.1.2), or by a JWT (RFC 7519). */
    private static boolean holdsSecret(String target) {
        Set<String> names =
                PARAMETER.matcher(target).results().map(each -> each.group(1)).collect(Collectors.toSet());
        return names.stream().anyMatch(SecretNames::matches)
                || names.containsAll(Set.of("code", "state"))
                || JWT.matcher(target).find();
    }

    private static String encoded(String target, Charset charset) {
        return UNFIT.matcher(target).replaceAll(unfit -> {
            var octets = new StringBuilder();
            for (byte octet : unfit.group().getBytes(charset)) {
                octets.append(String.format(Locale.ROOT, "%%%02X", octet));
            }
            return octets.toString();
        });
    }

    /** Returns a request with its response, in UTF-8. */
    static Recorded of(String host, String method, String target, int status) {
        return of(host, method, target, status, StandardCharsets.UTF_8);
    }
}
