package dev.poolfit.holders;

import java.util.List;
import java.util.Optional;

/**
 * The stack of a thread at a moment.
 *
 * @param frames the application's own, the outermost first, such as {@code com.example.PriceFeed.fetch:42}
 * @param kind of what is on top
 * @param inTransaction whether Spring ran a transaction around it
 */
public record Stack(List<String> frames, HoldKind kind, boolean inTransaction) {
    public Stack {
        frames = List.copyOf(frames);
    }

    /** Reads the text of the agent: a line for each frame, the kind last in brackets. */
    static Stack parse(String text) {
        List<String> lines = text.lines().toList();
        String last = lines.isEmpty() ? "" : lines.get(lines.size() - 1);
        boolean ends = last.startsWith("[") && last.endsWith("]");
        String kind = ends ? last.substring(1, last.length() - 1) : "";
        return new Stack(
                ends ? lines.subList(0, lines.size() - 1) : lines,
                HoldKind.named(kind.replace(" outside", "")),
                !kind.endsWith(" outside"));
    }

    /** Returns the application's innermost frame, if it has one on the stack. */
    public Optional<String> top() {
        return frames.isEmpty() ? Optional.empty() : Optional.of(frames.get(frames.size() - 1));
    }
}
