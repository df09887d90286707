package dev.poolfit.load.tool;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads the rows of a table that a tool writes while it runs; passes over other lines, such as half of one. */
final class PointTable {
    private final Map<String, Integer> columns = new HashMap<>();
    private final Consumer<Row> receiver;
    private int width;

    private PointTable(Consumer<Row> receiver) {
        this.receiver = receiver;
    }

    /** Reads until the stream ends; a line with the wanted columns is the heading. */
    static void read(InputStream in, List<String> wanted, Consumer<Row> receiver) throws IOException {
        var table = new PointTable(receiver);
        Reader text = new InputStreamReader(in, StandardCharsets.UTF_8);
        try (var records = CsvReader.builder()
                .allowExtraFields(true)
                .allowMissingFields(true)
                .ofCsvRecord(text)) {
            for (CsvRecord each : records) {
                table.accept(each, wanted);
            }
        } catch (CsvParseException | UncheckedIOException cutShort) {
            // What came until here counts; that the process broke off shows in its exit code.
            return;
        }
    }

    private void accept(CsvRecord cells, List<String> wanted) {
        if (columns.isEmpty()) {
            List<String> fields = cells.getFields();
            if (fields.containsAll(wanted)) {
                for (int i = 0; i < fields.size(); i++) {
                    columns.put(fields.get(i), i);
                }
                width = fields.size();
            }
        } else if (cells.getFieldCount() == width) {
            receiver.accept(new Row(cells));
        }
    }

    /** A line below the heading. */
    final class Row {
        private final CsvRecord cells;

        private Row(CsvRecord cells) {
            this.cells = cells;
        }

        /** Returns the cell, empty where there is no such column. */
        String text(String column) {
            @Nullable Integer index = columns.get(column);
            return index == null ? "" : cells.getField(index);
        }

        /** Returns the number in a cell, NaN if it holds none. */
        double number(String column) {
            try {
                return Double.parseDouble(text(column));
            } catch (NumberFormatException none) {
                return Double.NaN;
            }
        }
    }
}
