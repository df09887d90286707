package dev.poolfit.experiment.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Problem;
import dev.poolfit.experiment.Script;
import dev.poolfit.experiment.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loads that are left to k6 and JMeter: what can be wrong with them is told with line and field before anything runs. */
class ScriptReaderTest {
    @TempDir
    Path folder;

    @BeforeEach
    void scripts() throws IOException {
        Files.writeString(folder.resolve("shop.js"), "export default function () {}");
        plan("shop.jmx", "${__P(host,127.0.0.1)}");
    }

    private void plan(String name, String domain) throws IOException {
        Files.writeString(folder.resolve(name), """
                <?xml version="1.0" encoding="UTF-8"?>
                <jmeterTestPlan version="1.2">
                  <hashTree>
                    <ThreadGroup testname="Users">
                      <stringProp name="ThreadGroup.num_threads">${__P(users,5)}</stringProp>
                    </ThreadGroup>
                    <hashTree>
                      <HTTPSamplerProxy testname="One stock">
                        <stringProp name="HTTPSampler.domain">%s</stringProp>
                      </HTTPSamplerProxy>
                    </hashTree>
                  </hashTree>
                </jmeterTestPlan>
                """.formatted(domain));
    }

    private Load read(String load) {
        return new ExperimentReader(Map.of("TOKEN", "hush"))
                .read(text(load), folder)
                .experiment()
                .load();
    }

    private static String text(String load) {
        return "service: {attach: {port: 8080}}\nload: " + load + "\ntune: {pool: 2..9}\ngoal: {throughput: max}\n";
    }

    private void assertWrong(String load, String field, String... words) {
        var invalid = catchThrowableOfType(InvalidExperiment.class, () -> read(load));
        assertThat(invalid).as(load).isNotNull();
        List<Problem> problems = invalid.problems();
        assertThat(problems).as(load).anySatisfy(problem -> {
            assertThat(problem.line()).isEqualTo(2);
            assertThat(problem.field()).isEqualTo("load." + field);
            assertThat(problem.message()).contains(words);
        });
    }

    @Test
    void a_k6_script_needs_only_its_path_and_decides_on_its_users_itself() {
        Load load = read("{k6: shop.js}");
        assertThat(load.shape()).isEqualTo(new Load.Scripted());
        assertThat(load.script()).contains(new Script.K6(folder.resolve("shop.js"), "k6", Map.of(), List.of()));
        assertThat(read("{k6: shop.js, users: 30}").shape()).isEqualTo(new Load.Users(30));
        assertThat(read("{k6: shop.js, stages: [{for: 5s, users: 3}]}").shape()).isInstanceOf(Load.Stages.class);
    }

    @Test
    void k6_takes_a_program_an_environment_and_segments() {
        var script = (Script.K6) read("{k6: {script: shop.js, command: bin/k6, env: {TOKEN: \"${TOKEN}\"}}}")
                .script()
                .orElseThrow();
        assertThat(script.command()).isEqualTo(folder.resolve("bin/k6").toString());
        assertThat(script.environment()).containsEntry("TOKEN", new Secret("hush"));
        assertThat(script.toString()).doesNotContain("hush");
        var split = (Script.K6) read("{k6: {script: shop.js, segments: [\"ssh a k6 {args}\", \"k6 {args}\"]}}")
                .script()
                .orElseThrow();
        assertThat(split.segments()).containsExactly("ssh a k6 {args}", "k6 {args}");
    }

    @Test
    void a_jmeter_plan_takes_users_and_properties() {
        Load load = read("{jmeter: {plan: shop.jmx, properties: {host: localhost}}, users: 8}");
        assertThat(load.shape()).isEqualTo(new Load.Users(8));
        assertThat(load.script().orElseThrow().title()).isEqualTo("JMeter plan shop.jmx");
    }

    @Test
    void a_script_that_is_not_there_is_told_with_the_place_that_was_looked_at() {
        assertWrong("{k6: other.js}", "k6", folder.resolve("other.js").toString());
        assertWrong("{jmeter: {plan: other.jmx}}", "jmeter.plan", "there is none");
        assertWrong("{k6: {command: k6}}", "k6.script", "is missing");
    }

    @Test
    void what_the_script_says_itself_contradicts_it() {
        assertWrong("{k6: shop.js, requests: [{get: \"http://127.0.0.1/\"}]}", "requests", "contradicts load.k6");
        assertWrong("{k6: shop.js, jmeter: shop.jmx}", "jmeter", "keep one");
        assertWrong("{k6: shop.js, rate: 5/s}", "rate", "contradicts");
        assertWrong("{jmeter: shop.jmx, think: 1s}", "think", "contradicts");
        assertWrong("{jmeter: shop.jmx, stages: [{for: 5s, users: 3}]}", "stages", "cannot be handed to JMeter");
        assertWrong("{k6: {script: shop.js, scirpt: a}}", "k6.scirpt", "did you mean \"script\"");
    }

    @Test
    void segments_that_could_not_run_are_refused() {
        assertWrong("{k6: {script: shop.js, segments: [\"k6 {args}\"]}}", "k6.segments", "at least 2");
        assertWrong("{k6: {script: shop.js, segments: [\"k6 {args}\", \"ssh b k6\"]}}", "k6.segments", "{args}");
        assertWrong(
                "{k6: {script: shop.js, command: k6, segments: [\"k6 {args}\", \"k6 {args}\"]}}",
                "k6.command",
                "remove");
    }

    @Test
    void a_plan_is_looked_into_before_anything_runs() throws IOException {
        Files.writeString(folder.resolve("broken.jmx"), "<jmeterTestPlan>\n<hashTree>\n</jmeterTestPlan>");
        assertWrong("{jmeter: broken.jmx}", "jmeter", "is not a JMeter plan", "line 3");
        Files.writeString(folder.resolve("page.jmx"), "<html/>");
        assertWrong("{jmeter: page.jmx}", "jmeter", "its first element is html");
        Files.writeString(folder.resolve("fixed.jmx"), "<jmeterTestPlan/>");
        assertWrong("{jmeter: fixed.jmx, users: 5}", "users", "${__P(users)}");
    }

    @Test
    void a_plan_must_not_send_load_to_a_machine_that_nobody_named() throws IOException {
        plan("elsewhere.jmx", "shop.example");
        assertWrong("{jmeter: elsewhere.jmx}", "jmeter", "shop.example", "load.allow-hosts");
        assertThat(read("{jmeter: elsewhere.jmx, allow-hosts: [shop.example]}").allowedHosts())
                .containsExactly("shop.example");
        assertWrong("{jmeter: {plan: shop.jmx, properties: {host: shop.example}}}", "jmeter.plan", "shop.example");
        plan("unknown.jmx", "${host_of_the_row}");
        assertWrong("{jmeter: unknown.jmx}", "jmeter", "${host_of_the_row}");
    }
}
