package dev.poolfit.experiment;

import java.util.List;
import java.util.Optional;

/**
 * The cookies, login and values of each user.
 *
 * @param cookies whether a user keeps the cookies that it is given and sends them back (RFC 6265)
 * @param turns the users that take turns in open load, where none waits for its response; at least 1
 * @param login the request that each user sends once, before its first other one; not part of what is measured unless it fails
 * @param tables the tables of values
 */
public record Sessions(boolean cookies, int turns, Optional<Load.Request> login, List<ValueTable> tables) {
    /** Users that take turns in open load unless the file says it. */
    public static final int USUAL_TURNS = 100;

    /** Cookies are kept, nothing else. */
    public static final Sessions PLAIN = new Sessions(true, USUAL_TURNS, Optional.empty(), List.of());

    public Sessions {
        tables = List.copyOf(tables);
        if (turns < 1) {
            throw new IllegalArgumentException("turns must be at least 1, but are " + turns);
        }
    }
}
