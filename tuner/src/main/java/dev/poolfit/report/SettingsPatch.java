package dev.poolfit.report;

import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.verdict.Conclusion.Outcome;
import dev.poolfit.verdict.Performance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The settings to paste into a Spring Boot service, as YAML with the evidence in comments. */
public final class SettingsPatch {
    private static final int COLUMNS = 96;

    private final Run run;
    private final Language language;

    private SettingsPatch(Run run, Language language) {
        this.run = run;
        this.language = language;
    }

    public static String of(Run run, Language language) {
        return new SettingsPatch(run, language).text();
    }

    private String text() {
        var phrases = new Phrases(language);
        var lines = new ArrayList<String>();
        var recommended = run.conclusion().recommended();
        comment(
                lines,
                language.text(
                        "patch.experiment",
                        run.circumstances().version(),
                        run.question().name()));
        if (run.conclusion().outcome() == Outcome.RECOMMENDED && recommended.isPresent()) {
            comment(lines, phrases.figures(recommended.get()));
            comment(
                    lines,
                    language.text("patch.goal", phrases.goal(run.question().goal())));
            comment(lines, language.text("patch.load", run.question().load()));
            lines.addAll(yaml(recommended.get()));
        } else {
            comment(lines, phrases.outcome(run));
            language.text(ReasonWords.of(run)).forEach(reason -> comment(lines, reason));
            recommended.ifPresent(nearest -> {
                comment(lines, language.text("patch.nearest", phrases.figures(nearest)));
                yaml(nearest).forEach(line -> lines.add("# " + line));
            });
        }
        return String.join("\n", lines) + "\n";
    }

    private List<String> yaml(Performance performance) {
        Settings settings = settings(performance);
        var lines = new ArrayList<String>();
        List<String> open = List.of();
        for (Knob knob : byProperty(settings)) {
            var path = List.of(property(knob).split("\\."));
            int shared = 0;
            while (shared < Math.min(open.size(), path.size() - 1)
                    && open.get(shared).equals(path.get(shared))) {
                shared++;
            }
            for (int depth = shared; depth < path.size() - 1; depth++) {
                lines.add("  ".repeat(depth) + path.get(depth) + ":");
            }
            open = path.subList(0, path.size() - 1);
            lines.add("  ".repeat(open.size()) + path.get(open.size()) + ": " + settings.propertyValue(knob)
                    + remark(knob, settings));
        }
        return lines;
    }

    /** Returns the tuned and the fixed knobs; minimum-idle as large as the pool, so that a burst finds its connections open. */
    private Settings settings(Performance performance) {
        Settings chosen = run.question().fixed().with(Phrases.tuned(run, performance.settings()));
        return chosen.has(Knob.POOL) && !chosen.has(Knob.MINIMUM_IDLE)
                ? chosen.with(Knob.MINIMUM_IDLE, chosen.count(Knob.POOL))
                : chosen;
    }

    private List<Knob> byProperty(Settings settings) {
        return settings.knobs().stream()
                .sorted(Comparator.comparing(this::group))
                .toList();
    }

    private String property(Knob knob) {
        return run.question().space().server().property(knob);
    }

    private String group(Knob knob) {
        String property = property(knob);
        String parent = property.substring(0, property.lastIndexOf('.'));
        return parent.startsWith("spring") ? "0" + parent : "1" + parent;
    }

    private String remark(Knob knob, Settings settings) {
        if (run.question().fixed().has(knob)) {
            return "  # " + language.text("patch.fixed");
        }
        if (knob == Knob.MINIMUM_IDLE && !run.question().space().tunes(knob)) {
            return "  # " + language.text("patch.minimum-idle");
        }
        String before = run.conclusion()
                .baseline()
                .map(Performance::settings)
                .filter(found -> found.has(knob) && !found.agree(knob, settings))
                .map(found -> language.text("tiles.was", found.propertyValue(knob)))
                .orElse("");
        String limit = knob == Knob.POOL && run.conclusion().poolLimit().isPresent()
                ? language.text("patch.limit", run.conclusion().poolLimit().getAsInt())
                : "";
        String remark = before.isEmpty() || limit.isEmpty() ? before + limit : before + "; " + limit;
        return remark.isEmpty() ? "" : "  # " + Columns.clean(remark);
    }

    private static void comment(List<String> lines, String text) {
        Columns.wrap(Columns.clean(text), COLUMNS).forEach(line -> lines.add("# " + line));
    }
}
