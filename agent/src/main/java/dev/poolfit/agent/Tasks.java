package dev.poolfit.agent;

/** Numbers the tasks of a thread of a pool of threads, by those that it has ended. */
final class Tasks {
    /** The number for a thread that does not count its tasks. */
    static final long UNCOUNTED = -1;

    private final Reflection reflection;

    Tasks(Reflection reflection) {
        this.reflection = reflection;
    }

    /** Returns the number of the task that it runs; {@link #UNCOUNTED} if it does not count. */
    long number(Thread thread) {
        // The JDK's pool counts so, and Tomcat's copy of it.
        Object ended = reflection.field(reflection.task(thread), "completedTasks");
        return ended instanceof Long ? (Long) ended : UNCOUNTED;
    }

    /** Returns whether it still runs the task with that number, as far as is known. */
    boolean isSame(Thread thread, long number) {
        return number == UNCOUNTED || number(thread) == number;
    }
}
