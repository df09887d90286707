package dev.poolfit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The house stands as docs/decisions.md draws it: who may import whom, no cycles, and only the app speaks to the streams. */
class HouseTest {
    private static final JavaClasses HOUSE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.poolfit");

    private static final Map<String, String> MAY_IMPORT = Map.ofEntries(
            Map.entry("units", ""),
            Map.entry("process", ""),
            Map.entry("experiment", "units"),
            Map.entry("plan", "units experiment"),
            Map.entry("evidence", "units experiment plan"),
            Map.entry("load", "units experiment evidence process"),
            Map.entry("service", "units experiment evidence process"),
            Map.entry("trial", "units experiment plan evidence load service"),
            Map.entry("journal", "units experiment plan evidence"),
            Map.entry("results", "units experiment evidence"),
            Map.entry("model", "units experiment plan evidence"),
            Map.entry("verdict", "units experiment plan evidence model"),
            Map.entry("report", "units experiment plan evidence model verdict"),
            Map.entry("studies", "units experiment process"),
            Map.entry(
                    "app",
                    "units process experiment plan evidence load service trial journal results model verdict report studies"));

    static Stream<String> rooms() {
        return MAY_IMPORT.keySet().stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("rooms")
    void a_room_imports_only_the_rooms_that_the_table_allows(String room) {
        String[] forbidden = rooms().filter(other -> !other.equals(room)
                        && !List.of(MAY_IMPORT.getOrDefault(room, "").split(" "))
                                .contains(other))
                .map(other -> "dev.poolfit." + other + "..")
                .toArray(String[]::new);
        noClasses()
                .that()
                .resideInAPackage("dev.poolfit." + room + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(forbidden)
                .check(HOUSE);
    }

    @Test
    void every_package_is_a_room_of_the_table() {
        Set<String> packages = new TreeSet<>();
        HOUSE.forEach(each -> packages.add(each.getPackageName().replace("dev.poolfit.", "")));
        Assertions.assertThat(packages).isEqualTo(new TreeSet<>(MAY_IMPORT.keySet()));
    }

    @Test
    void rooms_form_no_cycle() {
        slices().matching("dev.poolfit.(*)..").should().beFreeOfCycles().check(HOUSE);
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
}
