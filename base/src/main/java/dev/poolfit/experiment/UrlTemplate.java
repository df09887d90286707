package dev.poolfit.experiment;

import dev.poolfit.units.BadQuantity;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An address of a request, whose path and query may have braces.
 *
 * @param scheme {@code http} or {@code https}
 * @param host a name or an address, without the brackets of IPv6
 * @param port from 1 to 65535
 * @param target path and query, beginning with a slash
 */
public record UrlTemplate(String scheme, String host, int port, Template target) {
    private static final String BOUND =
            "an address such as http://127.0.0.1:8080/stocks/{1..1000}, with braces in its path and query only";
    private static final Pattern UNRESERVED = Pattern.compile("[A-Za-z0-9._~-]*");
    /** Characters that RFC 3986 lets stand in neither path nor query; servers answer them with 400. */
    private static final Pattern UNFIT = Pattern.compile("%(?![0-9A-Fa-f]{2})|[^%A-Za-z0-9._~!$&'()*+,;=:@/?-]");

    private static final Pattern BRACE = Pattern.compile("\\{([^{}]*)}");
    private static final Pattern FORM = Pattern.compile(
            "(https?)://(\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+)(?::(\\d{1,5}))?([/?][^\\s#]*)?(?:#\\S*)?",
            Pattern.CASE_INSENSITIVE);

    /** Reads an absolute address, in whose braces any name may stand. */
    public static UrlTemplate parse(String url) {
        return parse(url, name -> true);
    }

    /**
     * Reads an absolute address; letters outside ASCII are percent-encoded, a fragment is left out.
     *
     * @param known tells the names that may stand in braces
     * @throws BadQuantity if the address has another form, names a user, has a character that must be percent-encoded, or
     *     its braces are malformed
     */
    public static UrlTemplate parse(String url, Predicate<String> known) {
        var matcher = FORM.matcher(url.strip());
        if (!matcher.matches()) {
            throw new BadQuantity(BOUND, "\"" + url + "\"");
        }
        String scheme = matcher.group(1).toLowerCase(Locale.ROOT);
        String host = matcher.group(2).replaceAll("[\\[\\]]", "");
        int port = matcher.group(3) == null ? defaultPort(scheme) : Integer.parseInt(matcher.group(3));
        if (port < 1 || port > 65535) {
            throw new BadQuantity("a port from 1 to 65535", "\"" + url + "\"");
        }
        String given = matcher.group(4) == null ? "/" : matcher.group(4);
        String target = encoded(given.startsWith("/") ? given : "/" + given);
        var template = Template.parse(target, known);
        requireFit(target, url);
        return new UrlTemplate(scheme, host, port, template);
    }

    private static void requireFit(String target, String url) {
        String drawn = BRACE.matcher(target)
                .replaceAll(brace -> Matcher.quoteReplacement(brace.group(1).replace("|", "")));
        var unfit = UNFIT.matcher(drawn);
        if (unfit.find()) {
            char character = unfit.group().charAt(0);
            throw new BadQuantity(
                    String.format(
                            Locale.ROOT,
                            "an address with %%%02X in its path or query for each %c%s",
                            (int) character,
                            character,
                            character == '%' ? " that no two hexadecimal digits follow" : ""),
                    "\"" + url + "\"");
        }
    }

    public boolean secure() {
        return "https".equals(scheme);
    }

    /** Returns the host, with brackets if it is IPv6, and the port unless it is the scheme's own. */
    public String authority() {
        String name = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        return port == defaultPort(scheme) ? name : name + ":" + port;
    }

    /** Returns a value as it may stand in a path or query: all but letters, digits and {@code -._~} is percent-encoded. */
    public static String encodedValue(String value) {
        if (UNRESERVED.matcher(value).matches()) {
            return value;
        }
        var ascii = new StringBuilder(3 * value.length());
        for (byte octet : value.getBytes(StandardCharsets.UTF_8)) {
            String character = String.valueOf((char) octet);
            ascii.append(
                    UNRESERVED.matcher(character).matches() ? character : String.format(Locale.ROOT, "%%%02X", octet));
        }
        return ascii.toString();
    }

    private static int defaultPort(String scheme) {
        return "https".equals(scheme) ? 443 : 80;
    }

    private static String encoded(String target) {
        var ascii = new StringBuilder(target.length());
        for (byte octet : target.getBytes(StandardCharsets.UTF_8)) {
            if (octet > 0x20 && octet < 0x7F) {
                ascii.append((char) octet);
            } else {
                ascii.append(String.format(Locale.ROOT, "%%%02X", octet));
            }
        }
        return ascii.toString();
    }
}
