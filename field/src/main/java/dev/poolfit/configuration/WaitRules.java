package dev.poolfit.configuration;

import dev.poolfit.evidence.Finding;
import dev.poolfit.units.Quantity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Finds how long a request waits for a connection of a pool, and how such waits come about.
 *
 * <p>Sources: the settings' own text in HikariCP's README, what its {@code setConnectionTimeout} refuses, its page
 * "About Pool Sizing"; Spring Boot on {@code spring.mvc.async.request-timeout}.
 *
 * <p>Gateways wait for an answer no longer than this, unless set otherwise: Amazon API Gateway 29 s
 * (docs.aws.amazon.com/apigateway/latest/developerguide/limits.html), Application Load Balancer 60 s
 * (docs.aws.amazon.com/elasticloadbalancing/latest/application/edit-load-balancer-attributes.html), nginx 60 s ({@code
 * proxy_read_timeout}, nginx.org/en/docs/http/ngx_http_proxy_module.html). Tomcat's {@code connection-timeout} does not
 * count: it is the time until a client sends its request.
 */
final class WaitRules {
    /** The milliseconds that people wait for an answer at most: Nielsen, "Usability Engineering", 1993, ch. 5. */
    private static final double PATIENCE = 10_000;
    /** The shortest connection timeout that HikariCP takes, in milliseconds. */
    private static final double SHORTEST = 250;
    /** The milliseconds, twice HikariCP's least, beyond which a pause of a garbage collector does not last as a rule. */
    private static final double HASTE = 500;
    /** The milliseconds that are enough for any pause, and less than callers wait. */
    private static final double USUAL = 3_000;
    /** The milliseconds that HikariCP makes of a connection timeout of 0. */
    private static final double ENDLESS = Integer.MAX_VALUE;

    private final Configuration configuration;
    private final PoolSettings pool;
    private final List<Finding> findings = new ArrayList<>();

    WaitRules(Configuration configuration, PoolSettings pool) {
        this.configuration = configuration;
        this.pool = pool;
    }

    List<Finding> findings() {
        connectionTimeout();
        minimumIdle();
        leakDetection();
        return findings;
    }

    private void add(SettingRule rule, Map<String, Double> evidence, Object... arguments) {
        findings.add(rule.finding(evidence, arguments));
    }

    private void connectionTimeout() {
        OptionalDouble timeout = pool.number("pool.connectionTimeout");
        if (timeout.isEmpty()) {
            return;
        }
        double millis = timeout.getAsDouble() == 0 ? ENDLESS : timeout.getAsDouble();
        if (millis >= ENDLESS) {
            add(SettingRule.CONNECTION_TIMEOUT_ENDLESS, Map.of("connectionTimeoutMs", millis));
        } else if (!outlasts(millis) && millis > PATIENCE) {
            add(SettingRule.CONNECTION_TIMEOUT_LONG, Map.of("connectionTimeoutMs", millis), Quantity.time(millis));
        } else if (millis < HASTE) {
            add(SettingRule.CONNECTION_TIMEOUT_SHORT, Map.of("connectionTimeoutMs", millis), Quantity.time(millis));
        }
    }

    /** Returns whether a thread waits for a connection when whoever asked has given up; if so, that is told. */
    private boolean outlasts(double millis) {
        OptionalDouble load = configuration.patience().stream()
                .mapToDouble(Duration::toMillis)
                .findFirst();
        OptionalDouble async = configuration.serviceMillis("spring.mvc.async.request-timeout");
        return outlasts(millis, SettingRule.CONNECTION_TIMEOUT_BEYOND_LOAD, load)
                | outlasts(millis, SettingRule.CONNECTION_TIMEOUT_BEYOND_ASYNC, async);
    }

    /** Tells of one; where callers give up sooner than HikariCP may, no setting of it helps. */
    private boolean outlasts(double millis, SettingRule rule, OptionalDouble patience) {
        boolean longer = patience.isPresent() && patience.getAsDouble() > SHORTEST && millis >= patience.getAsDouble();
        if (longer) {
            double given = patience.getAsDouble();
            add(
                    rule,
                    Map.of("connectionTimeoutMs", millis, "requestTimeoutMs", given),
                    Quantity.time(millis),
                    Quantity.time(given),
                    Quantity.time(given > USUAL ? USUAL : Math.max(SHORTEST, given / 2)));
        }
        return longer;
    }

    private void minimumIdle() {
        OptionalDouble idle = pool.number("pool.minimumIdle");
        OptionalDouble most = pool.number("pool.maximumPoolSize");
        if (idle.isPresent() && most.isPresent() && pool.grows()) {
            add(
                    SettingRule.MINIMUM_IDLE_BELOW,
                    Map.of("minimumIdle", idle.getAsDouble(), "maximumPoolSize", most.getAsDouble()),
                    Quantity.aboutCount(idle.getAsDouble()),
                    Quantity.aboutCount(most.getAsDouble()));
        }
    }

    private void leakDetection() {
        pool.number("pool.leakDetectionThreshold").ifPresent(millis -> {
            if (millis == 0) {
                add(SettingRule.LEAK_DETECTION_OFF, Map.of("leakDetectionThresholdMs", 0.0));
            }
        });
    }
}
