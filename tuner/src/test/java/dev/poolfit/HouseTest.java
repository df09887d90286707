package dev.poolfit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnitReference;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Trial;
import dev.poolfit.trial.SystemTime;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The house stands as docs/decisions.md draws it: who may import whom, no cycles, and only the app speaks to the streams. */
class HouseTest {
    private static final JavaClasses HOUSE = new ClassFileImporter().importPaths(Modules.each("target/classes"));

    /** The rooms, from the ground up, and whose classes each may use; a room's own name opens its inner rooms, too. */
    private static final Map<String, String> MAY_IMPORT = Map.ofEntries(
            Map.entry("wire", ""),
            Map.entry("metered", ""),
            Map.entry("prometheus", "units experiment evidence metered"),
            Map.entry("units", ""),
            Map.entry("process", "units"),
            Map.entry("experiment", "units"),
            Map.entry("experiment.file", "units experiment"),
            Map.entry("plan", "units experiment"),
            Map.entry("evidence", "units experiment plan"),
            Map.entry("load", "units experiment evidence"),
            Map.entry("load.http", "units experiment evidence load"),
            Map.entry("load.tool", "units experiment evidence process load"),
            Map.entry("service", "units experiment evidence process service.helper holders limiter database wire"),
            Map.entry("limiter", "experiment evidence.live wire"),
            Map.entry("evidence.live", ""),
            Map.entry("trial.live", "units experiment evidence evidence.live limiter trial"),
            Map.entry("database", "units experiment plan evidence"),
            Map.entry("service.helper", "units experiment evidence"),
            Map.entry("trial", "units experiment experiment.file plan evidence load service limiter"),
            Map.entry("journal", "units experiment experiment.file plan evidence evidence.live process"),
            Map.entry("results", "units experiment evidence results.heading"),
            Map.entry("results.heading", ""),
            Map.entry("model", "units experiment plan evidence"),
            Map.entry("model.replay", ""),
            Map.entry("model.metered", "metered model.replay"),
            Map.entry("model.solver", "units experiment plan evidence model"),
            Map.entry("model.simulation", "units experiment plan evidence model model.solver"),
            Map.entry("model.fit", "units experiment plan evidence model model.solver model.simulation"),
            Map.entry("draft", "units experiment"),
            Map.entry("holders", "units evidence database wire"),
            Map.entry("configuration", "units experiment experiment.file evidence database"),
            Map.entry("verdict.reason", "experiment evidence"),
            Map.entry(
                    "verdict",
                    "units experiment plan evidence model model.solver model.simulation model.fit verdict.reason"),
            Map.entry("verdict.setting", "units experiment plan evidence model verdict verdict.reason"),
            Map.entry("verdict.comparison", "units experiment plan evidence verdict verdict.reason verdict.setting"),
            Map.entry("verdict.rule", "units experiment plan evidence verdict"),
            Map.entry(
                    "verdict.forecast",
                    "units experiment plan evidence model model.solver model.simulation model.fit verdict"
                            + " verdict.reason verdict.setting verdict.comparison verdict.rule"),
            Map.entry(
                    "verdict.search",
                    "units experiment plan evidence model model.solver model.simulation model.fit verdict"
                            + " verdict.reason verdict.setting verdict.comparison verdict.rule verdict.forecast"),
            Map.entry(
                    "verdict.knob",
                    "units experiment plan evidence model.fit verdict verdict.reason verdict.setting"
                            + " verdict.comparison verdict.rule verdict.search"),
            Map.entry(
                    "verdict.earlier",
                    "units experiment plan evidence model.fit verdict verdict.setting verdict.rule verdict.search"),
            Map.entry(
                    "verdict.diagnosis",
                    "units experiment plan evidence model model.solver model.simulation model.fit verdict verdict.search"),
            Map.entry("verdict.sizing", "evidence model.replay"),
            Map.entry("verdict.live", "units experiment evidence evidence.live model.replay verdict.sizing"),
            Map.entry("verdict.fleet", "metered model.metered model.replay verdict.sizing"),
            Map.entry(
                    "report",
                    "units experiment plan evidence model model.solver model.simulation model.fit verdict"
                            + " verdict.reason verdict.setting verdict.search verdict.earlier verdict.diagnosis"),
            Map.entry("report.holders", "units evidence holders database report"),
            Map.entry("report.sizing", "units evidence model.replay verdict.sizing report"),
            Map.entry(
                    "report.live",
                    "units experiment evidence evidence.live model.replay verdict.live verdict.sizing report"
                            + " report.sizing"),
            Map.entry("report.fleet", "units metered model.replay verdict.sizing verdict.fleet report"),
            Map.entry(
                    "watch",
                    "units experiment evidence evidence.live limiter trial trial.live verdict.live load journal holders service database configuration model.replay"
                            + " prometheus verdict.sizing verdict.fleet report report.holders report.fleet"),
            Map.entry("options", "units experiment model model.fit prometheus report"),
            Map.entry("compare", "units experiment evidence verdict report"),
            Map.entry("gate", "units experiment evidence report"),
            Map.entry("live", "units experiment plan evidence report"),
            Map.entry("studies", "units experiment experiment.file process"));

    /** Uses every room and is used by none. */
    private static final String APP = "app";

    private static final int MOST_CLASSES = 45;

