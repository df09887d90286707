package dev.poolfit.experiment.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Service;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A run can be reported on when the environment that it was made in has gone. */
class ReportReaderTest {
    private static final String FILE = """
            service:
              attach: {port: "${APP_PORT:8080}"}
              ready: http://127.0.0.1:${APP_PORT:8080}/health
            database:
              url: ${SHOP_DB_URL}
              user: shop
              password: ${SHOP_DB_PASSWORD}
            load:
              users: 10
              requests: [{get: "http://127.0.0.1:${APP_PORT:8080}/items"}]
            tune: {pool: 2..20}
            goal: {throughput: max}
            """;

    @Test
    void a_default_counts_and_a_value_that_only_the_environment_had_is_left_out() {
        Experiment read =
                ExperimentReader.forReport(Map.of()).read(FILE, Path.of(".")).experiment();

        assertThat(read.service().target()).isEqualTo(new Service.AttachPort(8080));
        assertThat(read.database()).isEmpty();
    }

    @Test
    void a_run_keeps_the_variables_that_are_no_secret_and_its_report_reads_those() {
        Map<String, String> environment = Map.of(
                "APP_PORT", "9000",
                "SHOP_DB_URL", "jdbc:mariadb://db.example:3306/shop",
                "SHOP_DB_PASSWORD", "12345");

        Map<String, String> kept =
                new ExperimentReader(environment).read(FILE, Path.of(".")).variables();

        assertThat(kept).isEqualTo(Map.of("APP_PORT", "9000"));
        assertThat(ExperimentReader.forReport(kept)
                        .read(FILE, Path.of("."))
                        .experiment()
                        .service()
                        .target())
                .isEqualTo(new Service.AttachPort(9000));
    }

    @Test
    void before_a_run_a_variable_that_is_not_set_is_a_problem() {
        assertThatThrownBy(() -> new ExperimentReader(Map.of()).read(FILE, Path.of(".")))
                .isInstanceOf(InvalidExperiment.class)
                .hasMessageContaining("SHOP_DB_URL")
                .hasMessageContaining("SHOP_DB_PASSWORD");
    }

    @Test
    void what_is_wrong_by_itself_stays_a_problem_in_a_report() {
        assertThatThrownBy(() -> ExperimentReader.forReport(Map.of())
                        .read(FILE.replace("pool: 2..20", "pool: few"), Path.of(".")))
                .isInstanceOf(InvalidExperiment.class)
                .hasMessageContaining("tune.pool");
    }
}
