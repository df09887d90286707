package dev.poolfit.maven;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.jspecify.annotations.Nullable;

/** Finds the smallest pool and thread count that meet the goal of an experiment file. The build fails if there is none. */
@Mojo(name = "tune")
public class TuneMojo extends PoolfitMojo {
    /** Folder of the run. */
    @Parameter(property = "poolfit.out", defaultValue = "${project.build.directory}/poolfit/tune")
    private File out = new File("");

    /** Time for all trials, such as 5m; overrides the file. */
    @Parameter(property = "poolfit.budget")
    private @Nullable String budget;

    @Override
    List<String> command() {
        var command = new ArrayList<>(List.of("tune", file.getPath(), "--out=" + out));
        command.addAll(option("--budget", budget));
        return command;
    }
}
