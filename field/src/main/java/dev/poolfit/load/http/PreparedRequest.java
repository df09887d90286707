package dev.poolfit.load.http;

import dev.poolfit.experiment.EvenDraws;
import dev.poolfit.experiment.HeaderField;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Template;
import dev.poolfit.experiment.UrlTemplate;
import dev.poolfit.units.BadQuantity;
import dev.poolfit.units.IntRange;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A kind of request with all that stays the same made ready. */
final class PreparedRequest {
    private final String name;
    private final Endpoint endpoint;
    private final Template target;
    private final RequestOptions options;
    private final Map<String, Template> drawnHeaders = new LinkedHashMap<>();
    private final @Nullable Template body;
    private final @Nullable Buffer sameBody;
    private final IntRange expectedStatus;
    private final BodyReader bodyReader;
    private final ValueRows rows;
    private final Set<String> names = new TreeSet<>();
    private final boolean ownCookie;
    private final @Nullable Drawn same;

    /**
     * @param rows the values of tables
     * @param known the names of values that may stand in braces
     */
    PreparedRequest(Load.Request request, UrlTemplate url, Endpoint endpoint, ValueRows rows, Predicate<String> known) {
        name = request.method() + " " + request.shown();
        this.endpoint = endpoint;
        this.rows = rows;
        target = url.target();
        options = new RequestOptions()
                .setMethod(HttpMethod.valueOf(
                        checked(HeaderField.isName(request.method()), request.method(), "a method such as GET")));
        request.headers().forEach((name, value) -> {
            checked(HeaderField.isName(name), name, HeaderField.NAME_BOUND);
            var template =
                    Template.parseLoosely(checked(HeaderField.isValue(value), value, HeaderField.VALUE_BOUND), known);
            if (template.constant()) {
                options.putHeader(name, value);
            } else {
                drawnHeaders.put(name, template);
                names.addAll(template.names());
            }
        });
        ownCookie = request.headers().keySet().stream().anyMatch("cookie"::equalsIgnoreCase);
        var text = request.body().map(it -> Template.parseLoosely(it, known)).orElse(null);
        body = text == null || text.constant() ? null : text;
        sameBody =
                text != null && text.constant() ? Buffer.buffer(request.body().orElse("")) : null;
        names.addAll(target.names());
        if (body != null) {
            names.addAll(body.names());
        }
        expectedStatus = request.expectedStatus();
        bodyReader = new BodyReader(request);
        boolean alwaysTheSame = target.constant() && drawnHeaders.isEmpty() && body == null;
        same = alwaysTheSame ? new Drawn(this, target.draw(new SplittableRandom()), null, null) : null;
    }

    private static String checked(boolean fits, String text, String bound) {
        if (!fits) {
            throw new BadQuantity(bound, "\"" + text + "\"");
        }
        return text;
    }

    /** One request to be sent: all that is drawn for it, in the order target, headers, body. */
    record Drawn(
            PreparedRequest kind,
            String target,
            @Nullable Map<String, String> headers,
            @Nullable String body) {
        /** Sends the request on its way, with the session's cookies unless the request names its own. */
        void write(HttpClientRequest request, VirtualUser session) {
            request.setURI(target);
            if (headers != null) {
                headers.forEach(request::putHeader);
            }
            String cookies = kind.ownCookie ? null : session.cookies(kind.endpoint, target);
            if (cookies != null) {
                request.putHeader(HttpHeaders.COOKIE, cookies);
            }
            if (body != null) {
                request.end(body);
            } else if (kind.sameBody != null) {
                request.end(kind.sameBody);
            } else {
                request.end();
            }
        }
    }

    /** Returns its name, such as {@code GET http://127.0.0.1:8080/items/{1..1000}}. */
    String name() {
        return name;
    }

    /** Returns whether the session has all values that responses must have given before. */
    boolean ready(VirtualUser session) {
        for (String name : names) {
            if (session.value(name) == null && rows.value(name) == null) {
                return false;
            }
        }
        return true;
    }

    /** Draws for a session that has the values; null if one of them cannot stand in a header. */
    @Nullable
    Drawn draw(EvenDraws draws, VirtualUser session) {
        if (same != null) {
            return same;
        }
        UnaryOperator<String> values = name -> value(name, session);
        if (!names.isEmpty()) {
            rows.turn(names, session.user());
        }
        String uri = target.draw(draws, name -> UrlTemplate.encodedValue(value(name, session)));
        Map<String, String> headers = null;
        if (!drawnHeaders.isEmpty()) {
            headers = new LinkedHashMap<>();
            for (var header : drawnHeaders.entrySet()) {
                String value = header.getValue().draw(draws, values);
                if (!HeaderField.isValue(value)) {
                    return null;
                }
                headers.put(header.getKey(), value);
            }
        }
        return new Drawn(this, uri, headers, body == null ? null : body.draw(draws, values));
    }

    private String value(String name, VirtualUser session) {
        String extracted = session.value(name);
        String value = extracted == null ? rows.value(name) : extracted;
        return value == null ? "" : value;
    }

    Endpoint endpoint() {
        return endpoint;
    }

    RequestOptions options() {
        return options;
    }

    boolean expects(int status) {
        return expectedStatus.contains(status);
    }

    BodyReader bodyReader() {
        return bodyReader;
    }
}
