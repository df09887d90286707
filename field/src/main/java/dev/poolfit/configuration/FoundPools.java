package dev.poolfit.configuration;

import dev.poolfit.evidence.Finding;
import dev.poolfit.units.Message;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Collects what a search for pools has found: the pools, and what it does not know of them or does not look at. */
final class FoundPools {
    private final List<PoolSettings> pools = new ArrayList<>();
    private final List<Finding> notes = new ArrayList<>();
    private final Map<Message, List<String>> unseen = new LinkedHashMap<>();
    private final Map<Message, List<String>> parts = new LinkedHashMap<>();
    /** The relaxed names of sections whose keys are those of a pool of the application's own, or of another pool. */
    private final Set<String> own = new HashSet<>();

    void add(PoolSettings pool) {
        pools.add(pool);
    }

    /** Notes something that is not looked at. */
    void leaveOut(String name, String why, Object... arguments) {
        unseen.computeIfAbsent(Message.of("configuration.unseen." + why, arguments), first -> new ArrayList<>())
                .add(name);
    }

    /** Notes a pool of which no more is known than its section says. */
    void know(String name, Message why) {
        parts.computeIfAbsent(why, first -> new ArrayList<>()).add(name);
    }

    /** Notes a pool that is HikariCP's by Spring Boot's own choice. */
    void assume(String name) {
        notes.add(SettingRule.POOL_ASSUMED.finding(Map.of(), name));
    }

    void claim(String section) {
        own.add(SpringProperty.relaxed(section));
    }

    List<PoolSettings> pools() {
        return pools;
    }

    /** Returns whether no data source is named, looked at or not. */
    boolean isEmpty() {
        return pools.isEmpty() && unseen.isEmpty();
    }

    boolean isClaimed(String name) {
        String relaxed = SpringProperty.relaxed(name);
        return own.stream().anyMatch(each -> relaxed.startsWith(each + "."));
    }

    List<Finding> notes() {
        var all = new ArrayList<>(notes);
        unseen.forEach((why, names) -> all.add(told(SettingRule.POOL_NOT_LOOKED_AT, names, why)));
        parts.forEach((why, names) -> all.add(told(SettingRule.POOL_IN_PART, names, why)));
        return all;
    }

    private static Finding told(SettingRule rule, List<String> names, Message why) {
        return rule.finding(Map.of(), String.join(", ", names), why);
    }
}
