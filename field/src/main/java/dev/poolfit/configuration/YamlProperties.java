package dev.poolfit.configuration;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a document of YAML as properties. A merge key ({@code <<}) gives what is not said beside it; a map outside
 * Spring's own sections that others merge is a template, and no property by itself.
 */
final class YamlProperties {
    private static final int DEEPEST = 32;
    private static final String MERGE = "<<";
    private static final Pattern OF_SPRING = Pattern.compile("(spring|server|management)(\\..*)?");
    /** Matches grouped whole numbers, which YAML 1.1, which Spring reads, has, too. */
    private static final Pattern GROUPED = Pattern.compile("[-+]?[1-9]\\d*(_\\d+)+");

    private final List<SpringProperty> all = new ArrayList<>();
    private final Set<Object> merged = Collections.newSetFromMap(new IdentityHashMap<>());

    YamlProperties(@Nullable Object document) {
        collect(document, 0);
        flatten("", document, 0);
    }

    List<SpringProperty> all() {
        return all;
    }

    private void collect(@Nullable Object value, int depth) {
        if (depth > DEEPEST) {
            return;
        }
        if (value instanceof Map<?, ?> map) {
            if (map.get(MERGE) instanceof List<?> bases) {
                merged.addAll(bases);
            } else if (map.get(MERGE) instanceof Map<?, ?> base) {
                merged.add(base);
            }
            map.values().forEach(each -> collect(each, depth + 1));
        } else if (value instanceof List<?> list) {
            list.forEach(each -> collect(each, depth + 1));
        }
    }

    private void flatten(String path, @Nullable Object value, int depth) {
        if (depth > DEEPEST) {
            return;
        }
        if (value instanceof Map<?, ?> map) {
            if (map.get(MERGE) instanceof List<?> bases) {
                for (int i = bases.size() - 1; i >= 0; i--) {
                    flatten(path, bases.get(i), depth + 1);
                }
            } else {
                flatten(path, map.get(MERGE), depth + 1);
            }
            map.forEach((key, part) -> {
                String name = path.isEmpty() ? String.valueOf(key) : path + "." + key;
                if (!MERGE.equals(key)
                        && !(merged.contains(part) && !OF_SPRING.matcher(name).matches())) {
                    flatten(name, part, depth + 1);
                }
            });
        } else if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                flatten(path + "[" + i + "]", list.get(i), depth + 1);
            }
        } else if (value != null) {
            String text = value.toString();
            all.add(new SpringProperty(path, GROUPED.matcher(text).matches() ? text.replace("_", "") : text));
        }
    }
}
