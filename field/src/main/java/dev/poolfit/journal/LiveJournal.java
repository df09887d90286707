package dev.poolfit.journal;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.evidence.live.LiveRound;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The rounds of a run under a service's own traffic: one line of {@code live.jsonl} for each, on the disk when it ends. */
public final class LiveJournal {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Path file;
    private final List<LiveRound> rounds = new ArrayList<>();

    private LiveJournal(Path file) {
        this.file = file;
    }

    private static Path file(RunFolder folder) {
        return folder.path().resolve("live.jsonl");
    }

    /** Returns whether a folder holds rounds. */
    public static boolean isIn(RunFolder folder) {
        return Files.exists(file(folder));
    }

    /** Begins one in a folder that holds none. */
    public static LiveJournal begin(RunFolder folder) {
        var journal = new LiveJournal(file(folder));
        folder.write(journal.file, "");
        return journal;
    }

    /**
     * Reads the rounds of a folder; a last line that was cut off does not count.
     *
     * @throws EnvironmentFailure if one is damaged, with its line
     */
    public static LiveJournal read(RunFolder folder) {
        var journal = new LiveJournal(file(folder));
        List<byte[]> lines = DurableFiles.lines(journal.file);
        for (int i = 0; i < lines.size(); i++) {
            try {
                String text = DurableFiles.text(lines.get(i));
                if (!text.isBlank()) {
                    journal.rounds.add(JSON.readValue(text, LiveRound.class));
                }
            } catch (JacksonException | IllegalArgumentException damaged) {
                if (i < lines.size() - 1) {
                    throw new EnvironmentFailure(
                            journal.file + " is damaged in line " + (i + 1),
                            "remove that line, or start without --resume",
                            damaged);
                }
            }
        }
        if (!lines.isEmpty() && lines.get(lines.size() - 1).length > 0) {
            DurableFiles.replace(
                    journal.file,
                    String.join(
                            "", journal.rounds.stream().map(LiveJournal::line).toList()));
        }
        return journal;
    }

    private static String line(LiveRound round) {
        return JSON.writeValueAsString(round) + "\n";
    }

    /** Returns the rounds so far. */
    public synchronized List<LiveRound> rounds() {
        return List.copyOf(rounds);
    }

    /** Returns the milliseconds that borrows waited longer for the run so far; at least 0. */
    public synchronized double waitedMs() {
        return rounds.stream()
                .mapToDouble(each -> Math.max(0, each.extraWaitMs()))
                .sum();
    }

    /** Writes a round, and waits until the disk has it. */
    public synchronized void append(LiveRound round) {
        DurableFiles.append(file, JSON.writeValueAsString(round));
        rounds.add(round);
    }
}
