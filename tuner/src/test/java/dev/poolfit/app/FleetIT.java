package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.poolfit.model.replay.WaitGoal;
import dev.poolfit.testing.RealClock;
import dev.poolfit.verdict.fleet.SimulatedPool;
import dev.poolfit.verdict.fleet.SimulatedPool.Case;
import dev.poolfit.verdict.fleet.SimulatedPool.Holds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real Prometheus with two hours of several services: how many connections each needs. */
class FleetIT {
    private static final WaitGoal GOAL = new WaitGoal(Duration.ofMillis(1), Duration.ofSeconds(30));
    private static final int HOURS = 7200;
    private static final Case SHOP = new Case(6, 0.02, Holds.EXPONENTIAL, 2, 2, 40, HOURS);
    private static final Case ORDERS = new Case(3, 0.05, Holds.TWO_KINDS, 1, 1, 12, HOURS);

    @TempDir
    private static Path folder = Path.of("");

    private static @Nullable PrometheusProgram prometheus;
    private static int shopNeeds;
    private static int ordersNeed;

    @BeforeAll
    static void start() throws Exception {
        Optional<Path> programs = PrometheusProgram.programs();
        assumeTrue(programs.isPresent(), "there is no prometheus on this machine, and no package of it");
        var first = new SimulatedPool(SHOP, 1);
        var second = new SimulatedPool(SHOP, 2);
        var orders = new SimulatedPool(ORDERS, 3);
        shopNeeds = Math.max(needed(first), needed(second));
        ordersNeed = needed(orders);
        long end = RealClock.TIME.instant().getEpochSecond() / 60 * 60;
        int readings = HOURS / SimulatedPool.SCRAPE + 1;
        var metrics = new FleetMetrics(end)
                .micrometer("application=\"shop\",instance=\"a:8080\",pool=\"main\"", first.readings(), 40, 0)
                .micrometer("application=\"shop\",instance=\"b:8080\",pool=\"main\"", second.readings(), 40, 120)
                .named(
                        FleetMetrics.Names.OPEN_TELEMETRY,
                        "job=\"orders\",instance=\"c:8080\",pool_name=\"main\"",
                        orders,
                        12)
                .micrometer(
                        "application=\"quiet\",instance=\"d:8080\",pool=\"main\"",
                        new SimulatedPool(new Case(0.001, 0.05, Holds.CONSTANT, 1, 1, 10, HOURS), 4).readings(),
                        10,
                        0)
                .named(
                        FleetMetrics.Names.MICROMETER_BY_OTLP,
                        "job=\"billing\",instance=\"e:8080\",pool=\"main\"",
                        new SimulatedPool(ORDERS, 5),
                        12)
                .leaked("application=\"leaky\",instance=\"f:8080\",pool=\"main\"", 10, readings)
                .unsized("application=\"unknown\",instance=\"g:8080\",pool=\"main\"", new SimulatedPool(ORDERS, 6))
                .withoutUse(
                        "application=\"renamed\",instance=\"i:8080\",pool=\"main\"", new SimulatedPool(ORDERS, 7), 12)
                .named(
                        FleetMetrics.Names.OPEN_TELEMETRY_STABLE,
                        "job=\"stable\",instance=\"j:8080\",db_client_connection_pool_name=\"main\"",
                        orders,
                        12)
                .named(FleetMetrics.Names.TRACKER, "job=\"tracked\",instance=\"k:8080\",pool=\"main\"", orders, 12)
                .constant("pg_settings_max_connections", "instance=\"pg:9187\"", 100, readings)
                .constant("pg_stat_activity_count", "instance=\"pg:9187\",state=\"active\"", 12, readings)
                .constant("pg_stat_activity_count", "instance=\"pg:9187\",state=\"idle\"", 30, readings)
                .constant("mysql_global_variables_max_connections", "instance=\"db:9104\"", 151, readings)
                .constant("mysql_global_status_threads_connected", "instance=\"db:9104\"", 92, readings)
                .constant(
                        "kube_horizontalpodautoscaler_spec_max_replicas",
                        "horizontalpodautoscaler=\"shop-scaling\"",
                        6,
                        readings)
                .constant(
                        "kube_horizontalpodautoscaler_info",
                        "horizontalpodautoscaler=\"shop-scaling\",scaletargetref_name=\"shop\"",
                        1,
                        readings)
                .every(4)
                .micrometer("cluster=\"eu\",job=\"desk\",instance=\"h:8080\",pool=\"main\"", orders.readings(), 12, 0)
                .micrometer("cluster=\"us\",job=\"desk\",instance=\"h:8080\",pool=\"main\"", first.readings(), 40, 0)
                .constant(
                        "kube_horizontalpodautoscaler_spec_max_replicas",
                        "cluster=\"us\",namespace=\"office\",horizontalpodautoscaler=\"desk\"",
                        5,
                        readings);
        prometheus = PrometheusProgram.start(programs.get(), folder, metrics.toString());
    }

