package dev.poolfit.experiment.file;

import dev.poolfit.experiment.file.JmxElement.Property;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** Reads a JMeter plan: a tree in which each element is followed by the tree of what lies below it. */
final class JmxReader {
    private static final long LARGEST = 32 << 20;
    private static final int DEEPEST = 200;
    private static final String TREE = "hashTree";
    private static final Set<String> TEXTS = Set.of("stringProp", "intProp", "longProp", "boolProp");
    private static final Set<String> NUMBERS = Set.of("doubleProp", "floatProp", "FloatProperty");
    private static final Set<String> COLLECTIONS = Set.of("collectionProp", "mapProp");
    /** The attributes with which XStream, which JMeter reads plans with, takes another class than the tag says. */
    private static final List<String> OTHER_CLASS = List.of("class", "resolves-to", "reference", "defined-in");

    private final List<JmxElement> active = new ArrayList<>();
    private final List<JmxElement> disabled = new ArrayList<>();
    private int groups;
    private @Nullable String malformed;
    private @Nullable String unknown;

    JmxReader(Path file) {
        var factory = XMLInputFactory.newFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        try (InputStream in = Files.newInputStream(file)) {
            if (Files.size(file) > LARGEST) {
                malformed = "it is larger than 32 MiB";
            } else {
                read(factory.createXMLStreamReader(in));
            }
        } catch (XMLStreamException broken) {
            malformed = "line " + broken.getLocation().getLineNumber() + " "
                    + (unknown == null
                            ? "is not XML; open it in JMeter and save it"
                            : "has " + unknown + ", which Poolfit does not know of JMeter");
        } catch (IOException unreadable) {
            malformed = "it cannot be read (" + unreadable.getMessage() + ")";
        }
    }

    /** Returns why this is no plan of JMeter, with the line. */
    Optional<String> malformed() {
        return Optional.ofNullable(malformed);
    }

    List<JmxElement> active() {
        return active;
    }

    /** Returns the elements that are switched off, or lie below one that is. */
    List<JmxElement> disabled() {
        return disabled;
    }

    private void read(XMLStreamReader xml) throws XMLStreamException {
        boolean first = true;
        while (xml.hasNext()) {
            if (xml.next() != XMLStreamReader.START_ELEMENT) {
                continue;
            }
            if (first && !"jmeterTestPlan".equals(xml.getLocalName())) {
                malformed = "its first element is " + xml.getLocalName() + ", not jmeterTestPlan; name a .jmx file";
                return;
            }
            if (!first) {
                tree(xml, true, 0);
            }
            first = false;
        }
    }

    /** Reads a tree up to its end; what follows an element that is switched off is switched off as well. */
    private void tree(XMLStreamReader xml, boolean runs, int depth) throws XMLStreamException {
        if (depth > DEEPEST) {
            throw new XMLStreamException("too deep", xml.getLocation());
        }
        boolean last = runs;
        while (xml.next() != XMLStreamReader.END_ELEMENT) {
            if (!xml.isStartElement()) {
                continue;
            }
            requireOwnClass(xml);
            if (TREE.equals(xml.getLocalName())) {
                tree(xml, last, depth + 1);
            } else {
                last = runs && !"false".equals(xml.getAttributeValue(null, "enabled"));
                (last ? active : disabled).add(element(xml));
            }
        }
    }

    private JmxElement element(XMLStreamReader xml) throws XMLStreamException {
        String tag = xml.getLocalName();
        String name = xml.getAttributeValue(null, "testname");
        int line = xml.getLocation().getLineNumber();
        var properties = new ArrayList<Property>();
        properties(xml, 0, "", 0, properties);
        return new JmxElement(tag, name == null ? "" : name, line, properties);
    }

    private void properties(XMLStreamReader xml, int group, String type, int depth, List<Property> found)
            throws XMLStreamException {
        if (depth > DEEPEST) {
            throw new XMLStreamException("too deep", xml.getLocation());
        }
        while (xml.next() != XMLStreamReader.END_ELEMENT) {
            if (!xml.isStartElement()) {
                continue;
            }
            String tag = xml.getLocalName();
            String name = attribute(xml, "name");
            requireOwnClass(xml);
            if (TEXTS.contains(tag)) {
                found.add(new Property(group, type, name, xml.getElementText().strip()));
            } else if (name.startsWith("HTTPSampler.")) {
                throw unknown("a property " + name + " that is a " + tag, xml);
            } else if (tag.equals("elementProp")) {
                properties(xml, ++groups, attribute(xml, "elementType"), depth + 1, found);
            } else if (COLLECTIONS.contains(tag)) {
                properties(xml, group, type, depth + 1, found);
            } else if (NUMBERS.contains(tag) || tag.equals("objProp")) {
                passOver(xml);
            } else {
                throw unknown("a property " + tag, xml);
            }
        }
    }

    private static String attribute(XMLStreamReader xml, String name) {
        String value = xml.getAttributeValue(null, name);
        return value == null ? "" : value;
    }

    /** Passes over what a listener keeps, and numbers: nothing that could name a host. */
    private void passOver(XMLStreamReader xml) throws XMLStreamException {
        for (int depth = 1; depth > 0; ) {
            int event = xml.next();
            if (event == XMLStreamReader.START_ELEMENT) {
                requireOwnClass(xml);
                depth++;
            } else if (event == XMLStreamReader.END_ELEMENT) {
                depth--;
            }
        }
    }

    private void requireOwnClass(XMLStreamReader xml) throws XMLStreamException {
        for (String each : OTHER_CLASS) {
            String other = xml.getAttributeValue(null, each);
            if (other != null && !other.equals("SampleSaveConfiguration")) {
                throw unknown("an attribute " + each, xml);
            }
        }
    }

    private XMLStreamException unknown(String what, XMLStreamReader xml) {
        unknown = what;
        return new XMLStreamException(what, xml.getLocation());
    }
}
