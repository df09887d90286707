package dev.poolfit.experiment.file;

import dev.poolfit.experiment.Earlier;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the section {@code earlier}. */
final class EarlierReader {
    private static final int MOST_ROWS = 50;

    private final Section section;

    EarlierReader(Section section) {
        this.section = section;
    }

    Optional<Earlier> earlier() {
        String title = section.display("title").orElse("earlier");
        var rows = new ArrayList<Earlier.Row>();
        List<Section> listed = section.sections("rows");
        for (Section each : listed) {
            Optional<Rate> rate = each.required("throughput", Rate::parse, "such as 150/s");
            Settings settings = KnobReader.fixed(each);
            if (settings.knobs().isEmpty()) {
                each.missing("pool", "name the settings that the rate was measured at, such as pool: 10");
            } else {
                rate.ifPresent(it -> rows.add(new Earlier.Row(settings, it)));
            }
        }
        if (listed.isEmpty()) {
            section.missing("rows", "list what was measured, such as - {pool: 10, throughput: 82/s}");
        } else if (listed.size() > MOST_ROWS) {
            section.problem("rows", "must have at most " + MOST_ROWS + " rows, but has " + listed.size());
        }
        section.rejectUnknownKeys();
        return rows.isEmpty() ? Optional.empty() : Optional.of(new Earlier(title, rows));
    }
}