    private static int needed(SimulatedPool pool) {
        return pool.recorded(GOAL).neediest().get(0).minute().needed();
    }

    @AfterAll
    static void stop() throws Exception {
        if (prometheus != null) {
            prometheus.close();
        }
    }

    private static Program.Result run(String... arguments) throws Exception {
        String[] all = new String[arguments.length + 3];
        all[0] = "size";
        all[1] = "--prometheus";
        all[2] = prometheus == null ? "" : prometheus.url;
        System.arraycopy(arguments, 0, all, 3, arguments.length);
        return Program.run(folder, Map.of(), all);
    }

    private static JsonNode pool(JsonNode json, String service) {
        return StreamSupport.stream(json.at("/pools").spliterator(), false)
                .filter(each -> each.at("/service").asString().equals(service))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void each_service_is_told_what_it_needs_and_gives_back() throws Exception {
        Program.Result told = run("--range", "3h", "--out", "fleet");

        assertThat(told.exitCode()).as(told.toString()).isZero();
        assertThat(told.out())
                .contains("connections can be given back: ")
                .contains("No connection was free in the last hour: leaky (1 of 1 instance).")
                .contains("none free")
                .contains("borrows waited in vain")
                .contains("no metric tells the size of their pools: unknown/main.")
                .contains("shop: spring.datasource.hikari.maximum-pool-size: ")
                .contains("too little seen")
                .contains("Database db:9104: at most 92 connections were open at once; its limit is 151.")
                .contains("Database pg:9187: at most 42 connections were open at once; its limit is 100.")
                .contains("shop may grow to 6 instances");
        assertThat(told.out().replaceAll("\\s+", " "))
                .contains("nothing is known of bursts: renamed. Micrometer calls it hikaricp_connections_active");
        JsonNode json = new JsonMapper().readTree(folder.resolve("fleet/size.json"));
        JsonNode shop = pool(json, "shop");
        assertThat(shop.at("/instances").asInt()).isEqualTo(2);
        assertThat(shop.at("/maximum").asInt()).isEqualTo(40);
        assertThat(shop.at("/answer").asString()).isEqualTo("give-back");
        assertThat(shop.at("/needed/connections").asInt()).isBetween(shopNeeds - 4, shopNeeds + 4);
        assertThat(shop.at("/givenBack").asInt())
                .isEqualTo(2 * (40 - shop.at("/recommended").asInt()));
        JsonNode orders = pool(json, "orders");
        assertThat(orders.at("/needed/connections").asInt()).isBetween(ordersNeed - 2, ordersNeed + 2);
        // The same figures under other names and in other units.
        assertThat(pool(json, "stable").at("/needed")).isEqualTo(orders.at("/needed"));
        assertThat(pool(json, "tracked").at("/needed")).isEqualTo(orders.at("/needed"));
        assertThat(orders.at("/busiest/holdMs").asDouble()).isBetween(40.0, 60.0);
        assertThat(pool(json, "leaky").at("/exhaustedInstances").asInt()).isEqualTo(1);
        assertThat(pool(json, "billing").at("/needed/connections").asInt()).isBetween(ordersNeed - 2, ordersNeed + 2);
        assertThat(json.at("/withoutSize/0").asString()).isEqualTo("unknown/main");
        assertThat(orders.at("/intervalSeconds").asInt()).isEqualTo(15);
        assertThat(orders.at("/minuteSeconds").asInt()).isEqualTo(60);
        assertThat(Files.readString(folder.resolve("fleet/report.html")))
                .contains("<svg", "db:9104")
                .doesNotContain("<script");
    }

    @Test
    void clusters_are_told_apart_and_who_is_read_slowly_makes_no_minute_longer_for_others() throws Exception {
        Program.Result told = run("--range", "3h", "--out", "clusters");

        assertThat(told.exitCode()).as(told.toString()).isZero();
        assertThat(told.out().replaceAll("\\s+", " "))
                .contains("us/desk may grow to 5 instances")
                .doesNotContain("eu/desk may grow")
                .containsPattern("(eu/desk, us/desk|us/desk, eu/desk): Prometheus reads this each 1m, "
                        + "so that a minute here is 4m long");
        JsonNode json = new JsonMapper().readTree(folder.resolve("clusters/size.json"));
        assertThat(pool(json, "eu/desk").at("/maximum").asInt()).isEqualTo(12);
        assertThat(pool(json, "eu/desk").at("/minuteSeconds").asInt()).isEqualTo(240);
        assertThat(pool(json, "us/desk").at("/maximum").asInt()).isEqualTo(40);
        assertThat(pool(json, "us/desk").at("/instances").asInt()).isEqualTo(1);
        assertThat(pool(json, "shop").at("/minuteSeconds").asInt()).isEqualTo(60);
        assertThat(pool(json, "shop").at("/needed/connections").asInt()).isBetween(shopNeeds - 4, shopNeeds + 4);
    }

    @Test
    void matchers_choose_services_and_the_answer_comes_in_korean_and_for_programs() throws Exception {
        Program.Result korean = run("--match", "{job=\"orders\"}", "--range", "1h", "--lang", "ko");
        Program.Result json = run("--match", "job=\"orders\"", "--range", "1h", "--format", "json", "--traffic", "2");

        assertThat(korean.exitCode()).as(korean.toString()).isZero();
        assertThat(korean.out()).contains("orders").doesNotContain("shop");
        assertThat(new JsonMapper().readTree(json.out()).at("/traffic").asInt()).isEqualTo(2);
        Program.Result others = run("--match", "job!=\"orders\"", "--range", "3h");
        assertThat(others.exitCode()).as(others.toString()).isZero();
        assertThat(others.out()).contains("shop").doesNotContain("orders");
    }

    @Test
    void a_server_without_such_metrics_says_what_was_looked_for_and_what_is_similar() throws Exception {
        Program.Result told = run("--match", "instance=\"db:9104\"", "--range", "3h");

        assertThat(told.exitCode()).as(told.toString()).isEqualTo(3);
        assertThat(told.err())
                .contains("hikaricp_connections_usage_seconds_sum")
                .contains("similar names: mysql_global_variables_max_connections")
                .doesNotContain("\tat ");
    }

    @Test
    void what_is_wrong_is_said_at_once() throws Exception {
        Program.Result matchers = run("--match", "application=shop");
        Program.Result both = run("--port", "8080", "--range", "1s");
        Program.Result alone = Program.run(folder, Map.of(), "size", "--range", "1h");
        Program.Result unused = run("--for", "2m", "--pool-name", "main");
        Program.Result secret =
                Program.run(folder, Map.of(), "size", "--prometheus", "http://me:hidden@127.0.0.1:9090");
        Program.Result nobody = Program.run(folder, Map.of(), "size", "--prometheus", "http://127.0.0.1:1");

        assertThat(matchers.exitCode()).as(matchers.toString()).isEqualTo(3);
        assertThat(matchers.err()).contains("status 400").contains("--match 'application=\"shop\"'");
        assertThat(both.exitCode()).isEqualTo(2);
        assertThat(both.err())
                .contains("--range must be a time from 30m to 90d, but is \"1s\"")
                .contains("--prometheus must not be given together with FILE");
        assertThat(alone.exitCode()).isEqualTo(2);
        assertThat(alone.err()).contains("--range needs --prometheus");
        assertThat(unused.exitCode()).isEqualTo(2);
        assertThat(unused.err()).contains("--for").contains("--pool-name");
        assertThat(secret.exitCode()).isEqualTo(2);
        assertThat(secret.err()).contains("POOLFIT_PROMETHEUS_USER").doesNotContain("hidden");
        assertThat(nobody.exitCode()).isEqualTo(3);
        assertThat(nobody.err()).contains("the connection was refused");
    }
}
