package dev.poolfit.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.experiment.file.ExperimentReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two builds serve the same requests at two ports. */
class OtherPortTest {
    @Test
    void an_address_names_a_port_or_none() {
        assertThat(OtherPort.of("http://127.0.0.1:8080/a?b=:99")).hasValue(8080);
        assertThat(OtherPort.of("http://127.0.0.1/a:8080")).isEmpty();
        assertThat(OtherPort.of("http://127.0.0.1?q=:8080")).isEmpty();
    }

    @Test
    void all_addresses_of_that_port_move_and_no_other(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("poolfit.yaml"), """
                name: shop
                service:
                  launch: java -jar shop.jar
                  ready: http://127.0.0.1:8080/health
                  metrics: http://127.0.0.1:9090/metrics
                load:
                  users: 10
                  requests:
                    - get: http://127.0.0.1:8080/items/{1..1000}?at=127.0.0.1:8080
                      weight: 3
                    - get: http://127.0.0.1:8080
                tune: {pool: 2..20}
                goal: {throughput: max}
                budget: 5m
                """);
        Experiment experiment = new ExperimentReader(Map.of()).read(file).experiment();
        var port = new OtherPort(8080, 18081);
        var like = new Service.Launch("", folder, Map.of("A", new Secret("b")));

        Experiment moved = port.of(experiment, port.launch("run --port={port} --management={other-port}", like, 7));

        assertThat(moved.load().requests())
                .extracting(Load.Request::url)
                .containsExactly("http://127.0.0.1:18081/items/{1..1000}?at=127.0.0.1:8080", "http://127.0.0.1:18081");
        assertThat(moved.load().requests()).extracting(Load.Request::weight).containsExactly(3, 1);
        assertThat(moved.service().ready()).hasToString("Optional[http://127.0.0.1:18081/health]");
        assertThat(moved.service().metrics()).hasToString("Optional[http://127.0.0.1:9090/metrics]");
        var launch = (Service.Launch) moved.service().target();
        assertThat(launch.command()).isEqualTo("run --port=18081 --management=7");
        assertThat(launch.environment().get("SERVER_PORT")).isEqualTo(new Secret("18081"));
        assertThat(launch.environment()).containsKey("A");
        assertThat(moved.goal()).isEqualTo(experiment.goal());
    }
}
