package dev.poolfit.configuration;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.FindingOrder;
import dev.poolfit.units.Message;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Finds what is wrong, or worth to know, about a configuration. A rule whose settings are not known says nothing.
 *
 * <p>Sources: see {@link LifetimeRules}, {@link WaitRules}, {@link DriverRules}, {@link FleetRules} and
 * {@link ServerRules}. Of proxies, {@link DatabaseProxy}.
 */
public final class ConfigurationRules {
    private ConfigurationRules() {}

    /** Returns the findings, the gravest first. Where several pools are looked at, each finding of a pool has its name. */
    public static List<Finding> findings(Configuration configuration) {
        var findings = new ArrayList<>(new ServerRules(configuration).findings());
        findings.addAll(new FleetRules(configuration).findings());
        var ofPools = new LinkedHashMap<Finding, List<String>>();
        for (PoolSettings pool : configuration.pools()) {
            var rules = new ArrayList<>(new LifetimeRules(pool, configuration.limits()).findings());
            rules.addAll(new WaitRules(configuration, pool).findings());
            rules.addAll(new DriverRules(configuration, pool).findings());
            rules.forEach(each ->
                    ofPools.computeIfAbsent(each, first -> new ArrayList<>()).add(pool.title()));
        }
        ofPools.forEach((finding, names) ->
                findings.add(configuration.pools().size() == 1 ? finding : of(String.join(", ", names), finding)));
        return FindingOrder.of(findings);
    }

    /**
     * Returns a finding where a service runs with other settings than its file has.
     *
     * @param differences as {@link ApplicationFile#differences} gives them
     */
    public static Optional<Finding> differing(Map<String, List<String>> differences) {
        String all = differences.entrySet().stream()
                .map(each -> each.getKey() + " " + String.join(" → ", each.getValue()))
                .collect(Collectors.joining(", "));
        return all.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        SettingRule.RUNNING_DIFFERS.finding(Map.of("differences", (double) differences.size()), all));
    }

    private static Finding of(String names, Finding finding) {
        return new Finding(
                finding.rule(),
                finding.severity(),
                finding.evidence(),
                Message.of("configuration.of-pool", names, finding.advice()));
    }
}
