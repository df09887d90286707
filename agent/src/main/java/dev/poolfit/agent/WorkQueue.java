package dev.poolfit.agent;

import java.util.ArrayList;
import java.util.List;

/** What work of a service waits for beside the connections of its pool: threads of an executor, or connections of a client. */
abstract class WorkQueue {
    final String kind;
    final String name;
    /** The threads that do its work now, as far as they are known. */
    final List<Thread> threads = new ArrayList<>();

    WorkQueue(String kind, String name) {
        this.kind = kind;
        this.name = name;
    }

    /**
     * Returns how many can be in use at once, how many are, and how many wait for one.
     *
     * @throws ReflectiveOperationException if its inside is not as known
     */
    abstract int[] read() throws ReflectiveOperationException;
}
