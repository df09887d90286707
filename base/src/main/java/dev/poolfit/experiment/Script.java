package dev.poolfit.experiment;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A load that another tool's script describes; the tool runs it as a process of its own. */
public sealed interface Script permits Script.K6, Script.Jmeter {
    /** Returns the script, absolute. */
    Path file();

    /** Returns the folder of the script, from which the paths in it go. */
    default Path folder() {
        Path parent = file().getParent();
        return parent == null ? Path.of(".") : parent;
    }

    /** Returns the program that runs it: a name on the PATH or a path. */
    String command();

    /** Returns the script's file name as the experiment file writes it. */
    String name();

    /** Returns the tool and the script, such as {@code k6 script shop.js}. */
    String title();

    /** Returns the end of its load, as far as that is known before its tool is asked. */
    default Optional<LoadEnd> end() {
        return Optional.empty();
    }

    private static String nameOf(Path file) {
        return String.valueOf(file.getFileName());
    }

    /**
     * A script of k6.
     *
     * @param environment the variables added to the environment, where the script reads {@code __ENV}; may hold
     *     secrets
     * @param segments shell commands that each run a part of the load, with {@code {args}} where k6's arguments go; empty for
     *     one process on this machine
     */
    record K6(Path file, String name, String command, Map<String, Secret> environment, List<String> segments)
            implements Script {
        public K6(Path file, String command, Map<String, Secret> environment, List<String> segments) {
            this(file, nameOf(file), command, environment, segments);
        }

        public K6 {
            environment = Map.copyOf(environment);
            segments = List.copyOf(segments);
        }

        @Override
        public String title() {
            return "k6 script " + name;
        }
    }

    /**
     * A test plan of JMeter.
     *
     * @param properties handed over with {@code -J}; the plan reads them with {@code ${__P(name)}}; may hold secrets
     * @param end its load's own end, as far as the plan alone says it
     * @param lacks the things that the plan needs and lacks, a sentence's end for each, such as {@code reads users.csv in …}
     */
    record Jmeter(
            Path file,
            String name,
            String command,
            Map<String, Secret> properties,
            Optional<LoadEnd> end,
            List<String> lacks)
            implements Script {
        public Jmeter(Path file, String command, Map<String, Secret> properties) {
            this(file, nameOf(file), command, properties);
        }

        /** A plan that nobody has looked into. */
        public Jmeter(Path file, String name, String command, Map<String, Secret> properties) {
            this(file, name, command, properties, Optional.empty(), List.of());
        }

        public Jmeter {
            properties = Map.copyOf(properties);
            lacks = List.copyOf(lacks);
        }

        @Override
        public String title() {
            return "JMeter plan " + name;
        }
    }
}
