package dev.poolfit.results;

import java.io.InputStream;
import java.util.OptionalDouble;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Reads JMeter's JTL as XML: {@code <httpSample t="44" ts="1662749136192" s="true" na="10"/>}, nested or not. */
final class JmeterXml {
    private static final String ROOT_END = "</testResults>";
    private static final int DEEPEST = 100;

    private final Complaints complaints;
    private final RequestLog log = new RequestLog();
    private boolean transactions;

    private JmeterXml(Complaints complaints) {
        this.complaints = complaints;
        log.notice(K6Table.SETTINGS_UNKNOWN);
    }

    static Results read(InputStream text, Complaints complaints) {
        var file = new JmeterXml(complaints);
        var tail = new Tail(text);
        var pace = new Pace(Text.of(tail));
        try {
            XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
            factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
            factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
            file.read(factory.createXMLStreamReader(pace), pace);
        } catch (XMLStreamException malformed) {
            var place = malformed.getLocation();
            if (pace.lost()) {
                throw complaints.with(
                        place == null ? 0 : Math.max(0, place.getLineNumber()),
                        "the line",
                        "must have attributes and texts of at most " + Pace.MOST + " characters, but has a longer one;"
                                + " let JMeter write no response data, or write CSV");
            }
            if (place != null && tail.endsWithout(ROOT_END)) {
                file.log.cutOff(CutOff.inElement(place.getLineNumber(), place.getColumnNumber()));
                return file.results();
            }
            complaints.add(
                    place == null ? 0 : Math.max(0, place.getLineNumber()),
                    place == null ? "the file" : "character " + place.getColumnNumber(),
                    "is not well-formed XML; let JMeter finish the file, or write it as CSV");
        }
        return file.results();
    }

    private void read(XMLStreamReader xml, Pace pace) throws XMLStreamException {
        int depth = 0;
        int counted = 0; // depth within a sample that counts; what is inside it is a part of it
        while (xml.hasNext()) {
            int event = xml.next();
            pace.step();
            if (event == XMLStreamConstants.START_ELEMENT) {
                if (++depth > DEEPEST) {
                    throw complaints.with(
                            xml.getLocation().getLineNumber(),
                            "the element",
                            "must be nested at most " + DEEPEST + " deep, but is deeper; is it a file of JMeter's?");
                }
                if (counted > 0) {
                    counted++;
                } else if (isSample(xml) && !isTransaction(xml)) {
                    add(xml);
                    counted = 1;
                }
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                depth--;
                counted = Math.max(0, counted - 1);
            }
        }
    }

    private static boolean isSample(XMLStreamReader xml) {
        return xml.getLocalName().equals("httpSample") || xml.getLocalName().equals("sample");
    }

    private boolean isTransaction(XMLStreamReader xml) {
        String message = xml.getAttributeValue(null, "rm");
        boolean transaction = message != null && message.startsWith(JmeterTable.TRANSACTION);
        transactions |= transaction;
        return transaction;
    }

    private void add(XMLStreamReader xml) {
        double elapsed = number(xml, "t", Domain.PAUSE);
        double end = time(xml) + elapsed / 1000;
        String success = xml.getAttributeValue(null, "s");
        if (!"true".equals(success) && !"false".equals(success)) {
            complain(xml, "s", "true or false", success == null ? "missing" : Complaints.quoted(success));
        }
        if ("true".equals(success)) {
            log.good(end, elapsed);
        } else {
            log.failed(end, elapsed, JmeterTable.reason(text(xml, "rc"), text(xml, "rm")));
        }
        if (xml.getAttributeValue(null, "na") != null) {
            double users = number(xml, "na", Domain.USERS_NOW);
            if (users >= 1) {
                log.users(end, users);
            }
        }
    }

    private static String text(XMLStreamReader xml, String attribute) {
        String text = xml.getAttributeValue(null, attribute);
        return text == null ? "" : text;
    }

    private double time(XMLStreamReader xml) {
        String text = xml.getAttributeValue(null, "ts");
        double time = text == null ? Double.NaN : Instants.sinceEpoch(text);
        if (Double.isNaN(time)) {
            complain(xml, "ts", Domain.INSTANT.bound(), text == null ? "missing" : Complaints.quoted(text));
        }
        return time;
    }

    private double number(XMLStreamReader xml, String attribute, Domain domain) {
        String text = xml.getAttributeValue(null, attribute);
        OptionalDouble value = text == null ? OptionalDouble.empty() : domain.read(text);
        if (value.isEmpty()) {
            complain(xml, attribute, domain.bound(), text == null ? "missing" : Complaints.quoted(text));
        }
        return value.orElse(Double.NaN);
    }

    private void complain(XMLStreamReader xml, String attribute, String bound, String actual) {
        complaints.add(
                xml.getLocation().getLineNumber(),
                "attribute " + attribute,
                "must be " + bound + ", but is " + actual + "; let JMeter save it");
    }

    private Results results() {
        if (transactions) {
            log.notice(JmeterTable.TRANSACTIONS);
        }
        return log.results("JMeter's JTL", complaints);
    }
}
