package dev.poolfit.experiment.file;

import dev.poolfit.experiment.LoadEnd;
import dev.poolfit.experiment.LoadGuard;
import dev.poolfit.experiment.Secret;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Proves of a JMeter plan, before it runs, that every request goes to this machine or to a host that is allowed. Only
 * elements that are known to send nothing else pass.
 */
final class JmeterPlan {
    private static final Set<String> SAMPLERS =
            Set.of("HTTPSamplerProxy", "HTTPSampler", "HTTPSampler2", "DebugSampler", "TestAction");
    /** The elements that decide when requests start, set values or read responses, and send nothing by themselves. */
    private static final Set<String> HARMLESS = Set.of("""
            TestPlan WorkBench ThreadGroup SetupThreadGroup PostThreadGroup OpenModelThreadGroup TestFragmentController
            LoopController GenericController TransactionController IfController WhileController ForeachController
            RandomController RandomOrderController InterleaveControl OnceOnlyController RunTime SwitchController
            ThroughputController CriticalSectionController RecordingController ModuleController
            Arguments ConfigTestElement HeaderManager CookieManager CacheManager AuthManager DNSCacheManager CounterConfig
            RandomVariableConfig CSVDataSet UserParameters LoginConfig KeystoreConfig
            RegexExtractor BoundaryExtractor HtmlExtractor JSONPostProcessor JMESPathExtractor XPathExtractor
            XPath2Extractor DebugPostProcessor ResultAction URLRewritingModifier RegExUserParameters SampleTimeout
            ResponseAssertion DurationAssertion SizeAssertion JSONPathAssertion JMESPathAssertion XPathAssertion
            XPath2Assertion XMLAssertion HTMLAssertion MD5HexAssertion CompareAssertion
            ConstantTimer UniformRandomTimer GaussianRandomTimer PoissonRandomTimer ConstantThroughputTimer
            PreciseThroughputTimer SyncTimer ResultCollector ResultSaver Summariser ProxyControl HttpMirrorControl
            """.strip().split("\\s+"));
    /** Matches thread groups of well-known plugins. */
    private static final Pattern PLUGIN_THREADS =
            Pattern.compile("(?:kg\\.apc\\.jmeter\\.(?:threads|timers)|com\\.blazemeter\\.jmeter\\.threads)\\.[\\w.]+");

    private static final Pattern CODE = Pattern.compile("(?i)__(groovy|beanshell|javascript|jexl\\d?|evalvar|eval)\\b");
    private static final Pattern HTTP = Pattern.compile("(?i)(?:https?)?");

    private final JmxReader read;
    private final List<JmxElement> elements;
    private final JmxVariables variables;
    private final JmxEnd end;
    private final Set<String> allowedHosts;

    JmeterPlan(Path file, Map<String, Secret> properties, Set<String> allowedHosts) {
        read = new JmxReader(file);
        elements = new ArrayList<>(read.active());
        if (read.active().stream().anyMatch(each -> each.tag().equals("ModuleController"))) {
            // It runs what it points at, switched off or not.
            elements.addAll(read.disabled());
        }
        variables = new JmxVariables(elements, properties);
        end = new JmxEnd(read.active(), variables, file.toAbsolutePath());
        this.allowedHosts = allowedHosts;
    }

    /** Returns why this is no plan of JMeter, with the line. */
    Optional<String> malformed() {
        return read.malformed();
    }

    /** Returns whether the plan reads a property, as {@code ${__P(name)}} does. */
    boolean asksFor(String property) {
        return variables.asked().contains(property);
    }

    /** Returns the properties that were proven with their defaults, which JMeter's own files must not change. */
    Map<String, String> assumed() {
        return variables.assumed();
    }

    /** Returns the end of a load that is over by itself, as far as the plan alone says it. */
    Optional<LoadEnd> end() {
        return end.end();
    }

    /** Returns data files that the plan reads and that are not there, a sentence's end for each. */
    List<String> lacks() {
        return end.lacks();
    }

    /** Returns why load may get out of the plan, a sentence's end for each element; empty if it cannot. */
    List<String> leaks() {
        if (allowedHosts.contains(LoadGuard.ANY_HOST)) {
            return List.of();
        }
        var leaks = new LinkedHashSet<String>();
        elements.forEach(each -> leak(each).ifPresent(leaks::add));
        return List.copyOf(leaks);
    }

    private Optional<String> leak(JmxElement element) {
        if (!SAMPLERS.contains(element.tag())
                && !HARMLESS.contains(element.tag())
                && !PLUGIN_THREADS.matcher(element.tag()).matches()) {
            return Optional.of("has " + element.title() + ", of which Poolfit cannot tell where it sends to; "
                    + unless("remove it"));
        }
        Optional<String> code = element.properties().stream()
                .flatMap(each -> CODE.matcher(each.text().replace("\\", "")).results())
                .map(found -> "__" + found.group(1))
                .findFirst();
        if (code.isEmpty()
                && element.tag().equals("IfController")
                && !element.is("IfController.useExpression", "true")) {
            code = Optional.of("a condition in JavaScript");
        }
        if (code.isPresent()) {
            return Optional.of("runs code in " + element.title() + " (" + code.get() + "), which may send to any host; "
                    + unless("write it without code"));
        }
        if (element.tag().equals("DNSCacheManager")
                && (element.is("DNSCacheManager.isCustomResolver", "true")
                        || element.properties().stream()
                                .anyMatch(each -> each.type().equals("StaticHost")))) {
            return Optional.of("gives names other addresses in " + element.title() + "; " + unless("remove it"));
        }
        return element.values("HTTPSampler.proxyHost").stream().anyMatch(host -> !host.isEmpty())
                ? Optional.of("goes through a proxy in " + element.title() + ", which may lead to any host; "
                        + unless("remove the proxy"))
                : host(element);
    }

    private Optional<String> host(JmxElement element) {
        var hosts = new ArrayList<String>();
        element.values("HTTPSampler.domain").stream()
                .filter(domain -> !domain.isEmpty())
                .map(variables::resolved)
                .forEach(hosts::add);
        element.values("HTTPSampler.path").stream()
                .map(variables::resolved)
                .flatMap(path -> JmxAddress.host(path).stream())
                .forEach(hosts::add);
        for (String protocol : element.values("HTTPSampler.protocol")) {
            if (!HTTP.matcher(variables.resolved(protocol)).matches()) {
                hosts.add(protocol + "://");
            }
        }
        return hosts.stream().filter(host -> !allowed(host)).findFirst().map(host -> refused(host, element));
    }

    private boolean allowed(String host) {
        String bare = host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
        return LoadGuard.allows(bare, allowedHosts);
    }

    private static String refused(String host, JmxElement element) {
        return JmxAddress.proven(host)
                ? "sends load to the host " + host + " in " + element.title()
                        + ", which is not this machine; name it under load.allow-hosts if it may be put under load"
                : "sends load to a host that only the running plan knows, " + host + " in " + element.title() + "; "
                        + unless("begin a path with /, and write the host itself, or ${__P(host,127.0.0.1)}");
    }

    private static String unless(String mend) {
        return mend + ", or put \"*\" into load.allow-hosts if the plan may reach any host";
    }
}
