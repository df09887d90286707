package dev.poolfit.experiment.file;

import static dev.poolfit.experiment.file.Values.duration;
import static dev.poolfit.experiment.file.Values.integer;

import dev.poolfit.experiment.Ceiling;
import dev.poolfit.experiment.Database;
import dev.poolfit.experiment.Earlier;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Problem;
import dev.poolfit.experiment.References;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Service;
import dev.poolfit.experiment.Settings;
import dev.poolfit.experiment.Stop;
import dev.poolfit.units.BadQuantity;
import dev.poolfit.units.PlainText;
import dev.poolfit.units.Rate;
import dev.poolfit.units.Share;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads an experiment file and reports everything that is wrong with it at once. */
public final class ExperimentReader {
    private static final int LARGEST = 1 << 20;

    private final Function<String, Optional<String>> variables;
    private final boolean readsFiles;

    private ExperimentReader(Function<String, Optional<String>> variables, boolean readsFiles) {
        this.variables = variables;
        this.readsFiles = readsFiles;
    }

    /**
     * @param environment where <code>${NAME}</code> is looked up
     */
    public ExperimentReader(Map<String, String> environment) {
        this(name -> Optional.ofNullable(environment.get(name)), true);
    }

    /**
     * Reads a file that was sound once, to report on it: a variable that was not kept reads as 1, and other files need
     * not be where they were.
     *
     * @param kept the variables of the run, not those of now
     */
    public static ExperimentReader forReport(Map<String, String> kept) {
        return new ExperimentReader(name -> Optional.ofNullable(kept.get(name)), false);
    }

