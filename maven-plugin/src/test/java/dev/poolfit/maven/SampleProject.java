package dev.poolfit.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * An ordinary project with a Spring Boot service, built by the real Maven, offline. Its local repository is the user's, by links,
 * but for Poolfit's own modules, which are those that were just built.
 */
final class SampleProject implements AutoCloseable {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final String VERSION = System.getProperty("poolfit.version");

    /** How a build ended. */
    record Built(int exitCode, String log) {
        Built requireSuccess(boolean success) {
            assertThat(exitCode).as(log).isEqualTo(success ? 0 : 1);
            assertThat(log).contains(success ? "BUILD SUCCESS" : "BUILD FAILURE");
            return this;
        }
    }

    private final Path folder;
    private final Path repository;
    private final List<Path> links = new ArrayList<>();
    private final Path temporary;
    private final Path services;
    private final int port;

    /** Copies and packages it. */
    SampleProject(Path where) throws Exception {
        folder = where.resolve("shop");
        temporary = Files.createDirectories(where.resolve("tmp"));
        services = Files.createDirectories(where.resolve("services"));
        port = free();
        copy(Path.of("src", "it", "shop"), folder);
        repository = where.resolve("repository");
        repository();
        build("package", "-DskipTests").requireSuccess(true);
    }

    /** Puts what was packaged into the repository as if it had been released. */
    void release(String version) throws IOException {
        Path artifact = Files.createDirectories(repository.resolve("com/example/shop/" + version));
        Files.copy(path("target/shop.jar"), artifact.resolve("shop-" + version + ".jar"));
    }

    private void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copied = to.resolve(from.relativize(file));
                Files.createDirectories(copied.getParent());
                Files.writeString(
                        copied,
                        Files.readString(file)
                                .replace("@project.version@", VERSION)
                                .replace("8080", "" + port));
            }
        }
    }

    private void repository() throws IOException {
        Path users = Path.of(System.getProperty("local.repository"));
        link(users, repository, List.of("dev", "com"));
        link(users.resolve("dev"), repository.resolve("dev"), List.of("poolfit"));
        link(users.resolve("com"), repository.resolve("com"), List.of("example"));
        install("poolfit", ROOT);
        install("poolfit-junit", ROOT.resolve("junit"));
        install("poolfit-maven-plugin", ROOT.resolve("maven-plugin"));
    }

    private void link(Path from, Path to, List<String> but) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> entries = Files.list(from)) {
            for (Path entry : entries.toList()) {
                if (!but.contains(entry.getFileName().toString())) {
                    links.add(Files.createSymbolicLink(to.resolve(entry.getFileName()), entry.toAbsolutePath()));
                }
            }
        }
    }

    private void install(String name, Path module) throws IOException {
        Path artifact = Files.createDirectories(repository.resolve("dev/poolfit/" + name + "/" + VERSION));
        Files.copy(module.resolve("pom.xml"), artifact.resolve(name + "-" + VERSION + ".pom"));
        Path jar = module.resolve("target/" + name + ".jar");
        if (Files.exists(jar)) {
            Files.copy(jar, artifact.resolve(name + "-" + VERSION + ".jar"));
        }
    }

    private static int free() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Where a file of the project is. */
    Path path(String name) {
        return folder.resolve(name);
    }

    /** What Maven, and the program, have left in the folder for temporary files. */
    List<String> left() throws IOException {
        try (Stream<Path> files = Files.list(temporary)) {
            return files.map(each -> each.getFileName().toString()).toList();
        }
    }

    /** Whether a service listens at the port of the experiment file. */
    boolean listens() throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (ConnectException refused) {
            return false;
        }
    }

    /** The command that starts the service at a port that is given to it. */
    String shop() {
        return "java -Xmx128m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Djava.io.tmpdir=. -jar "
                + path("target/shop.jar");
    }

    Built build(String... arguments) throws Exception {
        Path log = Files.createTempFile(folder, "build", ".log");
        int exitCode = start(log, arguments).waitFor();
        return new Built(exitCode, Files.readString(log));
    }

    /** @param log gets all that Maven prints */
    Process start(Path log, String... arguments) throws IOException {
        // A suite that was started in the background hands down that interrupts are ignored.
        var command = new ArrayList<>(List.of(
                "env",
                "--default-signal=INT",
                Path.of(System.getProperty("maven.home"), "bin", "mvn").toString(),
                "-B",
                "-ntp",
                "-o",
                "-Dmaven.repo.local=" + repository,
                "-Dmaven.legacyLocalRepo=true"));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment()
                .putAll(Map.of(
                        "SHOP",
                        shop(),
                        "JAVA_HOME",
                        System.getProperty("java.home"),
                        "MAVEN_OPTS",
                        "-XX:TieredStopAtLevel=1 -Djava.io.tmpdir=" + temporary,
                        "POOLFIT_JAVA_OPTS",
                        "-XX:TieredStopAtLevel=1 -Djava.io.tmpdir=" + temporary,
                        // Tomcat leaves its folders there, as it does to users.
                        "JAVA_TOOL_OPTIONS",
                        "-Djava.io.tmpdir=" + services,
                        "XDG_STATE_HOME",
                        folder.resolve("state").toString()));
        return builder.start();
    }

    /** Removes the links, so that nobody who removes the folder follows them. */
    @Override
    public void close() throws IOException {
        for (Path link : links) {
            Files.delete(link);
        }
    }
}
