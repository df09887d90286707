package dev.poolfit.results;

import java.io.BufferedReader;
import java.io.IOException;

/**
 * Reads Gatling's simulation.log as text: lines of fields between tabs, {@code REQUEST}, groups, name, start, end (both
 * in milliseconds), {@code OK} or {@code KO}, and a message; {@code USER}, scenario, {@code START} or {@code END},
 * time. Before Gatling 3.4 a user's number stands before the others.
 */
final class GatlingLog {
    private static final String SOURCE = "Gatling's simulation.log";

    private final Complaints complaints;
    private final RequestLog log = new RequestLog();
    private long users;
    private long line;

    private GatlingLog(Complaints complaints) {
        this.complaints = complaints;
        log.notice(K6Table.SETTINGS_UNKNOWN);
    }

    static boolean knows(String head) {
        return head.startsWith("RUN\t") || head.startsWith("ASSERTION\t") || head.startsWith("REQUEST\t");
    }

    static Results read(Text text, Complaints complaints) throws IOException {
        var file = new GatlingLog(complaints);
        var pace = new Pace(text);
        var lines = new BufferedReader(pace);
        for (String next = lines.readLine(); next != null; next = lines.readLine()) {
            pace.step();
            file.line++;
            if (text.cutOff()) {
                file.log.cutOff(CutOff.inLine(file.line));
                break;
            }
            file.read(next.split("\t", -1));
        }
        return file.log.results(SOURCE, complaints);
    }

    private void read(String[] fields) {
        if (fields[0].equals("REQUEST")) {
            request(fields);
        } else if (fields[0].equals("USER") && fields.length >= 4) {
            boolean starts = fields[2].equals("START") || fields[3].equals("START");
            double time = seconds(fields, fields.length > 4 ? 4 : 3);
            users += starts ? 1 : -1;
            if (users >= 0) {
                log.users(time, users);
            }
        }
    }

    private void request(String[] fields) {
        int status = fields.length - 2;
        if (status < 4 || !fields[status].equals("OK") && !fields[status].equals("KO")) {
            complaints.add(
                    line,
                    "the line",
                    "must be REQUEST, groups, name, start, end, OK or KO, and a message, each after a tab, but has "
                            + fields.length + " fields; drop the line");
            return;
        }
        double start = seconds(fields, status - 2);
        double end = seconds(fields, status - 1);
        if (end < start) {
            complaints.add(line, "the line", "must end after it starts; drop the line");
            return;
        }
        log.users(end, users);
        if (fields[status].equals("OK")) {
            log.good(end, 1000 * (end - start));
        } else {
            log.failed(end, 1000 * (end - start), fields[status + 1].strip());
        }
    }

    private double seconds(String[] fields, int index) {
        double time = Domain.INSTANT.read(fields[index]).orElse(Double.NaN) / 1000;
        if (Double.isNaN(time)) {
            complaints.add(
                    line,
                    "field " + (index + 1),
                    "must be a time in milliseconds, but is " + Complaints.quoted(fields[index]) + "; drop the line");
        }
        return time;
    }
}
