package dev.poolfit.options;

import dev.poolfit.model.Capacity;
import dev.poolfit.model.fit.Assumptions;
import dev.poolfit.units.BadQuantity;
import dev.poolfit.units.Durations;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Consumer;

/** The values of {@code --assume}. */
public final class AssumeOption {
    private static final int MOST = 10_000;
    private static final int MOST_USERS = 100_000;

    private OptionalInt pool = OptionalInt.empty();
    private OptionalInt threads = OptionalInt.empty();
    private Optional<Duration> connectionTimeout = Optional.empty();
    private OptionalInt users = OptionalInt.empty();
    private OptionalDouble think = OptionalDouble.empty();
    private OptionalDouble serviceCores = OptionalDouble.empty();
    private OptionalInt databaseCores = OptionalInt.empty();
    private boolean openInView;

    private AssumeOption() {}

    /** Reads what was given; whatever is wrong with it goes to the problems. */
    public static Assumptions read(List<String> texts, List<String> problems) {
        var option = new AssumeOption();
        new KeyedValues("--assume", problems, option.readers()).read(texts);
        return option.assumptions();
    }

    private Map<String, Consumer<String>> readers() {
        var readers = new LinkedHashMap<String, Consumer<String>>();
        readers.put("pool", text -> pool = count(text));
        readers.put("threads", text -> threads = count(text));
        readers.put("connection-timeout", text -> connectionTimeout = Optional.of(timeout(text)));
        readers.put("users", text -> users = OptionalInt.of(KeyedValues.count(text, 1, MOST_USERS)));
        readers.put("think", text -> think = OptionalDouble.of(Durations.seconds(Durations.parse(text))));
        readers.put("app-cores", text -> serviceCores = cores(text));
        readers.put("db-cores", text -> databaseCores = count(text));
        readers.put("open-in-view", text -> openInView = flag(text));
        return readers;
    }

    private Assumptions assumptions() {
        return new Assumptions(
                pool, threads, connectionTimeout, users, think, serviceCores, databaseCores, openInView, false);
    }

    private static OptionalInt count(String text) {
        return OptionalInt.of(KeyedValues.count(text, 1, MOST));
    }

    /** Reads cores; a fraction, too, which the limit of a container may be. */
    private static OptionalDouble cores(String text) {
        if (!text.matches("\\d{1,5}(\\.\\d{1,3})?") || Double.parseDouble(text) < Capacity.LEAST_CORES) {
            throw new BadQuantity("a number of at least " + Capacity.LEAST_CORES, "\"" + text + "\"");
        }
        return OptionalDouble.of(Double.parseDouble(text));
    }

    private static Duration timeout(String text) {
        Duration timeout = Durations.parse(text);
        if (timeout.isZero()) {
            throw new BadQuantity("greater than 0", text);
        }
        return timeout;
    }

    private static boolean flag(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new BadQuantity("true or false", "\"" + text + "\"");
        };
    }
}
