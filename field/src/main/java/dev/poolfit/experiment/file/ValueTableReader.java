package dev.poolfit.experiment.file;

import static dev.poolfit.experiment.file.Values.quoted;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import dev.poolfit.experiment.Template;
import dev.poolfit.experiment.ValueTable;
import dev.poolfit.units.BadQuantity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/** Reads the CSV files (RFC 4180, with a heading) that {@code load.data} names. */
final class ValueTableReader {
    private static final long LARGEST = 64 << 20;
    private static final int MOST_VALUES = 1_000_000;

    private final Path folder;

    /**
     * @param folder the experiment file's, from which relative paths go
     */
    ValueTableReader(Path folder) {
        this.folder = folder;
    }

    /** Reads the tables of the section, a file's name or a mapping for each. */
    List<ValueTable> tables(Section data) {
        var tables = new ArrayList<ValueTable>();
        for (String name : List.copyOf(data.keys())) {
            if (!Template.isName(name) || name.contains(".")) {
                data.problem(name, "must be a name of letters, digits, _ and -, but is " + quoted(name));
            }
            if (data.holdsMapping(name)) {
                data.section(name).flatMap(each -> table(name, each)).ifPresent(tables::add);
            } else {
                data.value(name, text -> read(name, text, false, data.readsFiles()))
                        .ifPresent(tables::add);
            }
        }
        return tables;
    }

    private Optional<ValueTable> table(String name, Section section) {
        boolean keeps = section.value("per", ValueTableReader::perUser).orElse(false);
        Optional<ValueTable> table = section.required(
                "file", text -> read(name, text, keeps, section.readsFiles()), "name a CSV file with a heading");
        section.rejectUnknownKeys();
        return table;
    }

    private static boolean perUser(String text) {
        return switch (text.strip()) {
            case "user" -> true;
            case "request" -> false;
            default -> throw new BadQuantity("user or request", quoted(text));
        };
    }

    private ValueTable read(String name, String text, boolean keeps, boolean really) {
        if (!really) {
            return new ValueTable(name, List.of(), List.of(List.of()), keeps);
        }
        Path file = Values.path(folder, text);
        String bound = "a CSV file in UTF-8 with a heading, of at most 64 MiB";
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > LARGEST) {
                throw new BadQuantity(
                        bound,
                        Files.exists(file)
                                ? file + " of " + Files.size(file) + " bytes"
                                : file + ", which does not exist");
            }
            return table(name, file, keeps);
        } catch (IOException | UncheckedIOException | CsvParseException unreadable) {
            throw new BadQuantity(bound, file + ", which cannot be read");
        }
    }

    private static ValueTable table(String name, Path file, boolean keeps) throws IOException {
        try (CsvReader<CsvRecord> records = CsvReader.builder()
                .skipEmptyLines(true)
                .allowExtraFields(true)
                .allowMissingFields(true)
                .ofCsvRecord(file)) {
            var columns = new ArrayList<String>();
            var rows = new ArrayList<List<String>>();
            for (CsvRecord row : records) {
                if (columns.isEmpty()) {
                    row.getFields().forEach(field -> columns.add(field.strip()));
                    requireNames(columns, file);
                } else if (row.getFieldCount() != columns.size()) {
                    throw new BadQuantity(
                            "a CSV file whose rows all have " + columns.size() + " values",
                            file + " with " + row.getFieldCount() + " in line " + row.getStartingLineNumber());
                } else if ((rows.size() + 1L) * columns.size() > MOST_VALUES) {
                    throw new BadQuantity(
                            "a CSV file of at most " + MOST_VALUES + " values",
                            file + " with more from line " + row.getStartingLineNumber() + " on");
                } else {
                    rows.add(List.copyOf(row.getFields()));
                }
            }
            if (rows.isEmpty()) {
                throw new BadQuantity("a CSV file with a heading and rows", file + ", which has no rows");
            }
            return new ValueTable(name, columns, rows, keeps);
        }
    }

    private static void requireNames(List<String> columns, Path file) {
        if (!columns.stream().allMatch(Template::isName) || new HashSet<>(columns).size() < columns.size()) {
            throw new BadQuantity(
                    "a CSV file whose heading has different names of letters, digits, _ and -",
                    file + " with " + String.join(", ", columns));
        }
    }
}
