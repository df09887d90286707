package dev.poolfit.experiment.file;

import dev.poolfit.experiment.Script;
import dev.poolfit.experiment.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads {@code k6} and {@code jmeter} of the section {@code load}. */
final class ScriptReader {
    private static final String ARGUMENTS = "{args}";
    private static final long LARGEST_PLAN = 16 << 20;

    private final Path folder;
    private final boolean looking;

    /**
     * @param folder the experiment file's folder, from where a relative path leads
     * @param looking whether the script must be there and is looked into
     */
    ScriptReader(Path folder, boolean looking) {
        this.folder = folder;
        this.looking = looking;
    }

    static boolean asked(Section load) {
        return load.has("k6") || load.has("jmeter");
    }

    Optional<Script> script(Section load, Set<String> allowedHosts) {
        String tool = load.has("k6") ? "k6" : "jmeter";
        for (String other : List.of("jmeter", "requests", "rate", "ramp-until", "think", "timeout")) {
            if (!other.equals(tool) && load.has(other)) {
                load.problem(
                        other,
                        "contradicts load." + tool + " in line " + load.line(tool)
                                + (other.equals("jmeter")
                                        ? "; keep one"
                                        : ": the script says that itself; remove one"));
            }
        }
        return tool.equals("k6") ? k6(load) : jmeter(load, allowedHosts);
    }

    private Optional<Script> k6(Section load) {
        if (!load.holdsMapping("k6")) {
            return file(load, "k6").map(file -> new Script.K6(file, name(load, "k6"), "k6", Map.of(), List.of()));
        }
        Section section = load.section("k6").orElseThrow();
        Optional<Path> file = required(section, "script", "such as script: shop.js");
        String command = command(section, "k6");
        Map<String, Secret> environment = section.variables("env");
        List<String> segments = section.texts("segments");
        if (section.has("segments") && segments.size() < 2) {
            section.problem(
                    "segments",
                    "must be at least 2 commands, but are " + segments.size() + "; for one process leave it out");
        }
        for (String segment : segments) {
            if (!segment.contains(ARGUMENTS)) {
                section.problem(
                        "segments",
                        "must each hold {args} where k6's arguments go, such as \"ssh load1 k6 {args}\", but one is \""
                                + segment + "\"");
            }
        }
        if (!segments.isEmpty() && section.has("command")) {
            section.problem(
                    "command",
                    "contradicts segments in line " + section.line("segments") + ", which name their own; remove it");
        }
        if (!segments.isEmpty() && file.filter(ScriptReader::needsQuotes).isPresent()) {
            section.problem(
                    "script",
                    "must have a path of letters, digits and . _ / - only, since shells on other machines read it, but is "
                            + file.orElseThrow());
        }
        section.rejectUnknownKeys();
        return file.map(it -> new Script.K6(it, name(section, "script"), command, environment, segments));
    }

    private static boolean needsQuotes(Path file) {
        return !file.toString().matches("[A-Za-z0-9._/-]+");
    }

    private Optional<Script> jmeter(Section load, Set<String> allowedHosts) {
        if (load.has("stages")) {
            load.problem("stages", "cannot be handed to JMeter; let the plan's thread group ramp, or say users");
        }
        if (!load.holdsMapping("jmeter")) {
            Optional<Script.Jmeter> plan =
                    file(load, "jmeter").map(file -> new Script.Jmeter(file, name(load, "jmeter"), "jmeter", Map.of()));
            return plan.map(it -> lookedInto(it, load, "jmeter", load, allowedHosts));
        }
        Section section = load.section("jmeter").orElseThrow();
        String command = command(section, "jmeter");
        Map<String, Secret> properties = section.variables("properties");
        Optional<Script.Jmeter> plan = required(section, "plan", "such as plan: shop.jmx")
                .map(file -> new Script.Jmeter(file, name(section, "plan"), command, properties));
        section.rejectUnknownKeys();
        return plan.map(it -> lookedInto(it, section, "plan", load, allowedHosts));
    }

    /** Returns the last part of the path as the file writes it. */
    private static String name(Section section, String key) {
        String path = section.shown(key).strip();
        int slash = path.lastIndexOf('/');
        return slash < 0 || path.endsWith("}") ? path : path.substring(slash + 1);
    }

    private Script lookedInto(
            Script.Jmeter script, Section section, String key, Section load, Set<String> allowedHosts) {
        if (!looking) {
            return script;
        }
        if (isLarge(script.file())) {
            section.problem(key, "must be at most 16 MiB, but is larger; is it a JMeter plan?");
            return script;
        }
        Map<String, Secret> known = new LinkedHashMap<>(script.properties());
        load.value("users", text -> text).ifPresent(users -> known.put("users", new Secret(users.strip())));
        var plan = new JmeterPlan(script.file(), known, allowedHosts);
        plan.malformed().ifPresent(why -> section.problem(key, "is not a JMeter plan: " + why));
        plan.leaks().forEach(leak -> section.problem(key, leak));
        requireAskedFor(plan, load);
        Map<String, Secret> properties = new LinkedHashMap<>(script.properties());
        plan.assumed().forEach((name, value) -> properties.putIfAbsent(name, new Secret(value)));
        return new Script.Jmeter(script.file(), script.name(), script.command(), properties, plan.end(), plan.lacks());
    }

    private static boolean isLarge(Path file) {
        try {
            return Files.size(file) > LARGEST_PLAN;
        } catch (IOException unreadable) {
            return false; // whoever reads it says so
        }
    }

    private static void requireAskedFor(JmeterPlan plan, Section load) {
        if (load.has("users") && plan.malformed().isEmpty() && !plan.asksFor("users")) {
            load.problem(
                    "users",
                    "would change nothing: the plan does not ask for it; write ${__P(users)} as the number of threads of"
                            + " its thread group, or remove load.users");
        }
    }

    private Optional<Path> required(Section section, String key, String advice) {
        if (!section.has(key)) {
            section.missing(key, advice);
        }
        return file(section, key);
    }

    private Optional<Path> file(Section section, String key) {
        Optional<Path> file = section.value(key, text -> Values.path(folder, text));
        if (looking && file.isPresent() && !Files.isRegularFile(file.get())) {
            section.problem(
                    key,
                    "must be a file, but there is none at " + file.get()
                            + "; the path leads from the experiment file's folder");
        }
        return file.filter(path -> !looking || Files.isRegularFile(path)).map(Path::toAbsolutePath);
    }

    /** Returns a command: with a slash from the experiment file's folder, without one from the PATH. */
    private String command(Section section, String usual) {
        return section.value(
                        "command",
                        text -> text.indexOf('/') >= 0
                                ? Values.path(folder, text).toString()
                                : Values.text(text).strip())
                .orElse(usual);
    }
}
