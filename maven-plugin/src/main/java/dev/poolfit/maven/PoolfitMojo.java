package dev.poolfit.maven;

import dev.poolfit.junit.PoolfitProgram;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;
import org.jspecify.annotations.Nullable;

/** Runs a command of the program and lets the build pass or not. */
abstract class PoolfitMojo extends AbstractMojo {
    /** The experiment file. */
    @Parameter(property = "poolfit.file", defaultValue = "${project.basedir}/poolfit.yaml")
    File file = new File("");

    /** Language of the output: en or ko. */
    @Parameter(property = "poolfit.lang")
    private @Nullable String lang;

    /** Further arguments, as the manual has them for the command. */
    @Parameter(property = "poolfit.arguments")
    private List<String> arguments = List.of();

    /** Variables for the experiment file and the service, such as a password. */
    @Parameter
    private Map<String, String> environmentVariables = Map.of();

    /** Does nothing. */
    @Parameter(property = "poolfit.skip", defaultValue = "false")
    private boolean skip;

    @Parameter(defaultValue = "${project.basedir}", readonly = true, required = true)
    private File basedir = new File("");

    /** Returns the command with the goal's own parameters. */
    abstract List<String> command() throws MojoExecutionException;

    /** Returns whether an exit code lets the build pass, beside 0. */
    boolean passes(int exitCode) {
        return false;
    }

    @Override
    public final void execute() throws MojoExecutionException, MojoFailureException {
        if (skip) {
            getLog().info("Skipped: poolfit.skip is set.");
            return;
        }
        var all = new ArrayList<>(command());
        if (lang != null) {
            all.add("--lang=" + lang);
        }
        all.addAll(arguments);
        require(all.get(0), run(all));
    }

    private PoolfitProgram.Ended run(List<String> command) throws MojoExecutionException {
        try {
            return new PoolfitProgram(basedir.toPath(), environmentVariables)
                    .run(command, getLog()::info, getLog()::info);
        } catch (IOException failed) {
            throw new MojoExecutionException("Poolfit could not be started: " + failed.getMessage(), failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new MojoExecutionException("Poolfit was interrupted", interrupted);
        }
    }

    final void require(String name, PoolfitProgram.Ended ended) throws MojoExecutionException, MojoFailureException {
        if (ended.exitCode() == 0) {
            return;
        }
        String verdict = ended.results().split("\n\\s*\n", 2)[0].replace('\n', ' ');
        if (passes(ended.exitCode())) {
            getLog().warn(verdict);
            return;
        }
        switch (ended.exitCode()) {
            case 1, 4 -> throw new MojoFailureException("poolfit " + name + ": " + verdict);
            case PoolfitProgram.INTERRUPTED ->
                throw new MojoExecutionException(
                        "poolfit " + name + " was interrupted; what it had started or changed is stopped and restored");
            default ->
                throw new MojoExecutionException(
                        "poolfit " + name + " ended with exit code " + ended.exitCode() + ":\n" + ended.lastWords());
        }
    }

    /** Returns an option with its value, or nothing. */
    static List<String> option(String name, @Nullable Object value) {
        return value == null ? List.of() : List.of(name + "=" + value);
    }
}
