package dev.poolfit.experiment.file;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * An element of a JMeter plan that runs, with all properties in it, whatever they are nested in.
 *
 * @param tag its kind, such as {@code HTTPSamplerProxy}
 * @param name what its author calls it
 * @param line its line in the plan
 * @param properties in their order
 */
record JmxElement(String tag, String name, int line, List<Property> properties) {
    /**
     * A property.
     *
     * @param group a number for the element property that it stands in directly, 0 if in none
     * @param type the kind of that element property, such as {@code HTTPArgument}
     * @param name its name
     * @param text its value, without blanks around it
     */
    record Property(int group, String type, String name, String text) {}

    JmxElement {
        properties = List.copyOf(properties);
    }

    /** Returns the values of a property; JMeter writes one, but would take the last of several. */
    List<String> values(String property) {
        return texts(each -> each.name().equals(property)).toList();
    }

    boolean is(String property, String value) {
        return values(property).stream().anyMatch(value::equals);
    }

    Stream<String> texts(Predicate<Property> wanted) {
        return properties.stream().filter(wanted).map(Property::text);
    }

    /** Returns {@code the TCPSampler "ping" in line 12}. */
    String title() {
        String shown = name.length() > 60 ? name.substring(0, 60) + "…" : name;
        return String.format(Locale.ROOT, "the %s \"%s\" in line %d", tag, shown, line);
    }
}
