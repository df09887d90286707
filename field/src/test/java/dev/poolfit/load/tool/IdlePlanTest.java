package dev.poolfit.load.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nothing in the copy of a plan runs, and all of it is there. */
class IdlePlanTest {
    @TempDir
    Path folder;

    @Test
    void every_element_but_the_plan_itself_is_switched_off() throws IOException {
        Path plan = Files.writeString(folder.resolve("shop.jmx"), """
                <?xml version="1.0" encoding="UTF-8"?>
                <jmeterTestPlan version="1.2"><hashTree>
                <TestPlan testname="p" enabled="true"><stringProp name="a">1 &lt; 2 &amp; "ä"</stringProp></TestPlan><hashTree>
                <SetupThreadGroup testname="s"/><hashTree/>
                <kg.apc.jmeter.threads.UltimateThreadGroup testname="u" enabled="true"><collectionProp name="c"/></kg.apc.jmeter.threads.UltimateThreadGroup><hashTree>
                <HTTPSamplerProxy testname="h"><elementProp name="HTTPsampler.Arguments" elementType="Arguments" enabled="true"/></HTTPSamplerProxy><hashTree/>
                </hashTree></hashTree></hashTree></jmeterTestPlan>
                """);

        String copy = Files.readString(IdlePlan.of(plan, folder));

        assertThat(Pattern.compile("enabled=\"false\"").matcher(copy).results()).hasSize(3);
        assertThat(copy)
                .contains("SetupThreadGroup testname=\"s\" enabled=\"false\"")
                .contains("UltimateThreadGroup testname=\"u\" enabled=\"false\"")
                .contains("<TestPlan testname=\"p\" enabled=\"true\">", "1 &lt; 2 &amp; \"ä\"");
        assertThat(plan).content().doesNotContain("enabled=\"false\"");
    }
}
