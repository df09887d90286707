package dev.poolfit.benchmarks.published;

import dev.poolfit.model.fit.Check;
import dev.poolfit.model.fit.Fit;
import dev.poolfit.model.fit.Fitter;
import dev.poolfit.model.fit.WhatIf;
import dev.poolfit.model.fit.WhatIf.Adjustment;
import dev.poolfit.report.Language;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;
import tools.jackson.databind.json.JsonMapper;

/**
 * Predicts rows of published tables from other rows, and prints what is said of tables that carry too little:
 * {@code published [--json FILE]}. The file gets a line for each predicted row.
 */
public final class PublishedTables {
    private static final JsonMapper JSON = new JsonMapper();
    /** Mean errors to stay within where the hold is a fixed delay, where CPU mixes in, and over threads and pools. */
    private static final double FIXED_DELAY = 0.01;

    private static final double CPU = 0.04;
    private static final double THREADS_AND_POOLS = 0.06;
    private static final double P99 = 0.15;

    private final Path home;
    private final List<String> json = new ArrayList<>();
    private final List<String> summary = new ArrayList<>();

    private PublishedTables(Path home) {
        this.home = home;
    }

    public static void main(String[] arguments) throws IOException {
        boolean toFile = arguments.length == 2 && arguments[0].equals("--json");
        if (arguments.length > 0 && !toFile) {
            System.err.println("usage: benchmarks/run published [--json FILE]");
            System.exit(2);
            return;
        }
        var tables = new PublishedTables(Path.of(System.getProperty("poolfit.home", ".")));
        tables.predict();
        tables.refuse();
        tables.summarize();
        if (toFile) {
            Files.write(Path.of(arguments[1]), tables.json);
        }
    }

    private void predict() {
        PublishedTable slow = read("stock-300ms", 150);
        PublishedTable fast = read("stock-50ms", 150);
        PublishedTable board = read("board", 100);
        print(Question.others(slow, FIXED_DELAY, 0, 1));
        print(Question.leaveOneOut(slow, FIXED_DELAY));
        print(Question.changed(fast, CPU, slow, slow.rows(), hold(-0.25)));
        print(Question.changed(fast, CPU, slow, slow.rows(0, 1), hold(-0.25)));
        print(Question.changed(slow, CPU, fast, fast.rows(), hold(0.25)));
        print(Question.leaveOneOut(board, THREADS_AND_POOLS));
        print(Question.others(board, THREADS_AND_POOLS, 0, 2, 4, 6, 8));
        print(Question.leaveOneOut(read("studies", 100), CPU));
    }

    /** Asks about tables that repeat nothing, contradict themselves or have two rows. */
    private void refuse() {
        said(read("studies", 100));
        said(read("studies-timeout", 100));
        said(read("studies-large", 50));
        said(PublishedTable.read(home, "solutions-before", OptionalInt.empty()));
        said(PublishedTable.read(home, "solutions-after", OptionalInt.empty()));
        said(read("posts", 500));
    }

    private void summarize() {
        System.out.printf("%nmean absolute errors of predicted rows%n");
        System.out.printf("  %-11s %-55s %4s  %-18s %7s  %s%n", "table", "", "rows", "rate", "mean", "p99");
        summary.forEach(System.out::println);
    }

    private PublishedTable read(String name, int users) {
        return PublishedTable.read(home, name, OptionalInt.of(users));
    }

    private static WhatIf hold(double seconds) {
        return new WhatIf(new Adjustment(1, seconds), Adjustment.NONE, Adjustment.NONE, OptionalInt.empty());
    }

    private void print(Question question) {
        System.out.printf("%n%s: %s%n%s%n", question.table(), question.title(), Answer.heading());
        List<Answer> answers = question.answers();
        for (Answer answer : answers) {
            System.out.println(answer.line());
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("table", question.table());
            line.put("question", question.title());
            line.putAll(answer.figures());
            json.add(JSON.writeValueAsString(line));
        }
        summary.add(String.format(
                Locale.ROOT,
                "  %-11s %-55s %4d  %-18s %7s  %s",
                question.table(),
                question.title(),
                answers.size(),
                judged(error(answers, Answer::throughputError), question.target()),
                percent(error(answers, Answer::meanError)),
                judged(error(answers, Answer::p99Error), P99)));
    }

    private static OptionalDouble error(List<Answer> answers, Function<Answer, OptionalDouble> error) {
        return answers.stream()
                .flatMapToDouble(answer -> error.apply(answer).stream())
                .map(Math::abs)
                .average();
    }

    private static String judged(OptionalDouble error, double target) {
        if (error.isEmpty()) {
            return "";
        }
        String sign = error.getAsDouble() <= target ? "≤" : ">";
        return String.format(Locale.ROOT, "%s %s %.0f %%", percent(error), sign, 100 * target);
    }

    private static String percent(OptionalDouble share) {
        return share.isPresent() ? String.format(Locale.ROOT, "%.2f %%", 100 * share.getAsDouble()) : "";
    }

    private static void said(PublishedTable table) {
        Fit fit = Fitter.fit(table.rows(), table.assumptions());
        System.out.printf(
                "%n%s: said of all %d rows%n", table.name(), table.rows().size());
        fit.checks().stream()
                .filter(check -> !check.passed())
                .map(Check::statement)
                .forEach(statement -> System.out.println("  FAILS  " + statement));
        fit.warnings().forEach(warning -> System.out.println("  - " + Language.EN.text(warning)));
    }
}
