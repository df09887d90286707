package dev.poolfit.configuration;

import dev.poolfit.evidence.Finding;
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
            add(SettingRule.PROFILES_UNKNOWN, String.join(", ", active.unset()));
        }
        if (!alone.isEmpty()) {
            add(SettingRule.PROFILES_EACH, String.join(", ", alone));
        } else if (files.named().isPresent()) {
            add(
                    SettingRule.PROFILES_ACTIVE,
                    names(active),
                    "application-" + files.named().get());
        } else if (active.determined() && first.dependent()) {
            add(SettingRule.PROFILES_ACTIVE, names(active), active.source().orElseThrow());
        } else if (!others.isEmpty()) {
            add(SettingRule.PROFILES_LEFT_OUT, others, others.replaceFirst(",.*", ""));
        }
        if (!first.platforms().isEmpty()) {
            add(SettingRule.PLATFORMS_LEFT_OUT, String.join(", ", new TreeSet<>(first.platforms())));
        }
        if (!first.malformed().isEmpty()) {
            add(SettingRule.PROFILES_MALFORMED, String.join("; ", new TreeSet<>(first.malformed())));
        }
        if (files.base().stream().anyMatch(SpringDocument::isLegacy)) {
            add(SettingRule.KEY_REFUSED, SpringDocument.ON_PROFILE_ONCE, SpringDocument.ON_PROFILE);
        }
        Set<String> variables = readings.stream()
                .flatMap(each -> each.properties().overriding().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        if (!variables.isEmpty()) {
            add(SettingRule.ENVIRONMENT_COUNTS, String.join(", ", variables));
        }
        return notes;
    }

    private static String names(ActiveProfiles active) {
        return String.join(", ", active.names());
    }

    private void add(SettingRule rule, Object... arguments) {
        notes.add(rule.finding(Map.of(), arguments));
    }
}
