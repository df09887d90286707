package dev.poolfit.verdict;

import dev.poolfit.experiment.Settings;
import dev.poolfit.units.Sentence;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The figures behind a finding, by name, and as its advice reads them; the same in every locale. */
final class Facts {
    private final Symptoms symptoms;
    private final Settings settings;
    private final Map<String, Double> values = new LinkedHashMap<>();

    private Facts(Symptoms symptoms, Settings settings) {
        this.symptoms = symptoms;
        this.settings = settings;
    }

    static Facts at(Case evidence, Settings settings) {
        return new Facts(evidence.symptoms(), settings);
    }

    /** Adds those of these figures that are known at the setting. */
    Facts figures(Figure... figures) {
        for (Figure figure : figures) {
            symptoms.at(settings, figure).ifPresent(value -> values.put(figure.key(), value.mean()));
        }
        return this;
    }

    Facts with(String key, double value) {
        values.put(key, value);
        return this;
    }

    Finding finding(Rule rule, Finding.Severity severity, Sentence advice) {
        return new Finding(rule.id(), severity, values, advice);
    }

    /** A finding whose advice is of several sentences, at least one. */
    Finding finding(Rule rule, Finding.Severity severity, List<Sentence> advice) {
        return finding(rule, severity, Sentence.joined("join.space", advice));
    }

    /** Such as {@code 1.3 ms}, {@code 55 ms}, {@code 2.81 s}. */
    static String time(double millis) {
        if (millis >= 999.5) {
            return number("%.2f", millis / 1000) + " s";
        }
        return number(millis < 9.95 ? "%.1f" : "%.0f", millis) + " ms";
    }

    /** Such as {@code 164/s}, {@code 2.4/s}. */
    static String rate(double perSecond) {
        return count(perSecond) + "/s";
    }

    /** A count with as many decimals as it needs: {@code 0.16}, {@code 1.6}, {@code 91}, {@code 310,000}. */
    static String count(double value) {
        if (value < 0.95) {
            return number("%.2g", value);
        }
        return value < 9.95 ? number("%.1f", value).replaceFirst("\\.0$", "") : number("%,.0f", value);
    }

    /** Such as {@code 7.1 %}. */
    static String percent(double share) {
        return number(share < 0.0995 ? "%.1f" : "%.0f", 100 * share) + " %";
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
