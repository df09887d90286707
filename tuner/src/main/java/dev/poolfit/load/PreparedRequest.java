package dev.poolfit.load;

import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Template;
import dev.poolfit.experiment.UrlTemplate;
import dev.poolfit.units.BadQuantity;
import dev.poolfit.units.IntRange;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A kind of request with all that stays the same made ready. */
final class PreparedRequest {
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");
    private static final Pattern FIELD = Pattern.compile("[\\t\\x20-\\x7E\\xA0-\\xFF]*");

    private final Endpoint endpoint;
    private final Template target;
    private final RequestOptions options;
    private final Map<String, Template> drawnHeaders = new LinkedHashMap<>();
    private final @Nullable Template body;
    private final @Nullable Buffer sameBody;
    private final IntRange expectedStatus;

    PreparedRequest(Load.Request request, UrlTemplate url, Endpoint endpoint) {
        this.endpoint = endpoint;
        target = url.target();
        options = new RequestOptions()
                .setMethod(HttpMethod.valueOf(checked(TOKEN, request.method(), "a method such as GET")));
        request.headers().forEach((name, value) -> {
            checked(TOKEN, name, "a header's name such as Accept");
            var template = Template.parseLoosely(checked(FIELD, value, "a header's value on one line"));
            if (template.constant()) {
                options.putHeader(name, value);
            } else {
                drawnHeaders.put(name, template);
            }
        });
        var text = request.body().map(Template::parseLoosely).orElse(null);
        body = text == null || text.constant() ? null : text;
        sameBody =
                text != null && text.constant() ? Buffer.buffer(request.body().orElse("")) : null;
        expectedStatus = request.expectedStatus();
    }

    private static String checked(Pattern form, String text, String bound) {
        if (!form.matcher(text).matches()) {
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
        /** Sends the request on its way. */
        void write(HttpClientRequest request) {
            request.setURI(target);
            if (headers != null) {
                headers.forEach(request::putHeader);
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

    Drawn draw(RandomGenerator random) {
        String uri = target.draw(random);
        Map<String, String> headers = null;
        if (!drawnHeaders.isEmpty()) {
            headers = new LinkedHashMap<>();
            for (var header : drawnHeaders.entrySet()) {
                headers.put(header.getKey(), header.getValue().draw(random));
            }
        }
        return new Drawn(this, uri, headers, body == null ? null : body.draw(random));
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
}
