package dev.poolfit.experiment.file;

import dev.poolfit.units.BadQuantity;
import dev.poolfit.units.Durations;
import dev.poolfit.units.IntRange;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Function;

/** Reads scalar values, each with its bound. */
final class Values {
    private Values() {}

    static Function<String, Integer> integer(int low, int high) {
        return text -> {
            String bound = "a whole number from " + low + " to " + high;
            try {
                int value = Integer.parseInt(text.strip());
                if (value >= low && value <= high) {
                    return value;
                }
            } catch (NumberFormatException ignored) {
                throw new BadQuantity(bound, quoted(text));
            }
            throw new BadQuantity(bound, text);
        };
    }

    static Function<String, Long> wholeNumber(long low, long high) {
        return text -> {
            String bound = "a whole number from " + low + " to " + high;
            try {
                long value = Long.parseLong(text.strip());
                if (value >= low && value <= high) {
                    return value;
                }
            } catch (NumberFormatException ignored) {
                throw new BadQuantity(bound, quoted(text));
            }
            throw new BadQuantity(bound, text);
        };
    }

    static Function<String, Duration> duration(Duration low, Duration high) {
        return text -> {
            Duration value = Durations.parse(text);
            if (value.compareTo(low) < 0 || value.compareTo(high) > 0) {
                throw new BadQuantity("from " + Durations.format(low) + " to " + Durations.format(high), text);
            }
            return value;
        };
    }

    static Function<String, IntRange> range(int low, int high) {
        return text -> {
            IntRange range = IntRange.parse(text);
            if (range.low() < low || range.high() > high) {
                throw new BadQuantity("a range within " + low + ".." + high, text);
            }
            return range;
        };
    }

    static Function<String, Boolean> flag() {
        return text -> switch (text.strip()) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new BadQuantity("true or false", quoted(text));
        };
    }

    static String text(String text) {
        if (text.isBlank()) {
            throw new BadQuantity("some text", "empty");
        }
        return text;
    }

    /** Returns the text, unless it has control characters other than tabs and line ends, which no program takes. */
    static String printable(String text) {
        if (!isPrintable(text)) {
            int wrong = text.codePoints().filter(Values::control).findFirst().orElse(0);
            throw new BadQuantity("text without control characters", "with " + YamlTree.name(wrong));
        }
        return text;
    }

    static boolean isPrintable(String text) {
        return text.codePoints().noneMatch(Values::control);
    }

    private static boolean control(int codePoint) {
        return (codePoint < ' ' && "\t\n\r".indexOf(codePoint) < 0)
                || codePoint == 0x7F
                || Character.getType(codePoint) == Character.SURROGATE;
    }

    /** Returns a file or folder; a relative path goes from the folder. */
    static Path path(Path folder, String text) {
        String bound = "a path";
        if (text.isBlank()) {
            throw new BadQuantity(bound, "empty");
        }
        try {
            return folder.resolve(text.strip()).normalize();
        } catch (InvalidPathException impossible) {
            throw new BadQuantity(bound + " that a file can have here", quoted(text));
        }
    }

    static URI address(String text) {
        String bound = "an address such as http://127.0.0.1:8080/actuator/health";
        try {
            URI uri = new URI(text.strip());
            if (uri.getHost() == null || !("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
                throw new BadQuantity(bound, quoted(text));
            }
            if (uri.getPort() == 0 || uri.getPort() > 65_535) {
                throw new BadQuantity("an address with a port from 1 to 65535", quoted(text));
            }
            return uri;
        } catch (URISyntaxException malformed) {
            throw new BadQuantity(bound, quoted(text));
        }
    }

    static String quoted(String text) {
        return "\"" + text + "\"";
    }
}
