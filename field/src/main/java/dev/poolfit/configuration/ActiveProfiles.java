package dev.poolfit.configuration;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Determines the active profiles as Spring Boot does before it looks at a document of a profile.
 *
 * @param names in their order; a document counts over one of an earlier profile where both are files
 * @param source that names them, such as {@code SPRING_PROFILES_ACTIVE}; empty where nothing does
 * @param unset the placeholders without which they are not known
 */
record ActiveProfiles(Set<String> names, Optional<String> source, Set<String> unset) {
    private static final String ACTIVE = "spring.profiles.active";
    private static final String INCLUDE = "spring.profiles.include";
    private static final String DEFAULT = "spring.profiles.default";

    /**
     * @param documents all of them: Spring takes these settings from documents of profiles, too
     * @param wanted a profile that is active in any case, such as that of a file's name; others that are included stay
     */
    static ActiveProfiles of(List<SpringDocument> documents, Map<String, String> environment, Optional<String> wanted) {
        var all = new SpringProperties(documents, environment);
        List<SpringValue> active = all.list(ACTIVE);
        if (wanted.isPresent() && active.stream().noneMatch(each -> each.text().equals(wanted.get()))) {
            active = List.of(new SpringValue(wanted.get(), Set.of()));
        }
        var included = new LinkedHashSet<SpringValue>(new SpringProperties(List.of(), environment).list(INCLUDE));
        for (SpringDocument each : documents) {
            new SpringProperties(List.of(each), Map.of())
                    .raw(INCLUDE)
                    .forEach(text -> all.elements(text).forEach(included::add));
        }
        var named = new LinkedHashSet<SpringValue>(included);
        named.addAll(active);
        if (named.isEmpty()) {
            List<SpringValue> usual = all.list(DEFAULT);
            named.addAll(usual.isEmpty() ? List.of(new SpringValue("default", Set.of())) : usual);
        }
        var names = new LinkedHashSet<String>();
        var unset = new TreeSet<String>();
        for (SpringValue each : named) {
            if (each.isKnown()) {
                expand(each.text(), all, names);
            } else {
                unset.addAll(each.unset().isEmpty() ? Set.of(each.text()) : each.unset());
            }
        }
        return new ActiveProfiles(
                names,
                active.isEmpty()
                        ? included.isEmpty() ? Optional.empty() : Optional.of(INCLUDE)
                        : all.variable(ACTIVE).or(() -> Optional.of(ACTIVE)),
                unset);
    }

    private static void expand(String name, SpringProperties all, Set<String> names) {
        if (names.add(name)) {
            all.list("spring.profiles.group." + name).forEach(each -> expand(each.text(), all, names));
        }
    }

    /** Returns whether something names the active profiles, and they are known. */
    boolean determined() {
        return source.isPresent() && unset.isEmpty();
    }
}
