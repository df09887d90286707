package dev.poolfit.trial;

import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.file.ExperimentFile;
import dev.poolfit.experiment.file.ExperimentReader;
import java.nio.file.Path;
import java.util.Map;

/** Experiments in the words of their file. */
public final class Experiments {
    /** 10 users, and the largest throughput with 2 to 30 connections. */
    public static final String SOUND = """
            service:
              attach: {port: 8080}
            load:
              users: 10
              requests:
                - get: http://127.0.0.1:8080/items
            tune:
              pool: 2..30
            goal:
              throughput: max
            budget: 5m
            """;

    private Experiments() {}

    public static ExperimentFile read(String text) {
        return new ExperimentReader(Map.of()).read(text, Path.of(""));
    }

    /** A service that Poolfit starts, with open-in-view among what it may change. */
    static Experiment restarting() {
        return read(SOUND.replace(
                                "attach: {port: 8080}",
                                "launch: exec java -jar shop.jar\n  ready: http://127.0.0.1:8080/")
                        .replace("pool: 2..30", "pool: 2..30\n  open-in-view: [true, false]"))
                .experiment();
    }
}
