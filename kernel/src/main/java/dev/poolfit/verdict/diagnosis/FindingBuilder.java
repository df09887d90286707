package dev.poolfit.verdict.diagnosis;

import dev.poolfit.evidence.Finding;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.Message;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Builds a finding: its figures by name, and its advice. */
final class FindingBuilder {
    private final ProbeStatistics probes;
    private final Settings settings;
    private final Map<String, Double> values = new LinkedHashMap<>();

    private FindingBuilder(ProbeStatistics probes, Settings settings) {
        this.probes = probes;
        this.settings = settings;
    }

    static FindingBuilder at(DiagnosisContext evidence, Settings settings) {
        return new FindingBuilder(evidence.probes(), settings);
    }

    /** Adds those of these figures that are known at the setting. */
    FindingBuilder figures(Indicator... figures) {
        for (Indicator figure : figures) {
            probes.at(settings, figure).ifPresent(value -> values.put(figure.key(), value.mean()));
        }
        return this;
    }

    FindingBuilder with(String key, double value) {
        values.put(key, value);
        return this;
    }

    Finding finding(DiagnosisRule rule, Finding.Severity severity, Message advice) {
        return new Finding(rule, severity, values, advice);
    }

    /** Returns a finding whose advice is of several sentences, at least one. */
    Finding finding(DiagnosisRule rule, Finding.Severity severity, List<Message> advice) {
        return finding(rule, severity, Message.joined("join.space", advice));
    }
}
