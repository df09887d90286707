package dev.poolfit.database;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Database;
import dev.poolfit.units.Message;
import dev.poolfit.units.OneLine;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Watches what a database does: its statements by the difference of two readings, and by looks in between who waits for whom.
 * What it may not read it leaves out and says so.
 */
public final class DatabaseWatch implements AutoCloseable {
    private static final long MILLIS = 2_000;
    /** The longest that the server itself works for a question. */
    private static final long LOOK_MILLIS = 1_500;

    private static final int MOST = 20;
    private static final int MOST_BLOCKED = 10_000;
    private static final int MOST_PLANS = 2;
    /** The looks that tell how many sessions the server works for. */
    private static final int LOOKS = 3;

    private final DatabaseSession session;
    private final Database database;
    private final LongSupplier nanoseconds;
    /** The first reading, without which the totals would be of all the time that the server has run. */
    private final Optional<Map<String, StatementLoad>> before;

    private final Map<String, Double> countersBefore;
    private final List<BlockedSession> blocked = new ArrayList<>();
    private final RunningStatements running = new RunningStatements();
    private final Set<Message> notes = new LinkedHashSet<>();
    private final long begin;
    private String account = "";
    private boolean looking = true;
    private boolean explaining;
    private double idle;
    private final Deque<OptionalInt> working = new ArrayDeque<>();
    private long looks;
    private long waits;

    /**
     * Connects, and takes the first reading.
     *
     * @param nanoseconds a clock that only moves forward, in ns
     * @throws EnvironmentFailure if the database cannot be reached or refuses the user
     */
    public DatabaseWatch(Database database, LongSupplier nanoseconds) {
        this.database = database;
        this.nanoseconds = nanoseconds;
        this.session = new DatabaseSession(database);
        this.explaining = database.explain();
        limit();
        this.before = read(
                "database.note.statements",
                connection -> session.status().statements(connection).map(Optional::of),
                Optional.empty());
        this.countersBefore = read("database.note.counters", session.status()::counters, Map.of());
        this.begin = nanoseconds.getAsLong();
    }

    /** Limits questions; a server that knows no such limit is asked all the same, for no question takes long by itself. */
    private void limit() {
        try {
            session.ask(
                    connection ->
                            session.status().limit(connection, LOOK_MILLIS).map(done -> true),
                    MILLIS);
        } catch (EnvironmentFailure unknown) {
            return;
        }
    }

    private <T> T read(String note, Function<SqlConnection, Future<T>> question, T otherwise) {
        try {
            return session.ask(question, MILLIS);
        } catch (EnvironmentFailure refused) {
            notes.add(Message.of(note, OneLine.of(String.valueOf(refused.getMessage()))));
            return otherwise;
        }
    }

    /**
     * Counts the sessions at work of one account alone, that of the service's pool; none are counted where it is not known.
     *
     * @param user by which they log in
     */
    public void count(Optional<String> user) {
        account = user.orElse("");
    }

    /** Looks who waits for whom; to be called each second. */
    public void look() {
        if (!looking) {
            return;
        }
        try {
            SessionLook seen = session.ask(connection -> session.status().sessions(connection, account), MILLIS);
            looks++;
            if (seen.hidden()) {
                notes.add(Message.of("database.note.hidden", database.user().orElse("")));
            }
            idle = Math.max(idle, seen.idleSeconds());
            working.addLast(seen.working());
            if (working.size() > LOOKS) {
                working.removeFirst();
            }
            waits += seen.blocked().size();
            if (blocked.size() < MOST_BLOCKED) {
                blocked.addAll(seen.blocked());
            }
        } catch (EnvironmentFailure refused) {
            looking = false;
            working.clear();
            notes.add(Message.of("database.note.sessions", OneLine.of(String.valueOf(refused.getMessage()))));
        }
        if (looking && explaining) {
            lookAtStatements();
        }
    }

    /** Looks what runs, as long as the database says so. */
    private void lookAtStatements() {
        try {
            running.add(session.ask(session.status()::running, MILLIS));
        } catch (EnvironmentFailure refused) {
            explaining = false;
        }
    }

    /** Returns the most sessions at work of the last looks: one of them may fall between two statements. */
    private OptionalInt working() {
        return working.size() < LOOKS || working.stream().anyMatch(OptionalInt::isEmpty)
                ? OptionalInt.empty()
                : working.stream().mapToInt(OptionalInt::getAsInt).max();
    }

    /** Returns what was seen so far. */
    public DatabaseReport report() {
        Map<String, StatementLoad> now =
                before.isEmpty() ? Map.of() : read("database.note.statements", session.status()::statements, Map.of());
        if (now.isEmpty() && notes.isEmpty()) {
            notes.add(
                    Message.of("database.note.off." + database.dialect().name().toLowerCase(java.util.Locale.ROOT)));
        }
        var grown = new HashMap<String, Double>();
        read("database.note.counters", session.status()::counters, Map.<String, Double>of())
                .forEach((name, value) -> {
                    Double earlier = countersBefore.get(name);
                    if (earlier != null && value > earlier) {
                        grown.put(name, value - earlier);
                    }
                });
        return new DatabaseReport(
                database.dialect().product(),
                (nanoseconds.getAsLong() - begin) / 1e9,
                now.entrySet().stream()
                        .map(each -> each.getValue()
                                .since(before.orElseThrow().getOrDefault(each.getKey(), StatementLoad.NONE)))
                        .filter(each -> each.count() > 0)
                        .sorted(Comparator.comparingDouble(StatementLoad::seconds)
                                .reversed()
                                .thenComparing(StatementLoad::shape))
                        .limit(MOST)
                        .toList(),
                blocked,
                looks == 0 ? 0 : (double) waits / looks,
                idle,
                working(),
                grown,
                running.most(MOST_PLANS).stream()
                        .flatMap(each -> session.plan(each).stream())
                        .toList(),
                List.copyOf(notes));
    }

    @Override
    public void close() {
        session.close();
    }
}
