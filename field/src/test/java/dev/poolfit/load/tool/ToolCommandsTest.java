package dev.poolfit.load.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.Script;
import dev.poolfit.experiment.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the tools are started with: no way around the fence, and no secret where other users could read it. */
class ToolCommandsTest {
    @TempDir
    Path folder;

    private Load fenced() {
        return Load.of(
                new Script.K6(folder.resolve("shop.js"), "k6", Map.of(), List.of()), new Load.Scripted(), Set.of());
    }

    private K6 k6(Map<String, Secret> environment) {
        return new K6(new Script.K6(folder.resolve("shop.js"), "k6", environment, List.of()));
    }

    @Test
    void k6_gets_no_proxy_but_one_that_the_file_names() {
        assertThat(k6(Map.of()).environment(fenced(), folder))
                .containsOnlyKeys(
                        "HTTP_PROXY",
                        "http_proxy",
                        "HTTPS_PROXY",
                        "https_proxy",
                        "ALL_PROXY",
                        "all_proxy",
                        "NO_PROXY",
                        "no_proxy",
                        "K6_AUTO_EXTENSION_RESOLUTION",
                        "K6_WEB_DASHBOARD")
                .allSatisfy((name, value) -> assertThat(value).isEqualTo(name.startsWith("K6_") ? "false" : ""));
        assertThat(k6(Map.of("HTTP_PROXY", new Secret("http://127.0.0.1:3128"))).environment(fenced(), folder))
                .containsEntry("HTTP_PROXY", "http://127.0.0.1:3128");
    }

    @Test
    void k6_is_fenced_unless_every_host_is_allowed() {
        var script = new Script.K6(folder.resolve("shop.js"), "k6", Map.of(), List.of());
        var fenced = Load.of(script, new Load.Scripted(), Set.of());
        var open = Load.of(script, new Load.Scripted(), Set.of("*"));
        assertThat(k6(Map.of()).commands(fenced, process -> folder).get(0))
                .anyMatch(argument -> argument.startsWith("--blacklist-ip=0.0.0.0/2,"));
        assertThat(k6(Map.of()).commands(open, process -> folder).get(0))
                .noneMatch(argument -> argument.startsWith("--blacklist-ip"));
    }

    @Test
    void a_script_that_drives_a_browser_is_told() {
        assertThat(K6Inspection.read(
                                "{\"scenarios\": {\"ui\": {\"options\": {\"browser\": {\"type\": \"chromium\"}}}}}")
                        .browser())
                .isTrue();
        assertThat(K6Inspection.read("{\"scenarios\": {\"a\": {\"options\": null}}}")
                        .browser())
                .isFalse();
    }

    @Test
    void jmeter_gets_its_properties_in_a_file_and_loses_every_proxy() throws IOException {
        var script =
                new Script.Jmeter(folder.resolve("shop.jmx"), "jmeter", Map.of("token", new Secret("hunter=\u00e4 2")));
        var tool = new Jmeter(script);
        var load = Load.of(script, new Load.Users(7), Set.of("shop.example"));
        List<String> command = tool.commands(load, process -> folder).get(0);

        assertThat(command)
                .contains("-Dhttp.proxyHost=", "-Dhttps.proxyHost=", "-DsocksProxyHost=")
                .contains("-Djava.net.useSystemProxies=false")
                .noneMatch(argument -> argument.contains("hunter"));
        var properties = new java.util.Properties();
        try (var in = Files.newInputStream(Path.of(command.get(command.indexOf("-q") + 1)))) {
            properties.load(in);
        }
        assertThat(properties).containsEntry("token", "hunter=\u00e4 2").containsEntry("users", "7");
        assertThat(tool.environment(load, folder))
                .containsOnlyKeys("JAVA_TOOL_OPTIONS")
                .containsValue((System.getenv().getOrDefault("JAVA_TOOL_OPTIONS", "") + " \"-javaagent:"
                                + folder.resolve("fence.jar") + "=host not in load.allow-hosts,shop.example\"")
                        .strip());
        assertThat(folder.resolve("fence.jar")).isNotEmptyFile();
        assertThat(tool.directory())
                .as("a folder with a user.properties of its author")
                .isEmpty();
    }

    /** What stands on a command line can be read by every user of the machine. */
    @Test
    void no_variable_of_the_environment_stands_on_a_command_line() {
        var token = new Secret("hunter2-of-the-file");
        var jmeter = new Script.Jmeter(folder.resolve("shop.jmx"), "jmeter", Map.of("token", token));
        var k6 = new Script.K6(
                folder.resolve("shop.js"), "k6", Map.of("TOKEN", token), List.of("k6 {args}", "ssh load1 k6 {args}"));
        List<List<String>> commands = Stream.concat(
                        new Jmeter(jmeter)
                                .commands(Load.of(jmeter, new Load.Users(1), Set.of()), process -> folder).stream(),
                        new K6(k6).commands(Load.of(k6, new Load.Scripted(), Set.of()), process -> folder).stream())
                .toList();

        assertThat(commands)
                .hasSize(3)
                .allSatisfy(command -> assertThat(String.join(" ", command))
                        .doesNotContain(token.value(), "TOKEN=", "JAVA_TOOL_OPTIONS", "-javaagent")
                        .doesNotStartWith("env "));
    }

    @Test
    void of_a_long_log_jmeter_s_own_errors_are_told_once() {
        var tool = new Jmeter(new Script.Jmeter(folder.resolve("shop.jmx"), "jmeter", Map.of()));
        String failed = "java.lang.IllegalArgumentException: File no.csv must exist and be readable";
        assertThat(tool.complaints(List.of(
                        "Created the tree successfully using shop.jmx",
                        "2026-11-26 09:52:55,000 INFO o.a.j.JMeter: no error yet",
                        "2026-11-26 09:52:56,768 ERROR o.a.j.t.JMeterThread: Test failed!",
                        failed,
                        "\tat org.apache.jmeter.SomeException.of(X.java:1)",
                        "2026-11-26 09:52:57,768 ERROR o.a.j.t.JMeterThread: Test failed!",
                        failed,
                        "... end of run")))
                .containsExactly(failed);
        assertThat(tool.complaints(List.of("Killed"))).containsExactly("Killed");
    }

    @Test
    void messages_of_any_length_are_read_and_shortened() {
        String long_ = "x".repeat(200_000);
        assertThat(k6(Map.of()).complaints(List.of("time=1 level=error msg=\"no \\\"" + long_ + "\\\" space\" a=b")))
                .singleElement()
                .asString()
                .startsWith("no \"xxx");
        assertThat(ToolRun.quoted(List.of(long_)).length()).isLessThan(600);
    }
}
