package dev.poolfit.configuration;

import dev.poolfit.experiment.InvalidExperiment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files that Spring Boot reads together: {@code application.yml} and, beside it, those of profiles such as
 * {@code application-prod.yml}. A file of another name stands alone.
 *
 * @param base the documents of no profile's file
 * @param profiles the files of each profile
 * @param named the profile whose file was asked for
 * @param hasBase whether there is a file of no profile
 */
record SpringFiles(
        List<SpringDocument> base, Map<String, List<Path>> profiles, Optional<String> named, boolean hasBase) {
    private static final List<String> FORMATS = List.of("yaml", "yml", "properties");
    private static final Pattern APPLICATION =
            Pattern.compile("application(?:-(.+))?\\.(" + String.join("|", FORMATS) + ")");

    SpringFiles {
        base = List.copyOf(base);
        profiles = Map.copyOf(profiles);
    }

    /**
     * Reads a file, and finds those that belong to it.
     *
     * @throws InvalidExperiment if it, or the one without a profile, cannot be read or is neither YAML nor properties
     */
    static SpringFiles of(Path file) {
        List<SpringDocument> own = SpringFile.read(file);
        Matcher asked = APPLICATION.matcher(file.getFileName().toString());
        if (!asked.matches()) {
            return new SpringFiles(own, Map.of(), Optional.empty(), true);
        }
        var base = new ArrayList<SpringDocument>();
        var profiles = new TreeMap<String, List<Path>>();
        boolean hasBase = false;
        for (Path each : together(file)) {
            Matcher name = APPLICATION.matcher(each.getFileName().toString());
            if (!name.matches()) {
                continue;
            }
            if (name.group(1) == null) {
                hasBase = true;
                base.addAll(SpringFile.read(each));
            } else {
                profiles.computeIfAbsent(name.group(1), profile -> new ArrayList<>())
                        .add(each);
            }
        }
        return new SpringFiles(base, profiles, Optional.ofNullable(asked.group(1)), hasBase);
    }

    /** Returns the files in Spring's order: properties count over YAML, since they come later. */
    private static List<Path> together(Path file) {
        try (Stream<Path> files = Files.list(file.toAbsolutePath().getParent())) {
            return files.filter(Files::isRegularFile)
                    .sorted(Comparator.comparingInt(SpringFiles::format).thenComparing(Path::toString))
                    .toList();
        } catch (IOException | UncheckedIOException unreadable) {
            return List.of(file);
        }
    }

    private static int format(Path file) {
        return FORMATS.indexOf(file.toString().replaceFirst(".*\\.", ""));
    }

    List<SpringDocument> of(String profile) {
        return profiles.getOrDefault(profile, List.of()).stream()
                .flatMap(each -> SpringFile.read(each).stream())
                .toList();
    }
}
