package dev.poolfit.benchmarks;

import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.file.ExperimentReader;
import dev.poolfit.service.RunningService;
import dev.poolfit.service.ServiceOpener;
import dev.poolfit.service.ServiceRequest;
import dev.poolfit.studies.EmbeddedDatabase;
import dev.poolfit.studies.Study;
import dev.poolfit.studies.StudyDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;

/** A study's database and service, as the demo starts them. */
public final class StudyBench implements AutoCloseable {
    private final EmbeddedDatabase database;
    private final Path log;
    public final Experiment experiment;
    public final RunningService service;

    private StudyBench(EmbeddedDatabase database, Path log, Experiment experiment, RunningService service) {
        this.database = database;
        this.log = log;
        this.experiment = experiment;
        this.service = service;
    }

    /** @param mended whether the service runs as its team left it */
    public static StudyBench start(Study study, boolean mended) throws IOException, InterruptedException {
        Path built = Path.of(System.getProperty("poolfit.home", "."), "demo", "target");
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        EmbeddedDatabase database = EmbeddedDatabase.start(
                StudyDatabase.MARIADB, study.durability(), built.resolve("databases"), temporary, 300);
        try {
            var variables = Map.of(
                    "DEMO_JAR", built.resolve("poolfit-demo.jar").toString(),
                    "DEMO_FOLDER", database.folder().toString(),
                    "PORT", "" + freePort(),
                    "MANAGEMENT_PORT", "" + freePort(),
                    "DB_URL", database.jdbcUrl(),
                    "DB_USER", database.user(),
                    "DB_PASSWORD", database.password());
            Experiment experiment = new ExperimentReader(variables)
                    .read(mended ? study.mendedExperiment() : study.experiment(), built)
                    .experiment();
            Path log = Files.createTempDirectory("poolfit-bench").resolve("service.log");
            RunningService service = new ServiceOpener(System::nanoTime).open(ServiceRequest.of(experiment, log));
            return new StudyBench(database, log, experiment, service);
        } catch (IOException | RuntimeException failed) {
            database.close();
            throw failed;
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() throws IOException {
        service.close();
        database.close();
        try (var files = Files.walk(log.getParent())) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }
}
