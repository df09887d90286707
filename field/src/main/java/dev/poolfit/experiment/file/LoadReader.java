package dev.poolfit.experiment.file;

import static dev.poolfit.experiment.file.Values.duration;
import static dev.poolfit.experiment.file.Values.integer;

import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Load.Request;
import dev.poolfit.experiment.Load.Shape;
import dev.poolfit.experiment.Script;
import dev.poolfit.experiment.Sessions;
import dev.poolfit.experiment.Transport;
import dev.poolfit.experiment.ValueTable;
import dev.poolfit.units.BadQuantity;
import dev.poolfit.units.Rate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Reads the section {@code load}. */
final class LoadReader {
    private static final int MOST_USERS = 100_000;

    private final Path folder;
    private final ScriptReader scripts;

    /**
     * @param folder the experiment file's, from which the paths of other files go
     */
    LoadReader(Path folder, ScriptReader scripts) {
        this.folder = folder;
        this.scripts = scripts;
    }

    Optional<Load> load(Section section) {
        return ScriptReader.asked(section) ? scripted(section) : built(section);
    }

    private Optional<Load> scripted(Section section) {
        Optional<Shape> shape =
                section.has("users") || section.has("stages") ? shape(section) : Optional.of(new Load.Scripted());
        Set<String> allowed = new TreeSet<>(section.texts("allow-hosts"));
        Optional<Script> script = scripts.script(section, allowed);
        section.rejectUnknownKeys();
        return script.flatMap(it -> shape.map(known -> Load.of(it, known, allowed)));
    }

    private Optional<Load> built(Section section) {
        Optional<Shape> shape = shape(section);
        Optional<Duration> think = section.value("think", duration(Duration.ZERO, Duration.ofHours(1)));
        Optional<Duration> timeout = section.value("timeout", duration(Duration.ofMillis(1), Duration.ofMinutes(10)));
        Transport transport = transport(section);
        Set<String> allowed = new TreeSet<>(section.texts("allow-hosts"));
        List<ValueTable> tables = section.section("data")
                .map(new ValueTableReader(folder)::tables)
                .orElse(List.of());
        Optional<RequestReader> login = section.section("login").map(each -> new RequestReader(each, false));
        List<RequestReader> readers = section.sections("requests").stream()
                .map(each -> new RequestReader(each, true))
                .toList();
        if (readers.isEmpty()) {
            section.missing("requests", "name at least one, such as - get: http://127.0.0.1:8080/stocks/{1..1000}");
        }
        Predicate<String> inTables = name -> tables.stream().anyMatch(table -> table.gives(name));
        Predicate<String> fromResponses = name -> Stream.concat(login.stream(), readers.stream())
                .anyMatch(reader -> reader.gives().contains(name));
        Optional<Request> loginRequest = login.flatMap(reader -> reader.request(allowed, inTables));
        List<Request> requests = readers.stream()
                .flatMap(reader -> reader.request(allowed, inTables.or(fromResponses)).stream())
                .toList();
        long weights = requests.stream().mapToLong(Request::weight).sum();
        if (weights > Integer.MAX_VALUE) {
            section.problem(
                    "requests", "must have weights of at most " + Integer.MAX_VALUE + " together, but have " + weights);
        }
        boolean cookies = section.value("cookies", Values.flag()).orElse(true);
        int turns = section.value("sessions", integer(1, MOST_USERS)).orElse(Sessions.USUAL_TURNS);
        contradictions(section);
        section.rejectUnknownKeys();
        if (shape.isEmpty() || requests.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Load(
                shape.get(),
                think.orElse(Duration.ZERO),
                requests,
                timeout.orElse(Duration.ofSeconds(60)),
                allowed,
                new Sessions(cookies, turns, loginRequest, tables),
                transport,
                Optional.empty()));
    }

    private static void contradictions(Section section) {
        String open = section.has("rate") ? "rate" : "ramp-until";
        if (opens(section) && section.has("think")) {
            section.problem(
                    "think",
                    "contradicts load." + open + " in line " + section.line(open)
                            + ": open load has no users who could think; remove it");
        }
        if (section.has("sessions") && !opens(section)) {
            section.problem(
                    "sessions", "is for open load (rate) alone: in closed load each user has its own; remove it");
        }
    }

    private static boolean opens(Section section) {
        return section.has("rate")
                || section.section("ramp-until")
                        .filter(ramp -> ramp.has("rate"))
                        .isPresent();
    }

    private Transport transport(Section section) {
        boolean http2 = section.value("http", LoadReader::http2).orElse(false);
        Optional<Section> tls = section.section("tls");
        boolean insecure =
                tls.flatMap(it -> it.value("insecure", Values.flag())).orElse(false);
        Optional<Path> authority = tls.flatMap(it -> it.value("ca", text -> authority(text, it.readsFiles())));
        tls.ifPresent(it -> {
            if (insecure && it.has("ca")) {
                it.problem("ca", "contradicts load.tls.insecure in line " + it.line("insecure") + "; keep one");
            }
            it.rejectUnknownKeys();
        });
        return new Transport(http2, insecure, authority);
    }

    private static boolean http2(String text) {
        return switch (text.strip()) {
            case "1.1" -> false;
            case "2" -> true;
            default -> throw new BadQuantity("1.1 or 2", Values.quoted(text));
        };
    }

    private Path authority(String text, boolean really) {
        Path file = Values.path(folder, text);
        if (really && !(Files.isRegularFile(file) && Files.isReadable(file))) {
            throw new BadQuantity("a PEM file with certificates", file + ", which cannot be read");
        }
        return file;
    }

    private static Optional<Shape> shape(Section section) {
        List<String> given = Stream.of("users", "rate", "stages", "ramp-until")
                .filter(section::has)
                .toList();
        if (given.size() > 1) {
            section.problem(
                    given.get(1),
                    "contradicts load." + given.get(0) + " in line " + section.line(given.get(0))
                            + "; keep one of users, rate, stages and ramp-until");
        }
        if (given.isEmpty()) {
            section.missing(
                    "users",
                    "say how many users (closed load), or rate: 150/s (open load), or stages, ramp-until, k6 or jmeter");
        }
        Optional<Shape> users = section.value("users", integer(1, MOST_USERS)).map(Load.Users::new);
        Optional<Shape> rate = section.value("rate", Rate::parse).map(Load.Open::new);
        var stages = new ArrayList<Load.Stage>();
        for (Section each : section.sections("stages")) {
            var length = each.required("for", duration(Duration.ofSeconds(1), Duration.ofHours(24)), "such as 20s");
            var target = each.required("users", integer(0, MOST_USERS), "the users at the end of the stage");
            each.rejectUnknownKeys();
            length.ifPresent(it -> target.ifPresent(count -> stages.add(new Load.Stage(it, count))));
        }
        if (section.has("stages") && stages.stream().allMatch(stage -> stage.users() == 0)) {
            section.problem("stages", "must have a stage with users");
            return Optional.empty();
        }
        Optional<Shape> staged = stages.isEmpty() ? Optional.empty() : Optional.of(new Load.Stages(stages));
        Optional<Shape> ramp = section.section("ramp-until").flatMap(RampReader::ramp);
        return users.or(() -> rate).or(() -> staged).or(() -> ramp);
    }
}
