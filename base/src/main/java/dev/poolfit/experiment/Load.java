package dev.poolfit.experiment;

import dev.poolfit.units.Durations;
import dev.poolfit.units.IntRange;
import dev.poolfit.units.Message;
import dev.poolfit.units.Rate;
import dev.poolfit.units.Share;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The load that the service is put under in every trial.
 *
 * @param shape the users or the rate
 * @param think the pause of a user between a response and the next request; zero for open load
 * @param requests the requests; at least one unless a script says it
 * @param timeout the time after which a request counts as failed; greater than 0
 * @param allowedHosts hosts beside the loopback that load may go to; {@link LoadGuard#ANY_HOST} among them opens all
 * @param sessions the sessions of the users
 * @param transport the way in which the requests travel
 * @param script the script that another tool runs in place of the requests; think time and timeouts are the script's then
 */
public record Load(
        Shape shape,
        Duration think,
        List<Request> requests,
        Duration timeout,
        Set<String> allowedHosts,
        Sessions sessions,
        Transport transport,
        Optional<Script> script) {
    public Load {
        requests = List.copyOf(requests);
        allowedHosts = Set.copyOf(allowedHosts);
        if (shape instanceof Live
                ? !requests.isEmpty() || script.isPresent()
                : requests.isEmpty() == script.isEmpty()) {
            throw new IllegalArgumentException("a load has either requests or a script, or it is the service's own");
        }
    }

    /** A load for the built-in engine, of users who keep their cookies and need no login, over HTTP/1.1. */
    public Load(Shape shape, Duration think, List<Request> requests, Duration timeout, Set<String> allowedHosts) {
        this(shape, think, requests, timeout, allowedHosts, Sessions.PLAIN, Transport.PLAIN, Optional.empty());
    }

    /** Returns a load that another tool runs. */
    public static Load of(Script script, Shape shape, Set<String> allowedHosts) {
        return new Load(
                shape,
                Duration.ZERO,
                List.of(),
                Duration.ofSeconds(60),
                allowedHosts,
                Sessions.PLAIN,
                Transport.PLAIN,
                Optional.of(script));
    }

    /** Returns the service's own traffic. */
    public static Load live(LiveGuard guard) {
        return new Load(new Live(guard), Duration.ZERO, List.of(), Duration.ofSeconds(60), Set.of());
    }

    /** Returns what the users of the service may bear, where the load is its own traffic. */
    public Optional<LiveGuard> guard() {
        return shape instanceof Live live ? Optional.of(live.guard()) : Optional.empty();
    }

    public Load withShape(Shape other) {
        return new Load(other, think, requests, timeout, allowedHosts, sessions, transport, script);
    }

    /** The shape of a load over time. */
    public sealed interface Shape permits Users, Open, Stages, Ramp, Scripted, Live {}

    /** A closed load: {@code users} (at least 1) each wait for their response. */
    public record Users(int users) implements Shape {}

    /** An open load: requests start at a constant rate, whatever the responses do. */
    public record Open(Rate rate) implements Shape {}

    /** A closed load whose users change linearly from stage to stage, beginning at 0. */
    public record Stages(List<Stage> stages) implements Shape {
        private static final double NEARLY_ALL = 0.8;

        public Stages {
            stages = List.copyOf(stages);
        }

        public Duration length() {
            return stages.stream().map(Stage::length).reduce(Duration.ZERO, Duration::plus);
        }

        public int peak() {
            return stages.stream().mapToInt(Stage::users).max().orElse(0);
        }

        /**
         * Returns the part of a ramp that is measured: of the stage with the most users on average, the last of them, the part
         * in which at least {@value #NEARLY_ALL} of its most users are there.
         */
        public Span busiest() {
            Span busiest = new Span(Duration.ZERO, Duration.ZERO);
            Duration start = Duration.ZERO;
            double most = -1;
            int before = 0;
            for (Stage stage : stages) {
                double average = (before + stage.users()) / 2.0;
                if (average >= most) {
                    most = average;
                    busiest = crowded(start, before, stage);
                }
                start = start.plus(stage.length());
                before = stage.users();
            }
            return busiest;
        }

        private static Span crowded(Duration start, int before, Stage stage) {
            double change = stage.users() - before;
            double from = change > 0 ? Math.max(0, (NEARLY_ALL * stage.users() - before) / change) : 0;
            double to = change < 0 ? Math.min(1, (NEARLY_ALL * before - before) / change) : 1;
            double length = Durations.seconds(stage.length());
            return new Span(start.plus(Durations.ofSeconds(from * length)), Durations.ofSeconds((to - from) * length));
        }

        /** Returns the users at a time since the start: a straight line within each stage, 0 after the last. */
        public double usersAt(Duration elapsed) {
            double from = 0;
            double left = Durations.seconds(elapsed);
            for (Stage stage : stages) {
                double length = Durations.seconds(stage.length());
                if (left < length) {
                    return from + (stage.users() - from) * left / length;
                }
                left -= length;
                from = stage.users();
            }
            return 0;
        }
    }

    /**
     * A load that grows from nothing to its top on a straight line, until the service breaks: more errors or a longer 99th
     * percentile than the limits, or under open load fewer good responses than were asked for.
     *
     * @param rate the top of an open load; absent: users are the top of a closed one
     * @param users the top of a closed load, at least 1; 0 where there is a rate
     * @param over the time to the top
     * @param errors it breaks above this share of failed requests
     * @param p99 it breaks above this 99th percentile
     */
    public record Ramp(Optional<Rate> rate, int users, Duration over, Share errors, Optional<Duration> p99)
            implements Shape {
        /** Returns this ramp as a stage of closed load. */
        public Stages stages() {
            return new Stages(List.of(new Stage(over, users)));
        }

        /** Returns the top, such as {@code 500/s} or {@code 300 users}. */
        public Message top() {
            return rate.map(each -> Message.verbatim(each.toString())).orElseGet(() -> Message.of("ramp.users", users));
        }

        /** Returns the limits, such as {@code errors above 1% or p99 above 3s}. */
        public Message limits() {
            Message failing = Message.of("ramp.errors", errors.toString());
            return p99.map(most -> Message.of("join.or", failing, Message.of("ramp.p99", Durations.format(most))))
                    .orElse(failing);
        }
    }

    /** The script's own shape, unknown before it runs; its users are counted meanwhile. */
    public record Scripted() implements Shape {}

    /**
     * The service's own traffic: Poolfit puts none.
     *
     * @param guard what its users may bear
     */
    public record Live(LiveGuard guard) implements Shape {}

    /** A part of a load's time, from its start on. */
    public record Span(Duration start, Duration length) {
        public Duration end() {
            return start.plus(length);
        }

        /** Returns the first whole second in it, counted from 0. */
        public int firstSecond() {
            return (int) Math.ceil(Durations.seconds(start));
        }

        /** Counts the whole seconds in it, at least 0. */
        public int wholeSeconds() {
            return Math.max(0, (int) Math.floor(Durations.seconds(end())) - firstSecond());
        }
    }

    /**
     * One leg of a ramp.
     *
     * @param length its duration; greater than 0
     * @param users the users at its end; at least 0
     */
    public record Stage(Duration length, int users) {}

    /**
     * One kind of request.
     *
     * @param method such as GET
     * @param url an address whose braces are drawn anew for each request: {@code {1..1000}} a number of the range, {@code
     *     {a|b|c}} one of the words, {@code {name}} a value of the user's session
     * @param weight its share among all requests; at least 1
     * @param headers sent with it; values may have braces, too
     * @param body sent with it; may have braces, too
     * @param expectedStatus a response outside counts as an error
     * @param checks the checks of its body
     * @param extracts the values that the user's session takes from the body: a JSON pointer (RFC 6901) for each name
     * @param shown the address as the file writes it, its secrets hidden
     */
    public record Request(
            String method,
            String url,
            int weight,
            Map<String, String> headers,
            Optional<String> body,
            IntRange expectedStatus,
            List<ResponseCheck> checks,
            Map<String, String> extracts,
            String shown) {
        public Request {
            headers = Map.copyOf(headers);
            checks = List.copyOf(checks);
            extracts = Map.copyOf(extracts);
        }

        /** A request whose address holds no secret. */
        public Request(
                String method,
                String url,
                int weight,
                Map<String, String> headers,
                Optional<String> body,
                IntRange expectedStatus,
                List<ResponseCheck> checks,
                Map<String, String> extracts) {
            this(method, url, weight, headers, body, expectedStatus, checks, extracts, url);
        }

        /** A request of whose response only the status counts. */
        public Request(
                String method,
                String url,
                int weight,
                Map<String, String> headers,
                Optional<String> body,
                IntRange expectedStatus) {
            this(method, url, weight, headers, body, expectedStatus, List.of(), Map.of());
        }
    }

    /** Returns the requests, and the login where there is one. */
    public List<Request> allRequests() {
        return Stream.concat(sessions.login().stream(), requests.stream()).toList();
    }

    /** Returns whether a user's session can have a value of this name, from a table or from a response. */
    public boolean gives(String name) {
        return sessions.tables().stream().anyMatch(table -> table.gives(name))
                || allRequests().stream().anyMatch(request -> request.extracts().containsKey(name));
    }

    /** Returns the most users at any time, 0 for open load and where only the script knows. */
    public int peakUsers() {
        if (shape instanceof Users closed) {
            return closed.users();
        }
        if (shape instanceof Ramp ramp) {
            return ramp.users();
        }
        return shape instanceof Stages stages ? stages.peak() : 0;
    }

    public boolean closed() {
        return !(shape instanceof Open) && ramp().flatMap(Ramp::rate).isEmpty();
    }

    /** Returns the ramp to the breaking point, where the load is one. */
    public Optional<Ramp> ramp() {
        return shape instanceof Ramp ramp ? Optional.of(ramp) : Optional.empty();
    }
}
