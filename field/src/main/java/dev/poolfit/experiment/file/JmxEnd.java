package dev.poolfit.experiment.file;

import dev.poolfit.experiment.LoadEnd;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds where the load of a JMeter plan is over by itself: after the loops of its thread groups, their time, or the
 * rows of a data file at whose end threads stop. What the plan alone does not say counts as going on.
 */
final class JmxEnd {
    private static final Set<String> SAMPLERS = Set.of("HTTPSamplerProxy", "HTTPSampler", "HTTPSampler2");
    /** The elements below which each sampler is sent once an iteration. */
    private static final Set<String> PLAIN =
            Set.of("GenericController", "TransactionController", "RecordingController");
    /** The elements within which an iteration may never end, or nobody can tell what it sends. */
    private static final Set<String> UNBOUNDED = Set.of("WhileController", "RunTime", "ModuleController");

    private static final String LOOPS = "LoopController.loops";
    private static final long LARGEST_FILE = 64 << 20;

    private final List<JmxElement> elements;
    private final JmxVariables variables;
    private final Path plan;

    /** @param plan from whose folder the paths of data files lead */
    JmxEnd(List<JmxElement> elements, JmxVariables variables, Path plan) {
        this.elements = elements;
        this.variables = variables;
        this.plan = plan;
    }

    Optional<LoadEnd> end() {
        var ends = new ArrayList<Optional<LoadEnd>>();
        List<JmxElement> shared = below(-1);
        for (int i = 0; i < elements.size(); i++) {
            JmxElement each = elements.get(i);
            if (each.tag().equals("ThreadGroup")) {
                ends.add(end(each, below(i), shared));
            } else if (isGroup(each)
                    && !Set.of("SetupThreadGroup", "PostThreadGroup").contains(each.tag())) {
                return Optional.empty();
            }
        }
        return LoadEnd.ofAll(ends);
    }

    /** Returns what stands after an element up to the next thread group. */
    private List<JmxElement> below(int index) {
        return elements.stream()
                .skip(index + 1)
                .takeWhile(each -> !isGroup(each) && !each.tag().equals("TestFragmentController"))
                .toList();
    }

    private static boolean isGroup(JmxElement element) {
        return element.tag().endsWith("ThreadGroup");
    }

    private Optional<LoadEnd> end(JmxElement group, List<JmxElement> inside, List<JmxElement> shared) {
        Optional<Duration> time = time(group);
        OptionalLong threads = number(group, "ThreadGroup.num_threads");
        OptionalLong loops = number(group, LOOPS);
        boolean bounded = inside.stream().noneMatch(each -> UNBOUNDED.contains(each.tag()) || loopsForever(each));
        if (bounded && threads.isPresent() && loops.isPresent() && loops.getAsLong() >= 0) {
            OptionalLong rows = rows(Stream.concat(shared.stream(), inside.stream()), threads.getAsLong());
            long iterations = threads.getAsLong() * loops.getAsLong();
            return Optional.of(
                    rows.isPresent() && rows.getAsLong() < iterations
                            ? new LoadEnd(LoadEnd.Cause.ROWS, rows.getAsLong(), time)
                            : counted(iterations, inside, time));
        }
        OptionalLong rows = rows(Stream.concat(shared.stream(), inside.stream()), threads.orElse(1));
        return bounded && rows.isPresent()
                ? Optional.of(new LoadEnd(LoadEnd.Cause.ROWS, rows.getAsLong(), time))
                : time.map(LoadEnd::after);
    }

    private static LoadEnd counted(long iterations, List<JmxElement> inside, Optional<Duration> time) {
        boolean plain = inside.stream().map(JmxElement::tag).allMatch(tag -> PLAIN.contains(tag) || !decides(tag));
        long samplers =
                inside.stream().filter(each -> SAMPLERS.contains(each.tag())).count();
        return plain
                ? new LoadEnd(LoadEnd.Cause.REQUESTS, iterations * samplers, time)
                : new LoadEnd(LoadEnd.Cause.ITERATIONS, iterations, time);
    }

    /** Returns whether an element says how often what lies below it is sent. */
    private static boolean decides(String tag) {
        return tag.endsWith("Controller") || tag.equals("InterleaveControl") || tag.equals("TestAction");
    }

    private boolean loopsForever(JmxElement element) {
        OptionalLong loops = number(element, LOOPS);
        return element.tag().equals("LoopController") && (loops.isEmpty() || loops.getAsLong() < 0);
    }

    private Optional<Duration> time(JmxElement group) {
        long delay = number(group, "ThreadGroup.delay").orElse(0);
        return group.is("ThreadGroup.scheduler", "true")
                ? number(group, "ThreadGroup.duration").stream()
                        .filter(each -> each > 0)
                        .mapToObj(each -> Duration.ofSeconds(Math.max(0, delay) + each))
                        .findFirst()
                : Optional.empty();
    }

    private OptionalLong number(JmxElement element, String property) {
        return element.values(property).stream()
                .map(variables::resolved)
                .filter(text -> text.matches("-?\\d{1,9}"))
                .mapToLong(Long::parseLong)
                .reduce((first, last) -> last);
    }

    /** Counts the rows of the data files at whose end threads stop, the fewest; none where no file ends them. */
    private OptionalLong rows(Stream<JmxElement> beside, long threads) {
        return beside.filter(each -> each.tag().equals("CSVDataSet"))
                .filter(each -> each.is("recycle", "false") && each.is("stopThread", "true"))
                .flatMapToLong(each -> rows(each).stream()
                        .map(rows -> each.is("shareMode", "shareMode.thread") ? rows * threads : rows))
                .min();
    }

    private OptionalLong rows(JmxElement data) {
        Optional<Path> file = file(data).filter(Files::isReadable);
        boolean heading = data.is("ignoreFirstLine", "true")
                || data.values("variableNames").stream().allMatch(String::isEmpty);
        try {
            if (file.isEmpty() || Files.size(file.get()) > LARGEST_FILE) {
                return OptionalLong.empty();
            }
            // Every charset that JMeter knows of has this byte at the ends of lines alone, but for UTF-16.
            String text = Files.readString(file.get(), StandardCharsets.ISO_8859_1);
            return OptionalLong.of(Math.max(0, text.lines().count() - (heading ? 1 : 0)));
        } catch (IOException unreadable) {
            return OptionalLong.empty();
        }
    }

    private Optional<Path> file(JmxElement data) {
        return data.values("filename").stream()
                .reduce((first, last) -> last)
                .map(variables::resolved)
                .filter(name -> !name.isEmpty() && !name.contains("${") && !name.startsWith("~"))
                .flatMap(this::path);
    }

    private Optional<Path> path(String name) {
        try {
            return Optional.of(plan.resolveSibling(name));
        } catch (InvalidPathException unfit) {
            return Optional.empty();
        }
    }

    /** Returns data files that are not there, a sentence's end for each. */
    List<String> lacks() {
        return elements.stream()
                .filter(each -> each.tag().equals("CSVDataSet"))
                .flatMap(each -> file(each).filter(file -> !Files.isReadable(file)).stream()
                        .map(file -> "reads " + file + " in " + each.title()
                                + (Files.exists(file) ? ", which cannot be read" : ", which does not exist")))
                .distinct()
                .toList();
    }
}
