package dev.poolfit.configuration;

import dev.poolfit.evidence.Finding;
import dev.poolfit.report.Language;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is said of an application's file that is looked at alone. */
record Reviewed(ApplicationFile file, List<Finding> findings) {
    static Reviewed of(Path path, Map<String, String> environment) {
        ApplicationFile file = ApplicationFile.read(path, environment);
        return new Reviewed(
                file,
                Stream.concat(
                                file.notes().stream(),
                                ConfigurationRules.findings(new Configuration(
                                                file.pools(),
                                                List.of(),
                                                file.service(),
                                                Optional.empty(),
                                                Optional.empty(),
                                                Optional.empty()))
                                        .stream())
                        .toList());
    }

    /** One whose text is given. */
    static Reviewed of(Path folder, String name, String text, Map<String, String> environment) throws IOException {
        return of(Files.writeString(folder.resolve(name), text), environment);
    }

    List<String> rules() {
        return findings.stream().map(Finding::rule).toList();
    }

    /** All sentences, a line each, in English. */
    String text() {
        return findings.stream()
                .map(each -> each.rule() + ": " + Language.EN.text(each.advice()))
                .collect(Collectors.joining("\n"));
    }

    /** A setting of the only pool; empty where it is not known. */
    Optional<String> setting(String name) {
        return Optional.ofNullable(file.pools().get(0).settings().get(name));
    }
}
