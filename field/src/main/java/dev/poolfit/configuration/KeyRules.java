package dev.poolfit.configuration;

import dev.poolfit.evidence.Finding;
import dev.poolfit.evidence.Finding.Severity;
import dev.poolfit.units.Message;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Finds keys without effect, with the right one: renamed ones, misspelt ones, and settings of the pool at a place where
 * Spring Boot does not read them.
 *
 * <p>Source: {@link SpringKeys}.
 */
final class KeyRules {
    /** The sections that nothing but Spring Boot reads, so that any other key below them has no effect. */
    private static final List<String> CLOSED = List.of(
            "server.tomcat.",
            "server.jetty.",
            "server.undertow.",
            "spring.threads.",
            "spring.mvc.async.",
            "spring.jpa.hibernate.",
            "management.server.");
    /** The sections with keys of applications' own, so that only what is clearly meant otherwise is told. */
    private static final List<String> SHARED =
            List.of("server.", "spring.datasource.", "spring.jpa.", "spring.thread.");

    private static final Pattern DASHED = Pattern.compile("-(\\w)");
    private static final String OLDEST = SpringKeys.VERSIONS.get(0);
    private static final String BOOT = "spring.datasource.";
    private static final String HIKARI = SpringKeys.HIKARI;

    private final SpringProperties properties;
    private final FoundPools found;
    private final Optional<PoolSettings> boot;
    private final List<Finding> findings = new ArrayList<>();

    KeyRules(SpringProperties properties, FoundPools found) {
        this.properties = properties;
        this.found = found;
        boot = found.pools().stream()
                .filter(each -> each.name().equals(BootPool.NAME))
                .findFirst();
    }

    List<Finding> findings() {
        List<SpringProperty> misplaced = PropertySection.all(properties).values().stream()
                .filter(each -> OwnPools.isMisplaced(each) && !found.isClaimed(each.name() + ".x"))
                .flatMap(each -> each.keys().values().stream())
                .sorted(Comparator.comparing(SpringProperty::name))
                .toList();
        misplaced.forEach(this::misplaced);
        properties.all().stream()
                .filter(each -> !found.isClaimed(each.name()) && !misplaced.contains(each))
                .sorted(Comparator.comparing(SpringProperty::name))
                .forEach(this::look);
        return findings;
    }

    private void add(SettingRule rule, Severity severity, String words, Object... arguments) {
        findings.add(new Finding(rule, severity, Map.of(), Message.of("configuration." + words, arguments)));
    }

    private void misplaced(SpringProperty property) {
        Optional<String> right = SpringKeys.ofHikari(property.key())
                ? SpringKeys.of(HIKARI + property.key()).map(SpringKeys.Key::name)
                : SpringKeys.nearestOfHikari(property.key());
        right.ifPresent(name -> PoolReader.usual(camel(name))
                .ifPresentOrElse(
                        usual -> add(
                                SettingRule.KEY_MISPLACED,
                                Severity.WARNING,
                                "key-misplaced-default",
                                property.name(),
                                name,
                                usual),
                        () -> add(
                                SettingRule.KEY_MISPLACED, Severity.WARNING, "key-misplaced", property.name(), name)));
    }

    private void look(SpringProperty property) {
        String name = property.list();
        Optional<SpringKeys.Key> key = SpringKeys.of(name);
        if (key.isPresent()) {
            key.get().goneIn().ifPresent(version -> gone(property, key.get(), version));
        } else if (name.startsWith(HIKARI)) {
            ofPool(property);
        } else if (startsWithOne(CLOSED, name) && !isWithin("hikari", name)) {
            SpringKeys.nearest(property.name())
                    .ifPresentOrElse(
                            right -> add(
                                    SettingRule.KEY_UNKNOWN,
                                    Severity.WARNING,
                                    "key-unknown",
                                    property.name(),
                                    right,
                                    OLDEST),
                            () -> add(
                                    SettingRule.KEY_UNKNOWN,
                                    Severity.INFO,
                                    "key-not-of-spring",
                                    property.name(),
                                    String.join(", ", SpringKeys.VERSIONS)));
        } else if (name.startsWith(BOOT) && name.indexOf('.', BOOT.length()) < 0 && isOfPool(property.key())) {
            misplaced(property);
        } else if (startsWithOne(SHARED, name)) {
            SpringKeys.misspelt(property.name())
                    .or(() -> name.matches("server\\..+\\..+")
                            ? SpringKeys.incomplete(property.name())
                            : Optional.empty())
                    .ifPresent(right -> add(
                            SettingRule.KEY_UNKNOWN, Severity.WARNING, "key-unknown", property.name(), right, OLDEST));
        }
    }

    /** Tells of a key that is gone; gone in the newest version alone, it may still do for the service's. */
    private void gone(SpringProperty property, SpringKeys.Key key, String version) {
        Severity severity = version.equals(SpringKeys.VERSIONS.get(SpringKeys.VERSIONS.size() - 1))
                ? Severity.INFO
                : Severity.WARNING;
        key.replacement()
                .or(() -> SpringKeys.incomplete(key.name()))
                .ifPresentOrElse(
                        right -> add(SettingRule.KEY_RENAMED, severity, "key-renamed", property.name(), version, right),
                        () -> add(SettingRule.KEY_GONE, severity, "key-gone", property.name(), version));
    }

    private void ofPool(SpringProperty property) {
        String key = property.name().substring(HIKARI.length());
        Optional<String> right = SpringKeys.nearestOfHikari(key);
        if (right.isEmpty()) {
            add(SettingRule.KEY_UNKNOWN, Severity.WARNING, "key-not-of-hikari", property.name());
            return;
        }
        Optional<String> taken = properties.find(right.get()).isPresent()
                ? Optional.empty()
                : boot.flatMap(each -> Optional.ofNullable(each.settings().get("pool." + camel(right.get()))));
        taken.ifPresentOrElse(
                value -> add(
                        SettingRule.KEY_UNKNOWN,
                        Severity.WARNING,
                        "key-of-pool-default",
                        property.name(),
                        right.get(),
                        value),
                () -> add(SettingRule.KEY_UNKNOWN, Severity.WARNING, "key-of-pool", property.name(), right.get()));
    }

    private static boolean isOfPool(String key) {
        return SpringKeys.ofHikari(key)
                || OtherPool.has(key)
                || SpringProperty.relaxed(key).matches("(max|min).*(size|idle)");
    }

    private static String camel(String name) {
        return DASHED.matcher(name.substring(name.lastIndexOf('.') + 1))
                .replaceAll(letter -> letter.group(1).toUpperCase(Locale.ROOT));
    }

    private static boolean startsWithOne(List<String> prefixes, String name) {
        return prefixes.stream().anyMatch(name::startsWith);
    }

    private static boolean isWithin(String part, String name) {
        return List.of(name.split("\\.")).contains(part);
    }
}
