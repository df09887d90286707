package dev.poolfit.report;

import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Performance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The settings to paste into a Spring Boot service, as YAML with the evidence in comments. */
public final class SettingsPatch {
    private static final int COLUMNS = 96;

    private SettingsPatch() {}

    public static String of(Run run) {
        var lines = new ArrayList<String>();
        var recommended = run.conclusion().recommended();
        comment(
                lines,
                "Poolfit " + run.circumstances().version() + ", experiment "
                        + run.question().name());
        if (run.conclusion().outcome() == Outcome.RECOMMENDED && recommended.isPresent()) {
            comment(lines, Phrases.figures(recommended.get()));
            comment(lines, "goal: " + Phrases.goal(run.question().goal()));
            comment(lines, "load: " + run.question().load());
            lines.addAll(yaml(run, recommended.get()));
        } else {
            comment(lines, Phrases.outcome(run));
            run.conclusion().reasons().forEach(reason -> comment(lines, reason));
            recommended.ifPresent(nearest -> {
                comment(lines, "Nearest to the goal: " + Phrases.figures(nearest));
                yaml(run, nearest).forEach(line -> lines.add("# " + line));
            });
        }
        return String.join("\n", lines) + "\n";
    }

    private static List<String> yaml(Run run, Performance performance) {
        Settings settings = settings(run, performance);
        var lines = new ArrayList<String>();
        List<String> open = List.of();
        for (Map.Entry<Knob, Long> entry : byProperty(settings).entrySet()) {
            Knob knob = entry.getKey();
            var path = List.of(knob.property().split("\\."));
            int shared = 0;
            while (shared < Math.min(open.size(), path.size() - 1)
                    && open.get(shared).equals(path.get(shared))) {
                shared++;
            }
            for (int depth = shared; depth < path.size() - 1; depth++) {
                lines.add("  ".repeat(depth) + path.get(depth) + ":");
            }
            open = path.subList(0, path.size() - 1);
            lines.add("  ".repeat(open.size()) + path.get(open.size()) + ": " + knob.propertyValue(entry.getValue())
                    + remark(run, knob, settings));
        }
        return lines;
    }

    /** The tuned and the fixed knobs; minimum-idle as large as the pool, so that a burst finds its connections open. */
    private static Settings settings(Run run, Performance performance) {
        Settings chosen = run.question().fixed().with(Phrases.tuned(run, performance.settings()));
        return chosen.has(Knob.POOL) && !chosen.has(Knob.MINIMUM_IDLE)
                ? chosen.with(Knob.MINIMUM_IDLE, chosen.get(Knob.POOL))
                : chosen;
    }

    private static Map<Knob, Long> byProperty(Settings settings) {
        var sorted = new LinkedHashMap<Knob, Long>();
        settings.values().entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<Knob, Long> entry) -> group(entry.getKey())))
                .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
        return sorted;
    }

    private static String group(Knob knob) {
        String property = knob.property();
        String parent = property.substring(0, property.lastIndexOf('.'));
        return parent.startsWith("spring") ? "0" + parent : "1" + parent;
    }

    private static String remark(Run run, Knob knob, Settings settings) {
        if (run.question().fixed().has(knob)) {
            return "  # held fixed in every trial";
        }
        if (knob == Knob.MINIMUM_IDLE && !run.question().space().tunes(knob)) {
            return "  # the whole pool stays open, so that a burst need not wait for connections";
        }
        String before = run.conclusion()
                .baseline()
                .filter(each -> each.settings().has(knob))
                .map(each -> each.settings().get(knob))
                .filter(value -> value != settings.get(knob))
                .map(value -> "was " + knob.propertyValue(value))
                .orElse("");
        String limit = knob == Knob.POOL && run.conclusion().poolLimit().isPresent()
                ? "at most " + run.conclusion().poolLimit().getAsInt() + " an instance"
                : "";
        String remark = before.isEmpty() || limit.isEmpty() ? before + limit : before + "; " + limit;
        return remark.isEmpty() ? "" : "  # " + remark;
    }

    private static void comment(List<String> lines, String text) {
        Columns.wrap(Columns.clean(text), COLUMNS).forEach(line -> lines.add("# " + line));
    }
}
