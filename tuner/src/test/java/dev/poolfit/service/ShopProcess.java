package dev.poolfit.service;

import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Service;
import dev.poolfit.process.SupervisedProcess;
import dev.poolfit.testing.LastLines;
import dev.poolfit.testing.RealClock;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The shop of {@code services} on a version of Spring Boot, with what is left out of its class path. */
final class ShopProcess {
    private static final Path SERVICES =
            Path.of("..", "services").toAbsolutePath().normalize();

    private ShopProcess() {}

    static Path log(Path folder, int port) {
        return folder.resolve("service-" + port + ".log");
    }

    static SupervisedProcess start(Path folder, Path jdk, String version, String leftOut, int port, String... arguments)
            throws IOException {
        return start(folder, jdk, version, leftOut, "dev.poolfit.services.Shop", port, arguments);
    }

    /** The newest JDK that is installed, of version 21 or later. */
    static Optional<Path> newestJdk() throws IOException {
        Path jdks = Path.of("/usr/lib/jvm");
        if (!Files.isDirectory(jdks)) {
            return Optional.empty();
        }
        try (Stream<Path> installed = Files.list(jdks)) {
            return installed
                    .filter(jdk -> Files.isExecutable(jdk.resolve("bin/java")) && feature(jdk) >= 21)
                    .max(Comparator.comparingInt(ShopProcess::feature));
        }
    }

    private static int feature(Path jdk) {
        try {
            Matcher version =
                    Pattern.compile("JAVA_VERSION=\"(\\d+)").matcher(Files.readString(jdk.resolve("release")));
            return version.find() ? Integer.parseInt(version.group(1)) : 0;
        } catch (IOException unlike) {
            return 0;
        }
    }

    static SupervisedProcess start(
            Path folder, Path jdk, String version, String leftOut, String main, int port, String... arguments)
            throws IOException {
        var command = new ArrayList<>(List.of(
                jdk.resolve("bin/java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + folder,
                "-cp",
                classPath(SERVICES.resolve(version).resolve("target"), leftOut),
                main,
                "--server.port=" + port));
        command.addAll(List.of(arguments));
        return SupervisedProcess.start(
                new SupervisedProcess.Start(command, folder, LastLines.of(Files.createFile(log(folder, port)))));
    }

    static ServiceRequest request(int port) {
        return ServiceProcess.request(new Service.AttachPort(port), Optional.empty(), Knob.POOL, Knob.THREADS);
    }

    static RunningService open(int port) {
        return new ServiceOpener(RealClock.NANOSECONDS, unwaited -> {}).open(request(port));
    }

    private static String classPath(Path target, String leftOut) throws IOException {
        Set<String> without = Set.of(leftOut.split("\\|", -1));
        try (Stream<Path> jars = Files.list(target.resolve("lib"))) {
            return Stream.concat(
                            Stream.of(target.resolve("classes")),
                            jars.filter(jar -> without.stream()
                                    .noneMatch(
                                            part -> jar.getFileName().toString().contains(part))))
                    .map(Path::toString)
                    .collect(Collectors.joining(File.pathSeparator));
        }
    }

    static String item(int port) {
        return answer(port, "/items/7");
    }

    static String answer(int port, String path) {
        try (InputStream body =
                URI.create("http://127.0.0.1:" + port + path).toURL().openStream()) {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException notYet) {
            return "";
        }
    }
}
