package dev.poolfit.maven;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.inject.Inject;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;
import org.jspecify.annotations.Nullable;

/**
 * Runs this build of the service beside the build before, by turns under the load of an experiment file. The build fails if it is
 * worse by more than the margin of the file's goal, or if that is not certain.
 */
@Mojo(name = "gate", defaultPhase = LifecyclePhase.VERIFY)
public class GateMojo extends PoolfitMojo {
    private static final int EXIT_INCONCLUSIVE = 4;

    /** Command that starts the build before. */
    @Parameter(property = "poolfit.base")
    private @Nullable String base;

    /** Coordinates of the build before, such as com.example:shop:1.4.2, which is started by java -jar; instead of base. */
    @Parameter(property = "poolfit.baseArtifact")
    private @Nullable String baseArtifact;

    /** Command that starts this build. */
    @Parameter(
            property = "poolfit.candidate",
            defaultValue = "java -jar '${project.build.directory}/${project.build.finalName}.jar'")
    private String candidate = "";

    /** Time for the load, such as 5m; overrides the file. */
    @Parameter(property = "poolfit.budget")
    private @Nullable String budget;

    /** JUnit's XML to write: a test case for each bound. */
    @Parameter(property = "poolfit.junit")
    private @Nullable File junit;

    /** Effect of an inconclusive verdict on the build: fail, or pass with a warning. */
    @Parameter(property = "poolfit.inconclusive", defaultValue = "fail")
    String inconclusive = "fail";

    @Parameter(defaultValue = "${project.remoteProjectRepositories}", readonly = true, required = true)
    private List<RemoteRepository> remotes = List.of();

    @Parameter(defaultValue = "${repositorySystemSession}", readonly = true, required = true)
    private @Nullable RepositorySystemSession session;

    @Inject
    private @Nullable RepositorySystem repositories;

    @Override
    List<String> command() throws MojoExecutionException {
        if (!List.of("fail", "pass").contains(inconclusive)) {
            throw new MojoExecutionException("inconclusive must be fail or pass, but is \"" + inconclusive + "\"");
        }
        var command = new ArrayList<>(List.of("gate", file.getPath(), "--base=" + base(), "--candidate=" + candidate));
        command.addAll(option("--budget", budget));
        command.addAll(option("--junit", junit));
        return command;
    }

    @Override
    boolean passes(int exitCode) {
        return exitCode == EXIT_INCONCLUSIVE && inconclusive.equals("pass");
    }

    private String base() throws MojoExecutionException {
        if (base != null && baseArtifact == null) {
            return base;
        }
        if (base != null || baseArtifact == null) {
            throw new MojoExecutionException("Give the build before either as base, a command such as"
                    + " java -jar old/shop.jar, or as baseArtifact, coordinates such as com.example:shop:1.4.2");
        }
        return "java -jar '" + resolved(baseArtifact) + "'";
    }

    private File resolved(String coordinates) throws MojoExecutionException {
        try {
            var request = new ArtifactRequest(new DefaultArtifact(coordinates), remotes, null);
            return Objects.requireNonNull(repositories)
                    .resolveArtifact(session, request)
                    .getArtifact()
                    .getFile();
        } catch (ArtifactResolutionException | IllegalArgumentException unknown) {
            throw new MojoExecutionException("baseArtifact: " + unknown.getMessage(), unknown);
        }
    }
}
