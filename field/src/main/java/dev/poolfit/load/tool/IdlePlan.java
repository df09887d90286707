package dev.poolfit.load.tool;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import javax.xml.stream.XMLEventFactory;
import javax.xml.stream.XMLEventReader;
import javax.xml.stream.XMLEventWriter;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.events.Attribute;
import javax.xml.stream.events.StartElement;
import javax.xml.stream.events.XMLEvent;

/** A copy of a JMeter plan in which everything is switched off: JMeter reads it, and sends nothing. */
final class IdlePlan {
    private static final String TREE = "hashTree";
    private static final String ROOT = "TestPlan";
    private static final String ENABLED = "enabled";
    private static final XMLEventFactory EVENTS = XMLEventFactory.newFactory();

    private IdlePlan() {}

    /**
     * Writes the copy.
     *
     * @param folder in which it is written, under the plan's own name
     * @throws IOException if the plan is no XML, or one of the files cannot be read or written
     */
    static Path of(Path plan, Path folder) throws IOException {
        Path copy = folder.resolve("plan-" + plan.getFileName());
        var factory = XMLInputFactory.newFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        try (InputStream in = Files.newInputStream(plan);
                OutputStream out = Files.newOutputStream(copy)) {
            XMLEventWriter writer = XMLOutputFactory.newFactory().createXMLEventWriter(out, "UTF-8");
            write(factory.createXMLEventReader(in), writer);
            writer.close();
        } catch (XMLStreamException malformed) {
            throw new IOException(plan + " is no plan of JMeter: " + malformed.getMessage(), malformed);
        }
        return copy;
    }

    private static void write(XMLEventReader reader, XMLEventWriter writer) throws XMLStreamException {
        var open = new ArrayList<String>();
        while (reader.hasNext()) {
            XMLEvent event = reader.nextEvent();
            if (event.isStartElement()) {
                String tag = event.asStartElement().getName().getLocalPart();
                boolean runs = !open.isEmpty()
                        && open.get(open.size() - 1).equals(TREE)
                        && !List.of(TREE, ROOT).contains(tag);
                open.add(tag);
                writer.add(runs ? switchedOff(event.asStartElement()) : event);
            } else {
                if (event.isEndElement()) {
                    open.remove(open.size() - 1);
                }
                writer.add(event);
            }
        }
    }

    private static XMLEvent switchedOff(StartElement element) {
        var attributes = new ArrayList<Attribute>();
        for (Iterator<Attribute> each = element.getAttributes(); each.hasNext(); ) {
            Attribute attribute = each.next();
            if (!attribute.getName().getLocalPart().equals(ENABLED)) {
                attributes.add(attribute);
            }
        }
        attributes.add(EVENTS.createAttribute(ENABLED, "false"));
        return EVENTS.createStartElement(element.getName(), attributes.iterator(), element.getNamespaces());
    }
}
