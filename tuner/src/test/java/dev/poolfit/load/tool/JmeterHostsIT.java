package dev.poolfit.load.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.app.LoadEngines;
import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.LoadGuard;
import dev.poolfit.experiment.Script;
import dev.poolfit.experiment.file.ExperimentReader;
import dev.poolfit.load.LoadEngine;
import dev.poolfit.load.LoadRun;
import dev.poolfit.load.Seconds;
import dev.poolfit.load.http.TestService;
import dev.poolfit.testing.Patience;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Ways by which the real JMeter learns of a host: the experiment is refused before anything starts, and were it not, JMeter's
 * own JVM would refuse each connection.
 */
class JmeterHostsIT {
    private static final String FOREIGN = "shop.invalid";
    private static Path installed;

    @TempDir
    Path folder;

    private Path jmeter;

    /** How a plan comes to a host that its requests do not name. */
    private enum Way {
        INCLUDED("""
                <IncludeController guiclass="IncludeControllerGui" testclass="IncludeController" testname="It" enabled="true">
                  <stringProp name="IncludeController.includepath">%s</stringProp>
                </IncludeController><hashTree/>
                """, false),
        MODULE("""
                <ModuleController guiclass="ModuleControllerGui" testclass="ModuleController" testname="It" enabled="true">
                  <collectionProp name="ModuleController.node_path">
                    <stringProp name="0">WorkBench</stringProp>
                    <stringProp name="1">Plan</stringProp>
                    <stringProp name="2">Fragment</stringProp>
                  </collectionProp>
                </ModuleController><hashTree/>
                """, true),
        PROPERTY(sampler("${__P(host)}"), false),
        PROPERTY_OF_A_VARIABLE(sampler("${base}"), false);

        private final String element;
        private final boolean known;

        /** @param known whether the host stands in the plan, so that the experiment may allow it */
        Way(String element, boolean known) {
            this.element = element;
            this.known = known;
        }
    }

    @BeforeAll
    static void install() throws Exception {
        installed = Tools.jmeter();
    }

