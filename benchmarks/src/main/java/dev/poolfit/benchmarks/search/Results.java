package dev.poolfit.benchmarks.search;

import dev.poolfit.benchmarks.search.HiddenService.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import tools.jackson.databind.json.JsonMapper;

/** Shows all scores as tables and as JSON lines: for all services, by noise, by kind, and for those that Optuna was given. */
final class Results {
    private static final JsonMapper JSON = new JsonMapper();

    private final List<Group> groups = new ArrayList<>();

    /**
     * Services that are reported together.
     *
     * @param subset {@code all}, or {@code optuna} for those that Optuna was given, too
     * @param by their common feature, as text
     * @param value the same, for JSON
     */
    private record Group(String title, String subset, String by, Object value, List<Summary> summaries) {}

    /**
     * @param optuna so many services, from the first, were given to Optuna
     */
    Results(List<Score> scores, int optuna) {
        boolean partly = optuna > 0 && scores.stream().anyMatch(each -> each.index() >= optuna);
        if (partly) {
            var own = scores.stream()
                    .filter(each -> !each.strategy().startsWith("optuna"))
                    .toList();
            add("all", "all services", own);
            add("optuna", "the services that Optuna was given", scores, each -> each.index() < optuna);
        } else {
            add("all", "all services", scores);
        }
    }

    private void add(String subset, String title, List<Score> scores) {
        add(subset, title, scores, each -> true);
    }

    private void add(String subset, String title, List<Score> scores, Predicate<Score> chosen) {
        List<Score> these = scores.stream().filter(chosen).toList();
        group(title, subset, "noise", "all", these, each -> true);
        for (double noise : RandomServices.NOISE) {
            String text = String.format(Locale.ROOT, "%s, noise %.0f %%", title, 100 * noise);
            group(text, subset, "noise", noise, these, each -> each.noise() == noise);
        }
        for (Kind kind : Kind.values()) {
            group(title + ", " + kind.text, subset, "kind", kind.text, these, each -> each.kind() == kind);
        }
    }

    private void group(
            String title, String subset, String by, Object value, List<Score> scores, Predicate<Score> chosen) {
        List<Summary> summaries = Summary.of(scores.stream().filter(chosen).toList());
        if (!summaries.isEmpty()) {
            groups.add(new Group(title, subset, by, value, summaries));
        }
    }

    /** Writes a JSON line for each strategy and group of services. */
    List<String> json() {
        var lines = new ArrayList<String>();
        for (Group group : groups) {
            for (Summary each : group.summaries()) {
                Map<String, Object> line = new LinkedHashMap<>();
                line.put("subset", group.subset());
                line.put(group.by(), group.value());
                line.putAll(each.figures());
                lines.add(JSON.writeValueAsString(line));
            }
        }
        return lines;
    }

    /** Writes a JSON line for each strategy and service. */
    static List<String> perService(List<Score> scores) {
        return scores.stream().map(Results::line).toList();
    }

    private static String line(Score score) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("service", score.index());
        line.put("kind", score.kind().text);
        line.put("noise", score.noise());
        line.put("strategy", score.strategy());
        line.put("trials", score.trials());
        line.put("loadSeconds", score.seconds());
        line.put("pool", score.answer().pool().orElseThrow());
        line.put("threads", score.answer().threads().orElseThrow());
        line.put("regret", score.regret());
        line.put("poolRatio", score.poolRatio());
        line.put("recommended", score.recommended());
        score.untestedError().ifPresent(error -> line.put("untestedMape", error));
        return JSON.writeValueAsString(line);
    }

    String tables() {
        var text = new StringBuilder();
        for (Group group : groups) {
            int width = Summary.widest(group.summaries());
            int services = group.summaries().get(0).scores().size();
            text.append(String.format("%n%s (%d)%n", group.title(), services));
            text.append(String.format(
                    "%-" + width + "s  %12s  %7s  %7s  %7s  %12s  %7s  %8s%n",
                    "strategy",
                    "trials (p90)",
                    "load",
                    "regret",
                    "in 2 %",
                    "pool (p90)",
                    "no rec.",
                    "untested"));
            group.summaries().forEach(each -> text.append(row(each, width)));
        }
        return text.toString();
    }

    private static String row(Summary summary, int width) {
        double untested = summary.untestedError();
        return String.format(
                Locale.ROOT,
                "%-" + width + "s  %6.0f %5s  %3.1f min  %5.2f %%  %5.1f %%  %5.2f %6s  %5.1f %%  %8s%n",
                summary.strategy(),
                summary.quantile(0.5, Score::trials),
                String.format(Locale.ROOT, "(%.0f)", summary.quantile(0.9, Score::trials)),
                summary.mean(Score::seconds) / 60,
                100 * summary.mean(Score::regret),
                100 * summary.within(),
                summary.quantile(0.5, Score::poolRatio),
                String.format(Locale.ROOT, "(%.1f)", summary.quantile(0.9, Score::poolRatio)),
                100 * summary.withheld(),
                Double.isNaN(untested) ? "" : String.format(Locale.ROOT, "%.1f %%", 100 * untested));
    }
}