    /**
     * Reads and validates a file.
     *
     * @throws InvalidExperiment with every problem found
     */
    public ExperimentFile read(Path file) {
        if (Files.isDirectory(file)) {
            Path within = file.resolve("experiment.yaml");
            throw new InvalidExperiment(List.of(new Problem(
                    0,
                    file.toString(),
                    "must be an experiment file, but is a folder"
                            + (Files.isRegularFile(within) ? "; did you mean " + within + "?" : ""))));
        }
        String text;
        try (InputStream bytes = Files.newInputStream(file)) {
            byte[] read = bytes.readNBytes(LARGEST + 1);
            if (read.length > LARGEST) {
                throw new InvalidExperiment(List.of(new Problem(
                        0, file.toString(), "must be at most 1 MiB, but is larger; is it an experiment file?")));
            }
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(read))
                    .toString();
        } catch (CharacterCodingException binary) {
            throw new InvalidExperiment(List.of(new Problem(0, file.toString(), "must be UTF-8 text, but is not")));
        } catch (IOException unreadable) {
            String why = Files.exists(file) ? "cannot be read" : "does not exist";
            throw new InvalidExperiment(List.of(new Problem(0, file.toString(), why + "; check the path")));
        }
        Path folder = file.toAbsolutePath().normalize().getParent();
        return read(text, folder == null ? Path.of(".") : folder);
    }

    /**
     * Reads and validates the text of a file in a folder.
     *
     * @throws InvalidExperiment with every problem found
     */
    public ExperimentFile read(String text, Path folder) {
        Node root = YamlTree.parse(text);
        var source = new Source(variables, readsFiles);
        var section = new Section("", root, source);
        Optional<Experiment> experiment = experiment(section, folder);
        section.rejectUnknownKeys();
        if (!source.problems().isEmpty() || experiment.isEmpty()) {
            var known = new References(source.references());
            throw new InvalidExperiment(source.problems().stream()
                    .map(each -> new Problem(each.line(), each.field(), known.in(each.message())))
                    .toList());
        }
        var redaction = new Redaction();
        String kept = redaction.of(root);
        redaction.hidden().forEach(source.references()::putIfAbsent);
        return new ExperimentFile(
                experiment.get(), kept, source.lines(), new References(source.references()), source.harmless());
    }

    private Optional<Experiment> experiment(Section root, Path folder) {
        String name = root.display("name").orElse("experiment");
        var services = new ServiceReader(folder);
        Optional<Service> service = root.section("service").flatMap(services::service);
        Optional<Database> database = root.section("database").flatMap(services::database);
        var live = new LiveReader(root);
        Optional<Load> load = live.asked()
                ? live.load()
                : root.section("load").flatMap(new LoadReader(folder, new ScriptReader(folder, readsFiles))::load);
        Optional<SearchSpace> space = root.section("tune").map(KnobReader::space);
        Settings fixed = root.section("fixed").map(KnobReader::fixed).orElse(Settings.NONE);
        Optional<Goal> goal = root.section("goal").map(ExperimentReader::goal);
        Optional<Ceiling> ceiling = root.section("ceiling").map(ExperimentReader::ceiling);
        Duration budget = root.value("budget", duration(Duration.ofSeconds(10), Duration.ofHours(24)))
                .orElse(live.asked() ? LiveReader.USUAL_BUDGET : Duration.ofMinutes(5));
        long seed = root.value("seed", Values.wholeNumber(0, Long.MAX_VALUE)).orElse(1L);
        Optional<Share> precision = root.value("precision", ExperimentReader::precision);
        Optional<Stop> stop = root.section("stop").flatMap(section -> new StopReader(section).stop());
        Optional<Earlier> earlier = root.section("earlier").flatMap(section -> new EarlierReader(section).earlier());
        boolean measures = root.holdsMapping("load")
                && root.section("load").filter(it -> it.has("ramp-until")).isPresent()
                && !root.has("tune");
        requirePresent(root, measures, live.asked());
        if (measures && root.has("goal")) {
            root.problem(
                    "goal",
                    "needs something to tune; name it under tune, or remove the goal and have the breaking rate measured");
        }
        var contradictions = new Contradictions(root);
        space.ifPresent(it -> {
            contradictions.between(it, fixed, ceiling);
            service.ifPresent(held -> contradictions.between(it, held));
        });
        Optional<Goal> wanted = goal;
        load.ifPresent(it -> {
            contradictions.between(it, wanted);
            it.ramp().ifPresent(ramp -> contradictions.between(ramp, wanted));
        });
        if (!live.asked() && root.has("guard")) {
            root.problem("guard", "is for load: live alone; remove it, or say load: live");
        }
        if (live.asked()) {
            live.contradictions(goal, space, service);
            goal = Optional.of(goal.orElse(Goal.HIGHEST));
        }
        if (measures) {
            space = Optional.of(new SearchSpace(Map.of()));
            goal = Optional.of(Goal.HIGHEST);
        }
        if (service.isEmpty() || load.isEmpty() || space.isEmpty() || goal.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Experiment(
                name,
                new Experiment.Subject(service.get(), database),
                load.get(),
                new Experiment.Scope(space.get(), fixed),
                new Experiment.Aim(goal.get(), ceiling),
                new Experiment.Effort(budget, precision, stop, seed),
                earlier));
    }

    /**
     * @param measures whether the run only measures where the service breaks
     * @param live whether it compares sizes under the service's own traffic
     */
    private static void requirePresent(Section root, boolean measures, boolean live) {
        require(root, "service", "say how to start or attach to the service");
        require(root, "load", "say which load to put on the service; the goal is measured under it");
        if (!measures) {
            require(root, "tune", "name what to tune, such as pool: 2..100");
        }
        if (!measures && !live) {
            require(root, "goal", "name it, such as throughput: \">= 150/s\" or throughput: max");
        }
    }

    private static void require(Section root, String key, String advice) {
        if (!root.has(key)) {
            root.missing(key, advice);
        }
    }

    static String name(String text) {
        if (text.isBlank() || text.length() > 100) {
            throw new BadQuantity("1 to 100 characters", text.isBlank() ? "empty" : text.length() + " characters");
        }
        if (!PlainText.isLine(text.strip())) {
            throw new BadQuantity("a text on one line, without control characters", Values.quoted(text));
        }
        return text.strip();
    }

    private static Share precision(String text) {
        String bound = "a share from 0.5% to 50%, such as 3%";
        Share share = Share.parse(text);
        if (share.fraction() < 0.005 || share.fraction() > 0.5) {
            throw new BadQuantity(bound, text);
        }
        return share;
    }

    private static Goal goal(Section section) {
        Optional<Optional<Rate>> throughput =
                section.required("throughput", ExperimentReader::throughput, "name it as \">= 150/s\" or max");
        Optional<Share> errors = section.value("errors", text -> Share.parse(withoutBound(text)));
        Optional<Duration> p99 = section.value(
                "p99",
                text -> duration(Duration.ofMillis(1), Duration.ofMinutes(10)).apply(withoutBound(text)));
        Optional<Share> margin = section.value("margin", ExperimentReader::margin);
        if (margin.isPresent() && throughput.orElse(Optional.empty()).isPresent()) {
            section.problem("margin", "belongs to throughput: max; remove it, or set throughput: max");
        }
        section.rejectUnknownKeys();
        return new Goal(throughput.orElse(Optional.empty()), errors, p99, margin.orElse(Goal.USUAL_MARGIN));
    }

    private static Share margin(String text) {
        Share share = Share.parse(text);
        if (share.fraction() < Goal.LEAST_MARGIN || share.fraction() > Goal.MOST_MARGIN) {
            throw new BadQuantity("a share from 0.5% to 30%, such as 3%", text);
        }
        return share;
    }

    private static Optional<Rate> throughput(String text) {
        String stripped = text.strip();
        if (stripped.equals("max")) {
            return Optional.empty();
        }
        try {
            return Optional.of(Rate.parse(stripped.startsWith(">=") ? stripped.substring(2) : stripped));
        } catch (BadQuantity bad) {
            throw new BadQuantity("\">= 150/s\" (a rate greater than 0) or max", Values.quoted(text));
        }
    }

    private static String withoutBound(String text) {
        return text.strip().startsWith("<=") ? text.strip().substring(2) : text;
    }

    private static Ceiling ceiling(Section section) {
        int instances = section.value("instances", integer(1, 100_000)).orElse(1);
        Share share = section.value("share", Share::parse).orElse(new Share(0.8));
        if (share.fraction() == 0) {
            section.problem("share", "must be greater than 0, but is " + share);
        }
        Optional<Integer> connections = section.value("max-connections", integer(1, 1_000_000));
        section.rejectUnknownKeys();
        return new Ceiling(instances, share, connections.map(OptionalInt::of).orElse(OptionalInt.empty()));
    }

    /** Reads a budget given on the command line, such as {@code 5m}. */
    public static Duration budget(String text) {
        return duration(Duration.ofSeconds(10), Duration.ofHours(24)).apply(text);
    }
}
