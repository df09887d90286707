package dev.poolfit.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The table of settings is what Spring Boot's own metadata says, and a name is taken for another one only where it is near. */
class SpringKeysTest {
    private static final Path TABLE = Path.of("src/main/resources/dev/poolfit/configuration/spring-keys.txt");
    private static final String WRITE =
            "mvn test -pl wire,agent,tuner -Dtest=SpringKeysTest -Dsurefire.failIfNoSpecifiedTests=false -Dgolden.write=true";
    private static final Pattern OURS = Pattern.compile(
            "(server|spring\\.jpa|spring\\.threads|spring\\.mvc\\.async|management\\.server|spring\\.datasource)\\..*");
    /** Poolfit does not look at these pools. */
    private static final Pattern OTHER_POOL = Pattern.compile("spring\\.datasource\\.(tomcat|dbcp2|oracleucp)\\..*");

    @Test
    void the_table_is_that_of_the_metadata_in_spring_boots_jars() throws IOException {
        var versions = new TreeMap<String, Map<String, JsonNode>>();
        for (String version : SpringKeys.VERSIONS) {
            versions.put(version, metadata(Path.of("target/spring-boot", version)));
        }
        List<String> lines = versions.values().stream()
                .flatMap(each -> each.keySet().stream())
                .filter(name -> OURS.matcher(name).matches()
                        && !OTHER_POOL.matcher(name).matches())
                .distinct()
                .sorted()
                .map(name -> line(name, versions))
                .toList();
        String table = """
                # Settings by Spring Boot's version: %s. + takes effect, - does not, ? is not known; then what replaces it.
                # Facts of META-INF/spring-configuration-metadata.json in Spring Boot's jars (Apache-2.0). Written by:
                # %s
                """.formatted(String.join(", ", SpringKeys.VERSIONS), WRITE) + String.join("\n", lines) + "\n";
        if (Boolean.getBoolean("golden.write")) {
            Files.writeString(TABLE, table);
        }
        assertThat(Files.readString(TABLE)).as("write it anew: " + WRITE).isEqualTo(table);
    }

    private static Map<String, JsonNode> metadata(Path folder) throws IOException {
        var properties = new TreeMap<String, JsonNode>();
        List<Path> jars;
        try (Stream<Path> files = Files.list(folder)) {
            jars = files.sorted().toList();
        }
        for (Path jar : jars) {
            try (var zip = new ZipFile(jar.toFile());
                    InputStream in = zip.getInputStream(zip.getEntry("META-INF/spring-configuration-metadata.json"))) {
                String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                new JsonMapper()
                        .readTree(text)
                        .get("properties")
                        .forEach(each -> properties.putIfAbsent(each.get("name").asString(), each));
            }
        }
        assertThat(properties).as("of " + folder).isNotEmpty();
        return properties;
    }

    private static String line(String name, Map<String, Map<String, JsonNode>> versions) {
        var taken = new StringBuilder();
        Optional<String> replacement = Optional.empty();
        String type = "";
        for (Map<String, JsonNode> version : versions.values()) {
            JsonNode key = version.get(name);
            if (key == null) {
                boolean covered =
                        version.keySet().stream().anyMatch(each -> section(each).equals(section(name)));
                taken.append(covered ? '-' : '?');
                continue;
            }
            JsonNode deprecation = key.path("deprecation");
            taken.append(deprecation.path("level").asString("").equals("error") ? '-' : '+');
            type = key.path("type").asString(type);
            Optional<String> named = Optional.of(deprecation.path("replacement").asString(""))
                    .filter(each -> versions.values().stream().anyMatch(other -> other.containsKey(each)));
            replacement = named.isPresent() ? named : replacement;
        }
        boolean open = type.matches("java\\.util\\.(Map|Properties|List).*");
        return taken + " " + name + (open ? SpringKeys.OPEN : "")
                + replacement.map(" "::concat).orElse("");
    }

    /** A version that has none of a section's settings may have them in a jar that was not read. */
    private static String section(String name) {
        return name.substring(0, Math.max(0, name.lastIndexOf('.')));
    }

    @Test
    void each_setter_of_hikaricp_that_takes_a_text_or_a_number_is_in_the_table() {
        var missing = new ArrayList<String>();
        for (Method each : HikariConfig.class.getMethods()) {
            if (each.getName().startsWith("set")
                    && each.getParameterCount() == 1
                    && (each.getParameterTypes()[0].isPrimitive() || each.getParameterTypes()[0] == String.class)
                    && !SpringKeys.ofHikari(each.getName().substring(3))) {
                missing.add(each.getName());
            }
        }
        assertThat(missing).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "server.tomcat.max-threads, 2.7, server.tomcat.threads.max",
        "server.tomcat.min-spare-threads, 2.7, server.tomcat.threads.min-spare",
        "server.max-http-header-size, 3.5, server.max-http-request-header-size",
        "server.tomcat.port-header, 2.7, ",
        "server.tomcat.threads.max, , ",
        "spring.jpa.properties.hibernate.jdbc.batch_size, , ",
        "spring.threads.virtual.enabled, , ",
    })
    void a_setting_that_is_gone_tells_since_when_and_what_replaces_it(String name, String gone, String replacement) {
        assertThat(SpringKeys.of(name)).hasValueSatisfying(key -> {
            assertThat(key.goneIn()).isEqualTo(Optional.ofNullable(gone));
            assertThat(key.replacement()).isEqualTo(Optional.ofNullable(replacement));
        });
    }

    @ParameterizedTest
    @CsvSource({
        "server.tomcat.threads.maximum, ",
        "server.tomcat.thread.max, server.tomcat.threads.max",
        "server.threads.max, server.tomcat.threads.max",
        "server.tomcat.max-connection, server.tomcat.max-connections",
        "server.tomcat.accept-counts, server.tomcat.accept-count",
        "server.ports, server.port",
        "server.host, ",
        "server.path, ",
        "server.name, ",
        "spring.jpa.open-in-veiw, spring.jpa.open-in-view",
        "spring.thread.virtual.enabled, spring.threads.virtual.enabled",
        "spring.datasource.driver-class, ",
        "spring.datasource.usrname, spring.datasource.username",
    })
    void a_misspelt_name_is_taken_for_the_one_that_is_near(String name, String meant) {
        assertThat(SpringKeys.of(name)).isEmpty();
        assertThat(SpringKeys.nearest(name)).isEqualTo(Optional.ofNullable(meant));
    }

    @Test
    void words_of_other_pools_are_known() {
        assertThat(Stream.of("max-pool-size", "min-idle", "maxActive", "connectionTimout", "max-life-time", "shop")
                        .map(key -> SpringKeys.ofHikari(key)
                                ? "known"
                                : SpringKeys.nearestOfHikari(key).orElse("none"))
                        .collect(Collectors.joining(" ")))
                .isEqualTo("spring.datasource.hikari.maximum-pool-size spring.datasource.hikari.minimum-idle"
                        + " spring.datasource.hikari.maximum-pool-size spring.datasource.hikari.connection-timeout known"
                        + " none");
    }
}
