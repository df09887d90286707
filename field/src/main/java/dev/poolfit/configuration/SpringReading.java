package dev.poolfit.configuration;

import dev.poolfit.experiment.InvalidExperiment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Keeps what the files of a service say while certain profiles are active.
 *
 * @param wanted the profile that it was asked for with, if any
 * @param properties of the documents that count
 * @param active the profiles
 * @param dependent whether any document or file depends on a profile
 * @param others the profiles whose documents were left out
 * @param platforms the cloud platforms whose documents were left out
 * @param malformed the profile expressions that Spring refuses
 * @param unclear the relaxed names of properties that other profiles set, where the active ones are not known
 */
record SpringReading(
        Optional<String> wanted,
        SpringProperties properties,
        ActiveProfiles active,
        boolean dependent,
        Set<String> others,
        Set<String> platforms,
        Set<String> malformed,
        Set<String> unclear) {
    SpringReading {
        others = Set.copyOf(others);
        platforms = Set.copyOf(platforms);
        malformed = Set.copyOf(malformed);
        unclear = Set.copyOf(unclear);
    }

    /** Reads with one profile besides what the files name, such as that of a file's name. */
    static SpringReading of(SpringFiles files, Map<String, String> environment, Optional<String> wanted) {
        ActiveProfiles active = ActiveProfiles.of(files.base(), environment, wanted);
        return new Selection(files, environment, active, active.determined() || wanted.isPresent()).reading(wanted);
    }

    /** Returns whether another profile sets a property, and may be active. */
    boolean isUnclear(String name) {
        return unclear.contains(SpringProperty.relaxed(name));
    }

    /** Returns whether another profile sets a property below that name, and may be active. */
    boolean isUnclearBelow(String name) {
        return unclear.stream().anyMatch(each -> each.startsWith(SpringProperty.relaxed(name) + "."));
    }

    /** Sorts out the documents. */
    private static final class Selection {
        private final SpringFiles files;
        private final Map<String, String> environment;
        private final ActiveProfiles active;
        private final SpringProperties first;
        private final List<SpringDocument> counted = new ArrayList<>();
        private final Set<String> others = new TreeSet<>();
        private final Set<String> platforms = new TreeSet<>();
        private final Set<String> malformed = new TreeSet<>();
        private final Set<String> unclear = new HashSet<>();

        private final boolean determined;

        private boolean dependent;

        Selection(SpringFiles files, Map<String, String> environment, ActiveProfiles active, boolean determined) {
            this.determined = determined;
            this.files = files;
            this.environment = environment;
            this.active = active;
            first = new SpringProperties(files.base(), environment);
        }

        SpringReading reading(Optional<String> wanted) {
            files.base().forEach(this::sort);
            active.names().forEach(profile -> files.of(profile).forEach(this::sort));
            files.profiles().keySet().stream()
                    .filter(profile -> !active.names().contains(profile))
                    .forEach(this::leaveOut);
            dependent |= active.names().stream().anyMatch(files.profiles()::containsKey);
            return new SpringReading(
                    wanted,
                    new SpringProperties(counted, environment),
                    active,
                    dependent,
                    others,
                    platforms,
                    malformed,
                    unclear);
        }

        private void sort(SpringDocument document) {
            Optional<String> needed = document.profiles();
            dependent |= needed.isPresent();
            List<ProfileExpression> expressions = needed.stream()
                    .flatMap(first::elements)
                    .map(SpringValue::text)
                    .flatMap(this::expression)
                    .toList();
            boolean holds = needed.isEmpty() || expressions.stream().anyMatch(each -> each.accepts(active.names()));
            Optional<String> elsewhere = document.platform()
                    .filter(platform -> !first.value("spring.main.cloud-platform")
                            .filter(own -> SpringProperty.relaxed(own).equals(SpringProperty.relaxed(platform)))
                            .isPresent());
            elsewhere.ifPresent(platforms::add);
            if (holds && elsewhere.isEmpty()) {
                counted.add(document);
            } else {
                expressions.forEach(each -> others.addAll(each.wanted()));
                others.removeAll(active.names());
            }
            if (needed.isPresent() && !determined || elsewhere.isPresent()) {
                unclear.addAll(document.properties().keySet());
            }
        }

        private Stream<ProfileExpression> expression(String text) {
            Optional<ProfileExpression> read = ProfileExpression.of(text);
            if (read.isEmpty()) {
                malformed.add(text);
            }
            return read.stream();
        }

        /** Leaves out a profile; a file that does not count may be in no order. */
        private void leaveOut(String profile) {
            others.add(profile);
            dependent = true;
            if (determined) {
                return;
            }
            try {
                files.of(profile)
                        .forEach(each -> unclear.addAll(each.properties().keySet()));
            } catch (InvalidExperiment unreadable) {
                malformed.add(profile);
            }
        }
    }
}
