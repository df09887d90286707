package dev.poolfit.maven;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.jspecify.annotations.Nullable;

/** Says who holds the connections of a service, and what for: of the experiment file, or of a service that runs. */
@Mojo(name = "diagnose")
public class DiagnoseMojo extends PoolfitMojo {
    /** Folder of the page. */
    @Parameter(property = "poolfit.out", defaultValue = "${project.build.directory}/poolfit/diagnose")
    private File out = new File("");

    /** Time to look, such as 30s. */
    @Parameter(property = "poolfit.for")
    private @Nullable String time;

    /** Port of a running service; then it is looked at under its own traffic, without an experiment file. */
    @Parameter(property = "poolfit.port")
    private @Nullable Integer port;

    @Override
    List<String> command() {
        var command = new ArrayList<>(List.of("diagnose", "--out=" + out));
        command.addAll(option("--port", port));
        command.addAll(option("--for", time));
        if (port == null) {
            command.add(file.getPath());
        }
        return command;
    }
}
