package dev.poolfit.demo.data;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.autoconfigure.jdbc.DataSourceProperties;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/**
 * Creates and fills the tables of a study, once. It works while the context is refreshed, so the service opens its port
 * when the data is there, and on connections of its own, so the size of the pool does not matter to it.
 */
public final class SampleData implements InitializingBean {
    private static final Logger LOG = LoggerFactory.getLogger(SampleData.class);

    private final DataSource database;
    private final String study;
    private final Map<String, Integer> sizes;
    private final List<String> scripts;

    /** Takes the scripts {@code STUDY/SCRIPT-DIALECT.sql}, which are independent of each other and run side by side. */
    public SampleData(DataSourceProperties properties, String study, String... scripts) {
        this(properties, study, Map.of(), scripts);
    }

    /** Takes scripts that have <code>${NAME}</code> where a size belongs; another size makes the tables anew. */
    public SampleData(DataSourceProperties properties, String study, Map<String, Integer> sizes, String... scripts) {
        this.database = new DriverManagerDataSource(
                properties.determineUrl(), properties.determineUsername(), properties.determinePassword());
        this.study = study;
        this.sizes = Map.copyOf(sizes);
        this.scripts = List.of(scripts);
    }

    @Override
    public void afterPropertiesSet() throws SQLException {
        String what = study + " " + String.join(" ", scripts) + (sizes.isEmpty() ? "" : " " + sizes.values());
        String done = what.replaceAll("\\W+", "_") + "_loaded";
        String dialect;
        try (Connection connection = database.getConnection()) {
            dialect = connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT);
            if (exists(connection, done)) {
                LOG.info("The data of {} is present", what);
                return;
            }
        }
        long start = System.nanoTime();
        CompletableFuture.allOf(scripts.stream()
                        .map(script -> CompletableFuture.runAsync(() -> load(script, dialect)))
                        .toArray(CompletableFuture[]::new))
                .join();
        new JdbcTemplate(database).execute("CREATE TABLE " + done + " (id int PRIMARY KEY)");
        LOG.info("Loaded the data of {} in {} ms", what, (System.nanoTime() - start) / 1_000_000);
    }

    private void load(String script, String dialect) {
        String text;
        try {
            text = new ClassPathResource("%s/%s-%s.sql".formatted(study, script, dialect))
                    .getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
        for (var size : sizes.entrySet()) {
            text = text.replace("${" + size.getKey() + "}", size.getValue().toString());
        }
        new ResourceDatabasePopulator(new ByteArrayResource(text.getBytes(StandardCharsets.UTF_8))).execute(database);
    }

    private static boolean exists(Connection connection, String table) throws SQLException {
        try (ResultSet tables = connection
                .getMetaData()
                .getTables(connection.getCatalog(), connection.getSchema(), table, new String[] {"TABLE"})) {
            return tables.next();
        }
    }
}
