package dev.poolfit.configuration;

import dev.poolfit.verdict.Finding;
import dev.poolfit.verdict.Finding.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Says which profiles a file was looked at with, and what was left out. */
final class ProfileNotes {
    private final SpringFiles files;
    private final SpringReading first;
    private final List<SpringReading> readings;
    private final List<Finding> notes = new ArrayList<>();

    /**
     * @param first with no more than the files and the environment say
     * @param readings that were looked at: this one, or one for each profile
     */
    ProfileNotes(SpringFiles files, SpringReading first, List<SpringReading> readings) {
        this.first = first;
        this.files = files;
        this.readings = readings;
    }

    List<Finding> notes() {
        ActiveProfiles active = first.active();
        String others = String.join(", ", new TreeSet<>(first.others()));
        List<String> alone = readings.stream()
                .filter(reading -> files.named().isEmpty())
                .flatMap(reading -> reading.wanted().stream())
                .toList();
        if (!active.unset().isEmpty()) {
            add("profiles-unknown", Severity.WARNING, String.join(", ", active.unset()));
        }
        if (!alone.isEmpty()) {
            add("profiles-each", Severity.INFO, String.join(", ", alone));
        } else if (files.named().isPresent()) {
            add(
                    "profiles-active",
                    Severity.INFO,
                    names(active),
                    "application-" + files.named().get());
        } else if (active.determined() && first.dependent()) {
            add("profiles-active", Severity.INFO, names(active), active.source().orElseThrow());
        } else if (!others.isEmpty()) {
            add("profiles-left-out", Severity.INFO, others, others.replaceFirst(",.*", ""));
        }
        if (!first.platforms().isEmpty()) {
            add("platforms-left-out", Severity.INFO, String.join(", ", new TreeSet<>(first.platforms())));
        }
        if (!first.malformed().isEmpty()) {
            add("profiles-malformed", Severity.WARNING, String.join("; ", new TreeSet<>(first.malformed())));
        }
        if (files.base().stream().anyMatch(SpringDocument::isLegacy)) {
            add("key-refused", Severity.WARNING, SpringDocument.ON_PROFILE_ONCE, SpringDocument.ON_PROFILE);
        }
        Set<String> variables = readings.stream()
                .flatMap(each -> each.properties().overriding().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        if (!variables.isEmpty()) {
            add("environment-counts", Severity.INFO, String.join(", ", variables));
        }
        return notes;
    }

    private static String names(ActiveProfiles active) {
        return String.join(", ", active.names());
    }

    private void add(String rule, Severity severity, Object... arguments) {
        notes.add(ConfigurationRules.finding(rule, severity, Map.of(), arguments));
    }
}
