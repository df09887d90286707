package dev.poolfit.experiment.file;

import static dev.poolfit.experiment.file.PlanElements.element;
import static dev.poolfit.experiment.file.PlanElements.sampler;
import static dev.poolfit.experiment.file.PlanElements.variable;
import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.experiment.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A plan passes only when every request of it is proven to go where load may go. */
class JmeterPlanTest {
    @TempDir
    Path folder;

    private JmeterPlan plan(String elements, String... allowedHosts) throws IOException {
        Path file = Files.writeString(folder.resolve("plan.jmx"), """
                <?xml version="1.0" encoding="UTF-8"?>
                <jmeterTestPlan version="1.2" properties="5.0" jmeter="5.6.3">
                <hashTree><TestPlan testname="Plan"/><hashTree>
                %s
                </hashTree></hashTree>
                </jmeterTestPlan>
                """.formatted(elements));
        return new JmeterPlan(file, Map.of("given", new Secret("127.0.0.1")), Set.of(allowedHosts));
    }

    private void assertHeld(String elements) throws IOException {
        JmeterPlan held = plan(elements);
        assertThat(held.malformed()).isEmpty();
        assertThat(held.leaks()).isEmpty();
    }

    private void assertLeaks(String elements, String... words) throws IOException {
        JmeterPlan leaking = plan(elements);
        assertThat(leaking.malformed()).isEmpty();
        assertThat(leaking.leaks()).as(elements).isNotEmpty();
        assertThat(leaking.leaks().get(0)).contains("in line", "load.allow-hosts");
        List.of(words).forEach(word -> assertThat(leaking.leaks().get(0)).contains(word));
        assertThat(plan(elements, "*").leaks()).as("whoever allows every host").isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "localhost",
                "[::1]",
                "::1",
                "127.9.9.9",
                "${__P(host,127.0.0.1)}",
                "${__P(given)}",
                "${__P(given,evil)}"
            })
    void this_machine_may_be_named_in_many_ways(String host) throws IOException {
        assertHeld(sampler("HTTPSampler.domain=" + host, "HTTPSampler.path=/a/${id}?b=${__Random(1,9)}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil",
                "0.0.0.0",
                "127.1",
                "2130706433",
                "0x7f.1",
                "017700000001",
                "localhost.",
                "127.0.0.1.evil",
                "[::ffff:8.8.8.8]",
                "localhost:x@evil",
                "localhost@evil",
                "${__P(host,evil)}",
                "${__P(host)}",
                "${row}",
                "${__V(h)}",
                "${__property(host,v,127.0.0.1)}",
                "127.0.0.1${x}"
            })
    void another_host_and_one_that_cannot_be_known_are_refused(String host) throws IOException {
        assertLeaks(sampler("HTTPSampler.domain=" + host), "HTTPSamplerProxy \"It\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://evil/",
                "https://evil",
                "http://localhost:x@evil/",
                "http://localhost?@evil/",
                "http://localhost#@evil/",
                "http://localhost\\@evil/",
                "http://localhost:80${p}/",
                "${url}",
                "${__P(url)}",
                "${__P(url,http://evil/)}",
                "http${rest}",
                "h${rest}",
                "http://${host}/"
            })
    void a_path_that_is_a_whole_address_is_judged_as_one(String path) throws IOException {
        assertLeaks(sampler("HTTPSampler.domain=127.0.0.1", "HTTPSampler.path=" + path));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"http://localhost:8080/a", "https://127.0.0.1", "http://[::1]:80/x", "/http://evil/", "a/${b}"})
    void a_path_that_stays_here_passes(String path) throws IOException {
        assertHeld(sampler("HTTPSampler.domain=127.0.0.1", "HTTPSampler.path=" + path));
    }

    @Test
    void a_named_host_may_be_put_under_load() throws IOException {
        assertThat(plan(sampler("HTTPSampler.domain=Shop.example"), "shop.example")
                        .leaks())
                .isEmpty();
        assertThat(plan(sampler("HTTPSampler.domain=evil"), "shop.example").leaks())
                .hasSize(1);
        assertThat(plan(sampler("HTTPSampler.domain=${row}"), "shop.example").leaks())
                .hasSize(1);
    }

    @Test
    void proxies_protocols_and_name_servers_of_the_plan_are_refused() throws IOException {
        String proxy = "HTTPSampler.proxyHost=127.0.0.1";
        assertLeaks(sampler("HTTPSampler.domain=127.0.0.1", proxy), "proxy");
        assertLeaks(element("ConfigTestElement", proxy), "proxy");
        assertLeaks(element("ConfigTestElement", "HTTPSampler.domain=evil"), "evil");
        assertLeaks(sampler("HTTPSampler.domain=127.0.0.1", "HTTPSampler.protocol=ftp"), "ftp");
        assertLeaks(
                "<DNSCacheManager testname=\"It\"><collectionProp name=\"DNSCacheManager.hosts\"><elementProp name=\"localhost\""
                        + " elementType=\"StaticHost\"><stringProp name=\"StaticHost.Address\">8.8.8.8</stringProp>"
                        + "</elementProp></collectionProp></DNSCacheManager>",
                "other addresses");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "TCPSampler",
                "JDBCSampler",
                "JMSSampler",
                "PublisherSampler",
                "FTPSampler",
                "SmtpSampler",
                "LDAPSampler",
                "LDAPExtSampler",
                "SystemSampler",
                "BeanShellSampler",
                "BeanShellPreProcessor",
                "JSR223Sampler",
                "JSR223PostProcessor",
                "JSR223Timer",
                "BSFSampler",
                "JavaSampler",
                "JUnitSampler",
                "AjpSampler",
                "BoltSampler",
                "MailReaderSampler",
                "AccessLogSampler",
                "BackendListener",
                "MailerResultCollector",
                "IncludeController",
                "AnchorModifier",
                "JDBCDataSource",
                "com.example.Sampler",
                "org.apache.jmeter.protocol.java.sampler.JSR223Sampler"
            })
    void what_sends_otherwise_is_refused_unless_it_is_switched_off(String tag) throws IOException {
        assertLeaks(element(tag), tag + " \"It\"");
        assertHeld(element(tag).replace("enabled=\"true\"", "enabled=\"false\""));
        assertHeld("<GenericController enabled=\"false\"/><hashTree>" + element(tag) + "</hashTree>");
        assertLeaks(
                "<ModuleController testname=\"M\"/>" + element(tag).replace("enabled=\"true\"", "enabled=\"false\""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "${__groovy(new URL('http://evil').text)}",
                "${__BeanShell(x)}",
                "${__javaScript(x)}",
                "${__jexl3(x)}",
                "${__eval(${x})}",
                "${__gro\\ovy(x)}"
            })
    void code_is_refused_wherever_it_stands(String code) throws IOException {
        assertLeaks(element("HeaderManager", "Header.value=" + code), "runs code");
        assertLeaks(element("IfController", "IfController.condition=java.lang.System.exit(1)"), "runs code");
        assertHeld(element("IfController", "IfController.condition=${ok}", "IfController.useExpression=true"));
    }

    @Test
    void a_variable_with_one_value_that_nothing_else_sets_is_as_good_as_the_value() throws IOException {
        String request = sampler("HTTPSampler.domain=${host}", "HTTPSampler.path=/a?b=${__urlencode(${c})}");
        assertHeld(variable("host", "127.0.0.1") + request);
        assertHeld(variable("host", "${__P(host,localhost)}") + request);
        assertHeld(variable("host", "${base}") + variable("base", "127.0.0.1") + request);
        assertLeaks(variable("host", "evil") + request, "evil");
        assertLeaks(variable("host", "127.0.0.1") + variable("host", "evil") + request, "${host}");
        assertLeaks(variable("host", "${host}") + request, "${host}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    CSVDataSet        | variableNames=id,host
                    CSVDataSet        | variableNames=
                    CSVDataSet        | filename=hosts.csv
                    RegexExtractor    | RegexExtractor.refname=host
                    RegexExtractor    | RegexExtractor.refname=${any}
                    JSONPostProcessor | JSONPostProcessor.referenceNames=a;host
                    XPath2Extractor   | XPathExtractor2.refname=host
                    CounterConfig     | CounterConfig.name=host
                    ForeachController | ForeachController.returnVal=host
                    UserParameters    | 12=host
                    HeaderManager     | Header.value=${__changeCase(evil,LOWER,host)}
                    HeaderManager     | Header.value=${__changeCase(evil,LOWER,${__P(name,host)})}
                    HeaderManager     | Header.value=${__changeCase(evil,LOWER,${name})}
                    """)
    void a_variable_that_something_else_may_set_is_not_known(String tag, String property) throws IOException {
        assertLeaks(
                variable("host", "127.0.0.1") + element(tag, property) + sampler("HTTPSampler.domain=${host}"),
                "${host}");
    }

    @Test
    void a_property_that_the_plan_sets_is_not_known() throws IOException {
        String request = sampler("HTTPSampler.domain=${__P(host,127.0.0.1)}");
        assertLeaks(request + element("HeaderManager", "Header.value=${__setProperty(host,evil)}"), "__P(host");
        JmeterPlan held = plan(request);
        assertThat(held.leaks()).isEmpty();
        assertThat(held.assumed()).containsExactly(Map.entry("host", "127.0.0.1"));
    }

    @Test
    void order_and_nesting_hide_no_second_value() throws IOException {
        String turned = "<Arguments><collectionProp name=\"a\"><elementProp name=\"x\" elementType=\"HTTPArgument\">"
                + "<stringProp name=\"Argument.value\">evil</stringProp><stringProp name=\"Argument.name\">host</stringProp>"
                + "</elementProp></collectionProp></Arguments>";
        assertLeaks(turned + variable("host", "127.0.0.1") + sampler("HTTPSampler.domain=${host}"), "${host}");
        assertLeaks(sampler("HTTPSampler.domain=evil", "HTTPSampler.domain=127.0.0.1"), "evil");
    }

    @Test
    void a_parameter_of_a_request_is_no_variable() throws IOException {
        assertHeld(variable("host", "127.0.0.1")
                + "<HTTPSamplerProxy testname=\"It\"><elementProp name=\"HTTPsampler.Arguments\" elementType=\"Arguments\">"
                + "<collectionProp name=\"Arguments.arguments\"><elementProp name=\"host\" elementType=\"HTTPArgument\">"
                + "<stringProp name=\"Argument.name\">host</stringProp><stringProp name=\"Argument.value\">b</stringProp>"
                + "</elementProp></collectionProp></elementProp><stringProp name=\"HTTPSampler.domain\">${host}</stringProp>"
                + "</HTTPSamplerProxy>");
    }

    @Test
    void what_jmeter_never_writes_is_no_plan() throws IOException {
        for (String odd : List.of(
                "<ThreadGroup class=\"com.example.Evil\"/>",
                "<HTTPSamplerProxy><objProp name=\"HTTPSampler.domain\"><value>evil</value></objProp></HTTPSamplerProxy>",
                "<HTTPSamplerProxy><objProp><name>a</name><value class=\"x.Y\"/></objProp></HTTPSamplerProxy>",
                "<HTTPSamplerProxy><org.apache.jmeter.testelement.property.StringProperty name=\"HTTPSampler.domain\">evil"
                        + "</org.apache.jmeter.testelement.property.StringProperty></HTTPSamplerProxy>",
                "<a>".repeat(5_000))) {
            assertThat(plan(odd).malformed()).as(odd).isPresent();
        }
    }

    @Test
    void the_example_passes() {
        var example = new JmeterPlan(Path.of("..", "examples", "shop.jmx"), Map.of(), Set.of());
        assertThat(example.malformed()).isEmpty();
        assertThat(example.leaks()).isEmpty();
        assertThat(example.asksFor("users")).isTrue();
    }
}