    static Stream<String> rooms() {
        return MAY_IMPORT.keySet().stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("rooms")
    void a_room_imports_only_the_rooms_that_the_table_allows(String room) {
        String[] forbidden = rooms().filter(other -> !other.equals(room)
                        && !List.of(MAY_IMPORT.getOrDefault(room, "").split(" "))
                                .contains(other))
                .map(other -> "dev.poolfit." + other)
                .toArray(String[]::new);
        noClasses()
                .that()
                .resideInAPackage("dev.poolfit." + room)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(forbidden)
                .check(HOUSE);
    }

    @Test
    void every_package_is_a_room_of_the_table() {
        Set<String> packages = new TreeSet<>();
        HOUSE.forEach(each -> packages.add(each.getPackageName().replace("dev.poolfit.", "")));
        Set<String> table = new TreeSet<>(MAY_IMPORT.keySet());
        table.add(APP);
        Assertions.assertThat(packages).isEqualTo(table);
    }

    @Test
    void no_room_is_crowded() {
        Map<String, Long> files = HOUSE.stream()
                .filter(each -> each.isTopLevelClass() && !each.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
        Assertions.assertThat(files.values()).allMatch(count -> count <= MOST_CLASSES, "at most " + MOST_CLASSES);
    }

    @Test
    void no_simple_name_is_used_twice() {
        Map<String, Long> names = HOUSE.stream()
                .filter(each -> each.isTopLevelClass() && !each.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(JavaClass::getSimpleName, Collectors.counting()));
        names.values().removeIf(count -> count == 1);
        Assertions.assertThat(names).isEmpty();
    }

    @Test
    void rooms_form_no_cycle() {
        slices().matching("dev.poolfit.(**)").should().beFreeOfCycles().check(HOUSE);
    }

    @Test
    void only_the_app_uses_the_standard_streams() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.poolfit.app..")
                .should(ACCESS_STANDARD_STREAMS)
                .check(HOUSE);
    }

    @Test
    void vertx_is_used_by_its_public_packages() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.vertx..impl..", "io.vertx..internal..")
                .check(HOUSE);
    }

    @Test
    void nobody_imports_the_app() {
        classes()
                .that()
                .resideInAPackage("dev.poolfit.app..")
                .should()
                .onlyHaveDependentClassesThat()
                .resideInAPackage("dev.poolfit.app..")
                .check(HOUSE);
    }

    @Test
    void decisions_and_plans_touch_no_file_clock_or_network() {
        noClasses()
                .that()
                .resideInAnyPackage(Arrays.stream("units plan evidence model verdict".split(" "))
                        .map(room -> "dev.poolfit." + room + "..")
                        .toArray(String[]::new))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.io..", "java.nio.file..", "java.nio.channels..", "java.net..", "java.sql..")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .check(HOUSE);
    }

    /** Elsewhere a trial is measured, or read as it was judged. */
    @Test
    void trials_are_judged_in_the_evidence_alone() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.poolfit.evidence")
                .should()
                .callMethod(Trial.class, "with", Flag.class)
                .orShould()
                .callConstructorWhere(DescribedPredicate.describe(
                        "makes a trial", call -> call.getTargetOwner().isEquivalentTo(Trial.class)))
                .check(HOUSE);
    }

    /** Somebody may set it at any time. Where it is read, it is told to people, or read once as the beginning of a steady one. */
    @Test
    void the_time_of_day_decides_nothing() throws IOException {
        Pattern timeOfDay = Pattern.compile("java\\.lang\\.System\\.currentTimeMillis"
                + "|java\\.time\\.(\\w+\\.now|(Clock|InstantSource)\\.(system|tick)\\w*)"
                + "|java\\.util\\.(Date|GregorianCalendar)\\.<init>\\(\\)"
                + "|java\\.util\\.Calendar\\.getInstance"
                + "|java\\.util\\.concurrent\\.locks\\.(LockSupport\\.parkUntil|Condition\\.awaitUntil)");
        Set<String> tellIt = Set.of(
                "trial.SystemTime",
                "load.tool.ToolRun",
                "app.HoldersObservation",
                "app.TrafficObservation",
                "app.LiveTuning",
                "watch.FleetWatch",
                "live.Telemetry");
        JavaClasses agent = new ClassFileImporter()
                .importJar(new JarFile("../field/target/classes/dev/poolfit/service/poolfit-agent.jar"));
        Set<String> readers = Stream.of(HOUSE, agent)
                .flatMap(JavaClasses::stream)
                .filter(each -> Stream.concat(
                                each.getAccessesFromSelf().stream().map(JavaAccess::getTarget),
                                each.getCodeUnitReferencesFromSelf().stream().map(JavaCodeUnitReference::getTarget))
                        .anyMatch(target ->
                                timeOfDay.matcher(target.getFullName()).lookingAt()))
                .map(each -> each.getName().replaceAll("dev\\.poolfit\\.|\\$.*", ""))
                .collect(Collectors.toCollection(TreeSet::new));
        Assertions.assertThat(agent).isNotEmpty();
        Assertions.assertThat(readers).isEqualTo(tellIt);
    }

    @Test
    void trials_read_clocks_and_wait_only_through_the_time_that_they_are_given() {
        Pattern clock = Pattern.compile(String.join(
                "|",
                "java\\.lang\\.System\\.(nanoTime|currentTimeMillis)",
                "java\\.lang\\.Thread\\.sleep|java\\.util\\.concurrent\\.TimeUnit\\.sleep",
                "java\\.time\\.Instant\\.now",
                "java\\.util\\.concurrent\\.locks\\.Condition\\.await.*",
                "dev\\.poolfit\\.trial\\.SystemTime\\..*"));
        noClasses()
                .that()
                .resideInAPackage("dev.poolfit.trial")
                .and()
                .doNotHaveFullyQualifiedName(SystemTime.class.getName())
                .should()
                .accessTargetWhere(DescribedPredicate.describe(
                        "is " + clock,
                        access -> clock.matcher(access.getTarget().getOwner().getName() + "."
                                        + access.getTarget().getName())
                                .matches()))
                .check(HOUSE);
    }
}