    /** A JMeter whose own files name the host, which has an address of this machine there that is not of the loopback. */
    @BeforeEach
    void haveOwnFiles() throws IOException {
        Path bin = Files.createDirectories(folder.resolve("jmeter").resolve("bin"));
        try (Stream<Path> files = Files.list(installed.resolveSibling(""))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, bin.resolve(file.getFileName()));
            }
        }
        Files.createSymbolicLink(
                bin.resolveSibling("lib"), installed.getParent().resolveSibling("lib"));
        Files.writeString(
                bin.resolve("user.properties"),
                "\nhost=" + FOREIGN + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
        jmeter = bin.resolve("jmeter");
        Path hosts =
                Files.writeString(bin.resolve("hosts"), "127.0.0.1 localhost\n" + ownAddress() + " " + FOREIGN + "\n");
        Files.writeString(
                jmeter,
                Files.readString(jmeter).replace("exec java", "exec java -Djdk.net.hosts.file='" + hosts + "'"));
    }

    private static String ownAddress() throws SocketException {
        Optional<String> own = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
                .map(InetAddress::getHostAddress)
                .findFirst();
        Assumptions.assumeTrue(own.isPresent(), "this machine has no address but those of the loopback");
        return own.orElseThrow();
    }

    private static String sampler(String host) {
        return """
                <HTTPSamplerProxy guiclass="HttpTestSampleGui" testclass="HTTPSamplerProxy" testname="Page" enabled="true">
                  <stringProp name="HTTPSampler.domain">%s</stringProp>
                  <stringProp name="HTTPSampler.port">${__P(port,80)}</stringProp>
                  <stringProp name="HTTPSampler.protocol">http</stringProp>
                  <stringProp name="HTTPSampler.path">/</stringProp>
                  <stringProp name="HTTPSampler.method">GET</stringProp>
                </HTTPSamplerProxy><hashTree/>
                """.formatted(host);
    }

    private static String document(String elements) {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <jmeterTestPlan version="1.2" properties="5.0" jmeter="5.6.3"><hashTree>
                <TestPlan guiclass="TestPlanGui" testclass="TestPlan" testname="Plan" enabled="true">
                  <elementProp name="TestPlan.user_defined_variables" elementType="Arguments">
                    <collectionProp name="Arguments.arguments">
                      <elementProp name="base" elementType="Argument">
                        <stringProp name="Argument.name">base</stringProp>
                        <stringProp name="Argument.value">${__P(host)}</stringProp>
                      </elementProp>
                    </collectionProp>
                  </elementProp>
                </TestPlan>
                <hashTree>%s</hashTree></hashTree></jmeterTestPlan>
                """.formatted(elements);
    }

    private static String fragment() {
        return "<TestFragmentController guiclass=\"TestFragmentControllerGui\" testclass=\"TestFragmentController\""
                + " testname=\"Fragment\" enabled=\"true\"/><hashTree>" + sampler(FOREIGN) + "</hashTree>";
    }

    private Path plan(String elements, String fragment) throws IOException {
        return Files.writeString(folder.resolve("plan.jmx"), document("""
                <ThreadGroup guiclass="ThreadGroupGui" testclass="ThreadGroup" testname="Users" enabled="true">
                  <elementProp name="ThreadGroup.main_controller" elementType="LoopController">
                    <intProp name="LoopController.loops">-1</intProp>
                  </elementProp>
                  <stringProp name="ThreadGroup.num_threads">${__P(users,1)}</stringProp>
                  <stringProp name="ThreadGroup.ramp_time">0</stringProp>
                </ThreadGroup><hashTree>%s</hashTree>
                """.formatted(elements) + fragment));
    }

    private Path plan(Way way) throws IOException {
        Path included = Files.writeString(folder.resolve("fragment.jmx"), document(fragment()));
        return plan(
                way == Way.INCLUDED ? way.element.formatted(included) : way.element,
                way == Way.MODULE ? fragment() : "");
    }

    private Load read(Path plan, int port, String allowed) {
        String text = """
                service: {attach: {port: %d}}
                load: {jmeter: {plan: %s, command: %s, properties: {port: %d}}, allow-hosts: [%s]}
                tune: {pool: 2..9}
                goal: {throughput: max}
                """.formatted(port, plan, jmeter, port, allowed);
        return new ExperimentReader(Map.of()).read(text, folder).experiment().load();
    }

    @ParameterizedTest
    @EnumSource
    void the_experiment_is_refused_unless_it_names_the_host(Way way) throws IOException {
        Path plan = plan(way);

        assertThatThrownBy(() -> read(plan, 80, "")).isInstanceOf(InvalidExperiment.class);

        if (way.known) {
            assertThat(read(plan, 80, FOREIGN).allowedHosts()).containsExactly(FOREIGN);
        } else {
            assertThatThrownBy(() -> read(plan, 80, FOREIGN)).isInstanceOf(InvalidExperiment.class);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_plan_that_passed_unread_would_send_nothing_there(Way way) throws IOException {
        Load load = Load.of(new Script.Jmeter(plan(way), jmeter.toString(), Map.of()), new Load.Users(1), Set.of());
        var seconds = new Seconds();
        try (LoadEngine engine = LoadEngines.of(load)) {
            LoadRun run = engine.start(load, 1, seconds);
            Patience.await().until(() -> !seconds.failures().isEmpty());
            run.stop(Duration.ofSeconds(5));
        }
        assertThat(seconds.failures()).containsOnlyKeys(LoadGuard.NOT_ALLOWED);
    }

    /** The default that was judged is given to JMeter. */
    @Test
    void a_file_of_jmeters_own_does_not_change_what_was_proven() throws IOException {
        try (var service = TestService.thatAnswersAfter(5)) {
            Path plan = plan(sampler("${__P(host,127.0.0.1)}"), "");
            Load load = read(plan, URI.create(service.at("/")).getPort(), "");
            var seconds = new Seconds();
            try (LoadEngine engine = LoadEngines.of(load)) {
                LoadRun run = engine.start(load, 1, seconds);
                Patience.await().until(() -> seconds.answered(5));
                run.stop(Duration.ofSeconds(5));
            }
            assertThat(seconds.failures()).isEmpty();
        }
    }
}
