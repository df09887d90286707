package dev.poolfit.app;

import dev.poolfit.evidence.Observation;
import dev.poolfit.model.fit.Assumptions;
import dev.poolfit.model.fit.Fit;
import dev.poolfit.model.fit.Fitter;
import dev.poolfit.options.AssumeOption;
import dev.poolfit.process.ProcessIdentity;
import dev.poolfit.results.ResultsReader;
import dev.poolfit.verdict.comparison.Ending;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs commands of the program on damaged files, each damaged as its own number says, and judges how they end. It
 * touches no network and no other process: files are read, runs reported and notes looked at, nothing more.
 */
final class FuzzRun {
    private static final Pattern TRACE = Pattern.compile("\\n\\s+at \\S+\\(|Exception in thread|(?i)unexpected error");
    private static final Pattern FATAL =
            Pattern.compile("ran out of memory|StackOverflowError|is missing or of another");
    private static final Pattern TWO_STOPS = Pattern.compile("What to do: .*\\.\\.(?:\\R|$)");
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}&&[^\\t\\r\\n]]|[\\u2028\\u2029]");
    private static final Pattern SETTING = Pattern.compile("#.*| *[a-z-]+:(?: [\\w.]+)?(?:  #.*)?|");
    private static final List<String> FORMATS = List.of("table", "json", "csv");

    /** How a command ended; the fault is empty where there is none. */
    record Ending(String command, int exit, String said, String fault) {
        boolean sound() {
            return fault.isEmpty();
        }
    }

    private final FuzzSeeds seeds;
    private final BiFunction<List<Observation>, Assumptions, Fit> fitter;

    private FuzzRun(FuzzSeeds seeds, BiFunction<List<Observation>, Assumptions, Fit> fitter) {
        this.seeds = seeds;
        this.fitter = fitter;
    }

    /** Commands as users call them. */
    static FuzzRun whole(Path home) {
        return new FuzzRun(new FuzzSeeds(home.resolve("examples")), Fitter::fit);
    }

    /** The same, but that {@code predict} takes the model of one sound file for every file: to fit takes most of the time. */
    static FuzzRun quick(Path home) {
        Fit fit = Fitter.fit(
                ResultsReader.read(home.resolve("examples/results/stock-50ms.csv"))
                        .observations(),
                AssumeOption.read(List.of("threads=100,users=100,think=0s"), new ArrayList<>()));
        return new FuzzRun(new FuzzSeeds(home.resolve("examples")), (observations, assumptions) -> fit);
    }

    /**
     * Damages files and runs a command on them.
     *
     * @param seed says which files, which damage and which command
     * @param folder of this seed alone; made here, and removed unless there is a fault
     */
    Ending run(long seed, Path folder) throws IOException {
        Files.createDirectories(folder);
        var random = new SplittableRandom(seed);
        List<String> arguments = arguments(random, folder);
        Ending ending = arguments.isEmpty() ? new Ending("none", Main.DONE, "", "") : called(arguments, folder);
        if (ending.sound()) {
            delete(folder);
        } else {
            Files.writeString(
                    folder.resolve("fault.txt"),
                    String.join(" ", arguments) + "\nexit " + ending.exit + "\n" + ending.fault + "\n\n" + ending.said);
        }
        return ending;
    }

    /** Writes the files and says what to call; nothing where it could touch what it must not. */
    private List<String> arguments(RandomGenerator random, Path folder) throws IOException {
        var mutations = new Mutations(random);
        int kind = random.nextInt(20);
        if (kind < 9) {
            byte[] other = pick(seeds.experiments(), random);
            seeds.besides(folder);
            Path file = Files.write(folder.resolve("experiment.yaml"), pick(seeds.experiments(), random));
            boolean besides = random.nextInt(8) == 0;
            damage(
                    besides ? folder.resolve(pick(List.of("shop.jmx", "accounts.csv"), random)) : file,
                    other,
                    mutations);
            return List.of("tune", "--dry-run", file.toString());
        }
        if (kind < 16) {
            Path file = Files.write(
                    folder.resolve("results.csv"),
                    mutations.of(pick(seeds.results(), random), pick(seeds.results(), random)));
            return List.of(
                    "predict",
                    "--results",
                    file.toString(),
                    "--at",
                    "pool=5,20",
                    "--format",
                    pick(FORMATS, random),
                    "--assume",
                    "pool=10,threads=100,users=50");
        }
        if (kind < 18) {
            seeds.run(folder);
            String name = pick(List.of("trials.jsonl", "series/001.csv", "notes.json", "experiment.yaml"), random);
            damage(folder.resolve(name), pick(seeds.results(), random), mutations);
            return List.of("report", folder.toString(), "--format", pick(FORMATS, random));
        }
        byte[] note = mutations.of(seeds.note(), pick(seeds.experiments(), random));
        Files.write(folder.resolve("restore.json"), note);
        return harmless(note) ? List.of("restore", folder.toString(), "--trust") : List.of();
    }

    private static void damage(Path file, byte[] other, Mutations mutations) throws IOException {
        Files.write(file, mutations.of(Files.readAllBytes(file), other));
    }

    /** Whether a note names neither a process that runs nor an address. */
    private static boolean harmless(byte[] note) {
        try {
            JsonNode root = new JsonMapper().readTree(note);
            return root.findValues("jmx").isEmpty()
                    && root.findValues("process").stream()
                            .flatMap(process -> ProcessIdentity.parse(process.asString("")).stream())
                            .noneMatch(
                                    process -> ProcessHandle.of(process.pid()).isPresent());
        } catch (JacksonException unreadable) {
            return true;
        }
    }

    private Ending called(List<String> arguments, Path folder) throws IOException {
        var said = new ByteArrayOutputStream();
        PrintStream out = System.out;
        PrintStream err = System.err;
        int exit;
        try (var stream = new PrintStream(said, true, StandardCharsets.UTF_8)) {
            System.setOut(stream);
            System.setErr(stream);
            exit = Main.commandLine(new CommandLine.IFactory() {
                        @Override
                        public <K> K create(Class<K> type) throws Exception {
                            return type == PredictCommand.class
                                    ? type.cast(new PredictCommand(fitter))
                                    : CommandLine.defaultFactory().create(type);
                        }
                    })
                    .execute(arguments.toArray(String[]::new));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
        String text = said.toString(StandardCharsets.UTF_8);
        return new Ending(arguments.get(0), exit, text, fault(exit, text, folder));
    }

    private static String fault(int exit, String said, Path folder) throws IOException {
        if (exit < Main.DONE || exit > Main.ENVIRONMENT_FAILED) {
            return "the exit code is none of the contract";
        }
        if (exit != Main.DONE && said.isBlank()) {
            return "it failed without a word";
        }
        for (Pattern each : List.of(TRACE, FATAL, TWO_STOPS, CONTROL)) {
            var found = each.matcher(said);
            if (found.find()) {
                return "it said " + found.group().strip();
            }
        }
        Path settings = folder.resolve("application-poolfit.yml");
        return Files.exists(settings) ? injected(Files.readString(settings)) : "";
    }

    /** A line among the settings to paste that is neither a comment nor a setting, as YAML 1.1 sees lines. */
    private static String injected(String settings) {
        for (String line : settings.split("\\R|[\\u0085\\u2028\\u2029]")) {
            if (!SETTING.matcher(line).matches()) {
                return "application-poolfit.yml has the line " + line;
            }
        }
        return "";
    }

    private static <T> T pick(List<T> choices, RandomGenerator random) {
        return choices.get(random.nextInt(choices.size()));
    }

    private static void delete(Path folder) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path each, @Nullable IOException failed) throws IOException {
                Files.delete(each);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /**
     * Runs the seeds from the first to the one before the second and prints a line before and after each, for a program
     * that measures and watches this one.
     *
     * @param arguments the home of Poolfit, the folder for faults, the first seed and the one after the last
     */
    public static void main(String[] arguments) throws IOException {
        FuzzRun fuzz = whole(Path.of(arguments[0]));
        Path folder = Path.of(arguments[1]);
        long end = Long.parseLong(arguments[3]);
        for (long seed = Long.parseLong(arguments[2]); seed < end; seed++) {
            System.out.println("begin " + seed);
            Ending ending = fuzz.run(seed, folder.resolve("" + seed));
            System.out.println("end " + ending.command() + " " + ending.exit() + " "
                    + ending.fault().lines().findFirst().orElse(""));
        }
        System.exit(0);
    }
}
