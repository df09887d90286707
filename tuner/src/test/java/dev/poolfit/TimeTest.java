package dev.poolfit;

import static com.tngtech.archunit.lang.conditions.ArchConditions.not;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnitReference;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import dev.poolfit.load.LoadEngine;
import dev.poolfit.load.http.VertxLoadEngine;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * No test times anything in real seconds: a slow machine would decide it. What is asserted of time is asserted in virtual
 * time or is an invariant; what is to be timed belongs to {@code benchmarks/}. A class that must read a clock for another
 * reason is in the list below with that reason, for a reviewer to judge.
 */
class TimeTest {
    private static final JavaClasses TESTS = new ClassFileImporter().importPaths(Modules.each("target/test-classes"));

    /** Clocks, pauses, limits of time and readings of CPU, memory or load. */
    private static final Pattern CLOCK = Pattern.compile(String.join(
            "|",
            "java\\.lang\\.System\\.(nanoTime|currentTimeMillis)",
            "java\\.time\\.(Instant|LocalDateTime|LocalTime|ZonedDateTime|OffsetDateTime)\\.now",
            "java\\.time\\.(Clock\\.(system|tick).*|InstantSource\\.system)",
            "dev\\.poolfit\\.trial\\.SystemTime\\..*",
            "java\\.lang\\.Thread\\.sleep|java\\.util\\.concurrent\\.TimeUnit\\.sleep",
            "java\\.util\\.concurrent\\.locks\\.LockSupport\\.park(Nanos|Until)",
            "org\\.awaitility\\.Awaitility\\..*",
            "org\\.awaitility\\.core\\.ConditionFactory\\.(atMost|atLeast|between|during|timeout|forever)",
            "org\\.junit\\.jupiter\\.api\\.Assertions\\.assertTimeout.*",
            "org\\.assertj\\.core\\.api\\..*\\.(succeedsWithin|failsWithin|completesWithin)",
            "java\\.lang\\.ProcessHandle\\$Info\\.(totalCpuDuration|startInstant)",
            "java\\.lang\\.management\\.(ThreadMXBean\\.get.*Time|MemoryMXBean\\..*|OperatingSystemMXBean\\..*)",
            "java\\.lang\\.Runtime\\.(freeMemory|totalMemory)"));

    private static final Map<String, String> MAY_READ_A_CLOCK = Map.ofEntries(
            Map.entry("testing.Patience", "the one guard against tests that hang"),
            Map.entry("testing.RealClock", "for programs under test, read by no test"),
            Map.entry("load.http.VertxLoadEngineTest", "the service's own record, which response times never go below"),
            Map.entry("load.http.SelfMeterTest", "uses CPU by its own count, and moves the clock itself"),
            Map.entry("load.http.HugeService", "memory that is reachable after a collection"),
            Map.entry("results.LargeResultsIT", "memory that is reachable after a collection"),
            Map.entry("service.AgentIT", "bounds that the test took itself, before and after what it causes"),
            Map.entry("service.ProbesTest", "uses CPU by its own count"),
            Map.entry("service.HikariHandOff", "no test: run by hand, for docs/measurements.md"));

    /** Figures of a second of load that a busy machine changes; counts of requests and failures it does not. */
    private static final Set<String> FIGURES = Set.of("users", "latency", "due", "late", "cpu", "collecting");

    private static final Map<String, String> MAY_READ_FIGURES_OF_REAL_SECONDS = Map.ofEntries(
            Map.entry("load.http.VertxLoadEngineTest", "never below the service's own record; the number of users"),
            Map.entry("load.http.LoadFailuresTest", "a timeout is never early"),
            Map.entry("load.http.SessionsTest", "no more is due than the service answered"),
            Map.entry("load.tool.K6LoadEngineIT", "never below the service time; the number of users"),
            Map.entry("load.tool.JmeterLoadEngineIT", "never below the service time; the number of users"));

    @Test
    void no_test_reads_a_clock_or_waits_but_through_patience() {
        classes()
                .that()
                .doNotHaveFullyQualifiedName(TimeTest.class.getName())
                .should(not(use(CLOCK, MAY_READ_A_CLOCK.keySet())))
                .check(TESTS);
    }

    @Test
    void no_test_of_a_real_engine_reads_figures_that_a_busy_machine_changes() {
        Pattern figures = Pattern.compile(
                "dev\\.poolfit\\.(evidence\\.ClientSecond|load\\.Seconds)\\.(" + String.join("|", FIGURES) + ")");
        classes()
                .that(DescribedPredicate.describe("put real load", TimeTest::putsRealLoad))
                .should(not(use(figures, MAY_READ_FIGURES_OF_REAL_SECONDS.keySet())))
                .check(TESTS);
    }

    @Test
    void every_exception_is_still_one() {
        Set<String> unused = new TreeSet<>();
        Stream.concat(MAY_READ_A_CLOCK.keySet().stream(), MAY_READ_FIGURES_OF_REAL_SECONDS.keySet().stream())
                .filter(name ->
                        TESTS.stream().noneMatch(each -> each.getFullName().equals("dev.poolfit." + name)))
                .forEach(unused::add);
        assertThat(unused).isEmpty();
    }

    private static boolean putsRealLoad(JavaClass each) {
        return each.getDirectDependenciesFromSelf().stream()
                .map(dependency -> dependency.getTargetClass().getName())
                .anyMatch(Set.of(LoadEngine.class.getName(), VertxLoadEngine.class.getName())::contains);
    }

    private static ArchCondition<JavaClass> use(Pattern names, Set<String> excepted) {
        return new ArchCondition<>("use " + names) {
            @Override
            public void check(JavaClass each, ConditionEvents events) {
                String outermost = each.getName().replaceAll("\\$.*", "").replace("dev.poolfit.", "");
                Stream.concat(each.getAccessesFromSelf().stream(), each.getCodeUnitReferencesFromSelf().stream())
                        .distinct()
                        .filter(access -> names.matcher(name(access)).matches())
                        .forEach(access -> events.add(new SimpleConditionEvent(
                                each,
                                !excepted.contains(outermost),
                                access.getDescription()
                                        + ": put it into virtual time, into benchmarks/, or into TimeTest's list")));
            }
        };
    }

    private static String name(Object access) {
        AccessTarget target = access instanceof JavaCodeUnitReference<?> reference
                ? reference.getTarget()
                : ((JavaAccess<?>) access).getTarget();
        return target.getOwner().getName() + "." + target.getName();
    }
}
