package dev.poolfit.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A pool is described by its settings, and of what may hold a secret by what is none. */
class DescriptionTest {
    /** As HikariCP's pool has it. */
    static final class Pool {
        final Config config = new Config();
    }

    /** As HikariCP's configuration is read. */
    public static final class Config {
        public String getJdbcUrl() {
            return "jdbc:mysql://db/shop?sessionVariables=sql_mode='x',wait_timeout=900&password=hunter2";
        }

        public String getConnectionInitSql() {
            return "SET SESSION wait_timeout = 3600, @key = 'hunter2'";
        }

        public long getMaxLifetime() {
            return 1_800_000;
        }
    }

    @Test
    void of_the_statements_of_a_session_only_its_timeout_is_told() {
        Object told = new Description(new Reflection(null))
                .of(Map.of("main", new Pool()), List.of())
                .get("pools");

        assertThat(told)
                .asString()
                .contains("pool.maxLifetime=1800000", "wait_timeout = 3600", "driver.sessionVariables=wait_timeout=900")
                .doesNotContain("hunter2", "sql_mode");
    }
}
