package dev.poolfit.benchmarks.search;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The arguments of the benchmark.
 *
 * @param services their number; at least 1
 * @param seed of the services
 * @param threads that share the work; at least 1
 * @param optuna so many services, from the first, are given to Optuna, too; at least 0
 * @param json the file of the JSON lines; absent: they go to standard output
 * @param perService the file with a line for each strategy and service
 */
record SearchArguments(
        int services, long seed, int threads, int optuna, Optional<Path> json, Optional<Path> perService) {
    private static final String USAGE = "usage: benchmarks/run search [--services 2000] [--seed 1] [--threads 2]"
            + " [--optuna 200] [--json FILE] [--per-service FILE]";

    SearchArguments {
        if (services < 1 || threads < 1 || optuna < 0) {
            throw new IllegalArgumentException("--services and --threads must be at least 1, --optuna at least 0");
        }
    }

    /**
     * @throws IllegalArgumentException if an argument is unknown, or is no number where it should be
     */
    static SearchArguments parse(String[] given) {
        var parsed = new SearchArguments(2000, 1, 2, 200, Optional.empty(), Optional.empty());
        if (given.length % 2 != 0) {
            throw new IllegalArgumentException(USAGE);
        }
        for (int i = 0; i < given.length; i += 2) {
            parsed = parsed.with(given[i], given[i + 1]);
        }
        return parsed;
    }

    private SearchArguments with(String name, String value) {
        return switch (name) {
            case "--services" -> new SearchArguments(number(name, value), seed, threads, optuna, json, perService);
            case "--seed" -> new SearchArguments(services, number(name, value), threads, optuna, json, perService);
            case "--threads" -> new SearchArguments(services, seed, number(name, value), optuna, json, perService);
            case "--optuna" -> new SearchArguments(services, seed, threads, number(name, value), json, perService);
            case "--json" ->
                new SearchArguments(services, seed, threads, optuna, Optional.of(Path.of(value)), perService);
            case "--per-service" ->
                new SearchArguments(services, seed, threads, optuna, json, Optional.of(Path.of(value)));
            default -> throw new IllegalArgumentException("unknown argument " + name + "\n" + USAGE);
        };
    }

    private static int number(String name, String value) {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " must be a whole number, but is \"" + value + "\"", e);
        }
    }
}
