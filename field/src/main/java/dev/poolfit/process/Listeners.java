package dev.poolfit.process;

import java.util.List;
import java.util.Set;

/** Who listens on which TCP port of this machine. */
public interface Listeners {
    /** Whether this system tells it: Linux by /proc, others by lsof. */
    static boolean available() {
        return ProcFiles.available() || LsofListeners.available();
    }

    /** The sockets that listen now; none where this system does not tell. */
    static Listeners now() {
        return ProcFiles.available() ? ProcListeners.now() : LsofListeners.now();
    }

    /** Whether anybody listens on the port, as far as this user may see. */
    boolean taken(int port);

    /** The processes that listen on the port, lowest first; those of other users may be invisible. */
    List<Long> on(int port);

    /** The ports that a process listens on. */
    Set<Integer> of(long pid);
}
