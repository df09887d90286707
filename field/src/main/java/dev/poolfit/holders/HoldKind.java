package dev.poolfit.holders;

import java.util.Locale;

/** Says what a thread does while it holds a connection. */
public enum HoldKind {
    /** It waits for the database, or its driver works. */
    DATABASE,
    /** It waits for another service. */
    REMOTE,
    SLEEP,
    /** It waits for another thread. */
    LOCK,
    /** It waits for a second connection. */
    CONNECTION,
    /** It makes objects of rows, or rows of objects. */
    MAPPING,
    /** It renders a page or writes objects as JSON. */
    RENDERING,
    /** It computes something else. */
    CODE,
    /** No thread needs it: open-in-view keeps it until the response of an asynchronous request has ended. */
    STREAM,
    /** No thread has it at the moment: code is suspended that has it, or it was handed on. */
    NOBODY;

    /** Returns the kind of that name; what an older or newer agent calls otherwise computes something else. */
    static HoldKind named(String name) {
        for (HoldKind each : values()) {
            if (each.name().toLowerCase(Locale.ROOT).equals(name)) {
                return each;
            }
        }
        return CODE;
    }
}
