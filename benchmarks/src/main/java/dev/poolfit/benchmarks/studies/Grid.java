package dev.poolfit.benchmarks.studies;

import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.IntRange;
import java.util.ArrayList;
import java.util.List;

/** The settings of somebody who tries everything within reason: pool sizes, thread counts, open-in-view. */
final class Grid {
    private static final List<Integer> POOLS = List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 30, 50, 60);
    private static final List<Integer> POOLS_AMONG_THREADS = List.of(1, 2, 3, 5, 10, 20, 50, 60);
    private static final List<Integer> THREADS = List.of(5, 10, 20, 50, 200, 1000);

    private Grid() {}

    /** Returns the settings, one list for each value of open-in-view, whose change takes a restart. */
    static List<List<Settings>> of(SearchSpace space) {
        boolean threads = space.tunes(Knob.THREADS);
        List<Settings> plane = within(Knob.POOL, space, threads ? POOLS_AMONG_THREADS : POOLS).stream()
                .map(pool -> Settings.of(Knob.POOL, pool))
                .toList();
        if (threads) {
            plane = plane.stream()
                    .flatMap(each -> within(Knob.THREADS, space, THREADS).stream()
                            .filter(count -> count >= each.count(Knob.POOL))
                            .map(count -> each.with(Knob.THREADS, count)))
                    .toList();
        }
        List<Settings> flags = space.choices().getOrDefault(Knob.OPEN_IN_VIEW, List.of());
        if (flags.isEmpty()) {
            return List.of(plane);
        }
        var lists = new ArrayList<List<Settings>>();
        for (Settings flag : flags) {
            lists.add(plane.stream().map(each -> each.with(flag)).toList());
        }
        return lists;
    }

    private static List<Integer> within(Knob knob, SearchSpace space, List<Integer> levels) {
        IntRange range = space.of(knob).orElseThrow();
        return levels.stream()
                .filter(level -> level >= range.low() && level <= range.high())
                .toList();
    }
}
