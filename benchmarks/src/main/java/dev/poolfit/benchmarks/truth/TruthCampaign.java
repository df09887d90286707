package dev.poolfit.benchmarks.truth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Runs the whole program against live services whose law is known: {@code truth [RUNS [SEED [LAW...]]]}, three runs of each law
 * by default; {@code truth --laws} prints what is right; {@code truth --service [LAW...]} measures whether the services keep
 * their laws. {@code POOLFIT_JAR} names another build of the program. Every run stays in {@code benchmarks/target/truth}.
 */
public final class TruthCampaign {
    private static final int RUNS = 3;
    /** The runs of which one may be wrong: of 36 runs 34 are to be right. */
    private static final int RIGHT_OF = 18;

    private final Path home = Path.of(System.getProperty("poolfit.home", ".")).toAbsolutePath();
    private final Path folder = home.resolve(Path.of("benchmarks", "target", "truth"));
    private final Path jar = home.resolve(System.getenv()
            .getOrDefault(
                    "POOLFIT_JAR", Path.of("tuner", "target", "poolfit.jar").toString()));
    private final Map<Law, TrueCurve> curves = new EnumMap<>(Law.class);

    private TruthCampaign() {}

    public static void main(String[] arguments) throws Exception {
        var campaign = new TruthCampaign();
        String first = arguments.length > 0 ? arguments[0] : "" + RUNS;
        if (first.equals("--laws")) {
            System.out.println("| law | pools | goal | best /s | wanted /s | right pools |\n|---|---|---|---|---|---|");
            laws(arguments, 1)
                    .forEach(law -> System.out.println(campaign.curve(law).line()));
        } else if (first.equals("--service")) {
            new Calibration(campaign.folder.resolve("service")).print(laws(arguments, 1), campaign::curve);
        } else {
            long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : 1;
            System.exit(campaign.run(Integer.parseInt(first), seed, laws(arguments, 2)) ? 0 : 1);
        }
    }

    private static List<Law> laws(String[] arguments, int from) {
        return arguments.length > from
                ? Arrays.stream(arguments).skip(from).map(Law::of).toList()
                : Law.usual();
    }

    private TrueCurve curve(Law law) {
        return curves.computeIfAbsent(law, TrueCurve::new);
    }

    private boolean run(int runs, long seed, List<Law> laws) throws IOException, InterruptedException {
        System.out.println(Judgement.HEAD);
        var all = new ArrayList<Judgement>();
        for (int run = 1; run <= runs; run++) {
            for (Law law : laws) {
                Judgement judgement = run(law, run, seed + run - 1);
                System.out.println(judgement.line());
                all.add(judgement);
            }
        }
        long right = all.stream().filter(Judgement::right).count();
        System.out.println();
        for (String check : List.of("outcome", "rate", "pool", "finding", "no answer")) {
            long failed = all.stream().filter(each -> each.failed(check)).count();
            System.out.println(check + ": wrong in " + failed + " of " + all.size());
        }
        System.out.println("right in all: " + right + " of " + all.size());
        return (all.size() - right) * RIGHT_OF <= all.size();
    }

    private Judgement run(Law law, int run, long seed) throws IOException, InterruptedException {
        TrueCurve truth = curve(law);
        Path own = Files.createDirectories(folder.resolve(law.id() + "-" + System.currentTimeMillis() / 1000));
        try (var service = new RunningLaw(law, law.speed, Law.POOL, seed, own)) {
            return Judgement.of(truth, law, run, new TuneRun(jar, own).of(law, service.port(), seed));
        } catch (IOException unanswered) {
            return Judgement.none(law, run, "no answer: " + unanswered.getMessage());
        }
    }
}
