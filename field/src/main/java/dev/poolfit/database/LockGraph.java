package dev.poolfit.database;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Who waits for whose lock: whoever waits for a session that itself waits is blocked by the one at the end, which does not. In a queue for one
 * row each waits for all before it, and only the first has the lock.
 */
final class LockGraph {
    /**
     * One session that waits for another one's lock.
     *
     * @param waiter a name of the session that waits
     * @param blocker a name of the one that it waits for
     * @param statement that waits, in short
     * @param blocking the other one's statement, the same way, or {@link BlockedSession#IDLE}
     * @param blockerSeconds for which the other one's transaction has run
     */
    record Edge(String waiter, String blocker, String statement, String blocking, double blockerSeconds) {}

    private LockGraph() {}

    /** Returns each session that waits once, with the one at the end of its way. */
    static List<BlockedSession> sessions(List<Edge> edges) {
        Map<String, Edge> waiting = new LinkedHashMap<>();
        Map<String, Edge> having = new HashMap<>();
        edges.forEach(edge -> {
            waiting.putIfAbsent(edge.waiter(), edge);
            having.putIfAbsent(edge.blocker(), edge);
        });
        Map<String, Set<String>> blockers = new HashMap<>();
        edges.forEach(edge -> blockers.computeIfAbsent(edge.waiter(), first -> new HashSet<>())
                .add(edge.blocker()));
        return waiting.values().stream()
                .map(edge -> {
                    Edge root = having.getOrDefault(end(edge.waiter(), blockers), edge);
                    return new BlockedSession(edge.statement(), root.blocking(), root.blockerSeconds());
                })
                .toList();
    }

    /** Sessions that wait for each other in a circle are ended by the database soon; any of them is taken. */
    private static String end(String waiter, Map<String, Set<String>> blockers) {
        Set<String> seen = new HashSet<>();
        String at = waiter;
        while (seen.add(at) && blockers.containsKey(at)) {
            Set<String> next = blockers.get(at);
            at = next.stream()
                    .filter(each -> !blockers.containsKey(each))
                    .findFirst()
                    .orElseGet(() -> next.iterator().next());
        }
        return at;
    }
}
