package dev.poolfit.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Rows under a heading, aligned with blanks; columns named in {@code left} stand at the left, figures at the right. */
public final class TextTable {
    private final List<List<String>> rows = new ArrayList<>();
    private final Set<Integer> left;

    /** @param left columns, from 0, that stand at the left */
    public TextTable(Set<Integer> left, List<String> heading) {
        this.left = left;
        rows.add(heading);
    }

    /** Adds a row with as many cells as the heading. */
    public void add(List<String> row) {
        rows.add(row);
    }

    /** Returns the lines, each cut to so many columns. */
    public List<String> lines(int columns) {
        int[] widths = IntStream.range(0, rows.get(0).size())
                .map(column -> rows.stream()
                        .mapToInt(row -> Columns.width(row.get(column)))
                        .max()
                        .orElse(0))
                .toArray();
        // Where it is tight, columns stand closer before a line is cut.
        int wide = IntStream.of(widths).sum() + 2 * (widths.length - 1);
        String gap = wide <= columns ? "  " : " ";
        return rows.stream()
                .map(row -> IntStream.range(0, widths.length)
                        .mapToObj(column -> Columns.pad(row.get(column), widths[column], !left.contains(column)))
                        .collect(Collectors.joining(gap))
                        .stripTrailing())
                .map(line -> Columns.truncate(line, columns))
                .toList();
    }
}
