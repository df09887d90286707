package dev.poolfit.experiment.file;

import java.util.stream.Collectors;

/** Elements of a JMeter plan's XML. */
final class PlanElements {
    private PlanElements() {}

    static String element(String tag, String... properties) {
        return "<" + tag + " testname=\"It\" enabled=\"true\">"
                + java.util.Arrays.stream(properties)
                        .map(each -> each.split("=", 2))
                        .map(each -> "<stringProp name=\"" + each[0] + "\">" + each[1] + "</stringProp>")
                        .collect(Collectors.joining())
                + "</" + tag + "><hashTree/>";
    }

    static String sampler(String... properties) {
        return element("HTTPSamplerProxy", properties);
    }

    static String variable(String name, String value) {
        return "<Arguments testname=\"Variables\"><collectionProp name=\"Arguments.arguments\"><elementProp name=\""
                + name
                + "\" elementType=\"Argument\"><stringProp name=\"Argument.name\">" + name
                + "</stringProp><stringProp name=\"Argument.value\">" + value
                + "</stringProp></elementProp></collectionProp></Arguments><hashTree/>";
    }
}
