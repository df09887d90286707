package dev.poolfit.draft;

import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Tells that a service answers only to those who have logged in, and how.
 *
 * @param statuses the statuses that others get: 401, 403, or a redirect to a page where one logs in
 * @param way the way to log in there, as far as it says so
 * @param page the path of its page to log in, in letters that need no care; {@code /login} where it names none
 */
public record LoginDemand(Set<Integer> statuses, Way way, String page) {
    /** The way to log in. */
    public enum Way {
        /** User and password in each request (RFC 7617). */
        BASIC,
        /** A form in a browser. */
        FORM,
        /** A token in each request (RFC 6750), or whatever else. */
        TOKEN
    }

    private static final String USUAL_PAGE = "/login";
    private static final Pattern LOGIN_PAGE =
            Pattern.compile("(?i).*[/._-](?:log-?in|log-?on|sign-?in|sso|saml2?|oauth2?"
                    + "|openid-connect|auth|authenticate|authorize|cas)(?:[/._;-].*)?");
    private static final Pattern PLAIN_PATH = Pattern.compile("/[A-Za-z0-9._~/-]{0,100}");

    public LoginDemand {
        statuses = Set.copyOf(statuses);
    }

    /** Reads the demand of an answer; empty if it demands no login. */
    static Optional<LoginDemand> of(HttpResponse<?> answer) {
        int status = answer.statusCode();
        if (status == 401 || status == 403) {
            boolean basic = answer.headers().allValues("WWW-Authenticate").stream()
                    .anyMatch(each -> each.toLowerCase(Locale.ROOT).startsWith("basic"));
            return Optional.of(new LoginDemand(Set.of(status), basic ? Way.BASIC : Way.TOKEN, USUAL_PAGE));
        }
        return status / 100 == 3
                ? answer.headers()
                        .firstValue("Location")
                        .flatMap(LoginDemand::path)
                        .filter(path -> LOGIN_PAGE.matcher(path).matches())
                        .map(page -> new LoginDemand(
                                Set.of(status),
                                Way.FORM,
                                PLAIN_PATH.matcher(page).matches() ? page : USUAL_PAGE))
                : Optional.empty();
    }

    private static Optional<String> path(String location) {
        try {
            return Optional.ofNullable(URI.create(location.strip()).getPath());
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    /** Joins several demands; the first tells the way to log in. */
    static Optional<LoginDemand> together(List<LoginDemand> demands) {
        return demands.stream()
                .reduce((first, next) -> new LoginDemand(
                        Stream.of(first, next)
                                .flatMap(each -> each.statuses().stream())
                                .collect(Collectors.toSet()),
                        first.way(),
                        first.page()));
    }

    /** Returns the statuses, such as {@code 401, 403}. */
    public String answered() {
        return statuses.stream().sorted().map(String::valueOf).collect(Collectors.joining(", "));
    }

    /** Says that nothing is answered without a login, for whoever sent these headers. */
    public String told(List<SecretHeader> sent) {
        String names = sent.stream().map(SecretHeader::name).collect(Collectors.joining(" and "));
        return "the service asks for a login: every route that was asked answered " + answered()
                + (sent.isEmpty() ? "" : ", also with the header " + names);
    }

    /** Says how to log in on a command line; a sentence's end. */
    public String remedy() {
        return "repeat this with --header 'Authorization: " + (way == Way.BASIC ? "Basic" : "Bearer")
                + " …', whose value is written nowhere"
                + (way == Way.FORM ? ", or with --header 'Cookie: …' of a session in a browser" : "");
    }
}
