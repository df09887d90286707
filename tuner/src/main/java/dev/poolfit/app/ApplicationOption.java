package dev.poolfit.app;

import dev.poolfit.configuration.ApplicationFile;
import dev.poolfit.experiment.InvalidExperiment;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that names a Spring Boot service's own settings. */
final class ApplicationOption {
    @Option(
            names = "--application",
            paramLabel = "FILE",
            description = "The service's application.yml or application.properties: its settings are looked at, too,"
                    + " and compared with those that run.")
    private @Nullable Path file;

    /** The settings, where a file is named; the first call reads it. */
    private @Nullable ApplicationFile settings;

    /** @throws InvalidExperiment if the file cannot be read */
    Optional<ApplicationFile> settings() {
        if (settings == null && file != null) {
            settings = ApplicationFile.read(file, System.getenv());
        }
        return Optional.ofNullable(settings);
    }
}
