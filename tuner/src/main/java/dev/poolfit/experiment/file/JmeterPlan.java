package dev.poolfit.experiment.file;

import dev.poolfit.experiment.LoadGuard;
import dev.poolfit.experiment.Secret;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** What can be known of a JMeter plan before it runs: where its requests go, and which properties it asks for. */
final class JmeterPlan {
    private static final Pattern EXPRESSION = Pattern.compile("\\$\\{([^{}]*)}");
    private static final Pattern PROPERTY =
            Pattern.compile("__(?:P|property)\\(\\s*([^,()]+?)\\s*(?:,\\s*([^()]*?)\\s*)?\\)");
    private static final Pattern ADDRESS = Pattern.compile("https?://(\\[[^]]+]|[^/:?#]*).*", Pattern.DOTALL);
    private static final int DEEPEST = 8;

    private final Map<String, Secret> properties;
    private final Map<String, String> variables = new HashMap<>();
    private final List<String> domains = new ArrayList<>();
    private final Set<String> asked = new TreeSet<>();
    private @Nullable String malformed;

    JmeterPlan(Path file, Map<String, Secret> properties) {
        this.properties = properties;
        var factory = XMLInputFactory.newFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        try (InputStream in = Files.newInputStream(file)) {
            read(factory.createXMLStreamReader(in));
        } catch (XMLStreamException broken) {
            malformed = "line " + broken.getLocation().getLineNumber() + " is not XML; open it in JMeter and save it";
        } catch (IOException unreadable) {
            malformed = "it cannot be read (" + unreadable.getMessage() + ")";
        }
    }

    private void read(XMLStreamReader xml) throws XMLStreamException {
        String variable = "";
        boolean first = true;
        while (xml.hasNext()) {
            if (xml.next() != XMLStreamReader.START_ELEMENT) {
                continue;
            }
            if (first && !"jmeterTestPlan".equals(xml.getLocalName())) {
                malformed = "its first element is " + xml.getLocalName() + ", not jmeterTestPlan; name a .jmx file";
                return;
            }
            first = false;
            String name = xml.getAttributeValue(null, "name");
            if (name == null || !xml.getLocalName().endsWith("Prop") || !hasText(xml)) {
                continue;
            }
            String text = xml.getElementText().strip();
            Matcher property = PROPERTY.matcher(text);
            while (property.find()) {
                asked.add(property.group(1));
            }
            switch (name) {
                case "Argument.name" -> variable = text;
                case "Argument.value" -> variables.putIfAbsent(variable, text);
                case "HTTPSampler.domain" -> domains.add(text);
                case "HTTPSampler.path" ->
                    Optional.of(ADDRESS.matcher(text))
                            .filter(Matcher::matches)
                            .ifPresent(it -> domains.add(it.group(1)));
                default -> {
                    // Other properties say nothing of the target.
                }
            }
        }
    }

    private static boolean hasText(XMLStreamReader xml) {
        return Set.of("stringProp", "intProp", "longProp", "boolProp").contains(xml.getLocalName());
    }

    /** Why this is no plan of JMeter, with the line. */
    Optional<String> malformed() {
        return Optional.ofNullable(malformed);
    }

    /** Whether the plan reads a property, as {@code ${__P(name)}} does. */
    boolean asksFor(String property) {
        return asked.contains(property);
    }

    /**
     * The hosts that are neither loopback nor allowed. A host that only the running plan knows counts as outside,
     * unless somebody said where load may go.
     */
    Set<String> outsideHosts(Set<String> allowedHosts) {
        Set<String> allowed = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        allowed.addAll(allowedHosts);
        Set<String> outside = new TreeSet<>();
        for (String domain : domains) {
            String host = resolved(domain, 0).replaceAll("[\\[\\]]", "");
            boolean unknown = host.contains("${");
            if (!host.isEmpty()
                    && !LoadGuard.isLoopback(host)
                    && !allowed.contains(host)
                    && !(unknown && !allowed.isEmpty())) {
                outside.add(host);
            }
        }
        return outside;
    }

    private String resolved(String text, int depth) {
        return depth > DEEPEST
                ? text
                : EXPRESSION.matcher(text).replaceAll(match -> {
                    String value = value(match.group(1).strip());
                    return Matcher.quoteReplacement(value == null ? match.group() : resolved(value, depth + 1));
                });
    }

    private @Nullable String value(String expression) {
        Matcher property = PROPERTY.matcher(expression);
        if (!property.matches()) {
            return variables.get(expression);
        }
        Secret given = properties.get(property.group(1));
        return given != null ? given.value() : property.group(2);
    }
}
