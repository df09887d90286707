package dev.poolfit.process;

import java.util.List;
import java.util.Set;

/** Tells who listens on which TCP port of this machine. */
public interface Listeners {
    /** Returns whether this system tells it: Linux by /proc, others by lsof. */
    static boolean available() {
        return ProcFiles.available() || LsofListeners.available();
    }

    /** Returns the sockets that listen now; none where this system does not tell. */
    static Listeners now() {
        return ProcFiles.available() ? ProcListeners.now() : LsofListeners.now();
    }

    /** Returns whether anybody listens on the port, as far as this user may see. */
    boolean taken(int port);

    /** Returns the processes that listen on the port, lowest first; those of other users may be invisible. */
    List<Long> on(int port);

    /** Returns the ports that a process listens on. */
    Set<Integer> of(long pid);
}
