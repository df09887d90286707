package dev.poolfit.load.http;

import dev.poolfit.app.LoadEngines;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Script;
import dev.poolfit.load.LoadEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Scripts, plans and impostors of the tools, in a test's folder. */
public final class Scripts {
    private Scripts() {}

    /** A k6 script that gets an address and pauses. */
    public static Path k6(Path folder, String options, String url, double pause) throws IOException {
        return Files.writeString(folder.resolve("script.js"), """
                import http from 'k6/http';
                import { sleep } from 'k6';
                export const options = %s;
                export default function () {
                  http.get('%s');
                  sleep(%s);
                }
                """.formatted(options, url, pause));
    }

    public static Load load(Path script, Path k6, Load.Shape shape) {
        return Load.of(new Script.K6(script, k6.toString(), Map.of(), List.of()), shape, Set.of());
    }

    static LoadEngine engine(Load load) {
        return LoadEngines.of(load);
    }

    /** A program that is k6 as far as {@code version} and {@code inspect} go, and then runs these lines of shell. */
    public static Path impostor(Path folder, String version, String run) throws IOException {
        Path program = folder.resolve("k6");
        Files.writeString(program, """
                #!/bin/sh
                case $1 in
                  version) echo '%s' ;;
                  inspect) echo '{}' ;;
                  run) %s ;;
                esac
                """.formatted(version, run));
        program.toFile().setExecutable(true);
        return program;
    }
}
