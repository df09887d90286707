package dev.poolfit.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.wire.AgentBean;
import dev.poolfit.wire.AgentOperation;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the tuner calls by name is what the agent's MBeans have. */
class AgentOperationTest {
    private static final Map<String, Class<?>> BEANS = Map.of(
            AgentBean.KEEPER, KeeperMBean.class,
            AgentBean.SAMPLER, SamplerMBean.class,
            AgentBean.RECORDER, RecorderMBean.class,
            AgentBean.LIMITER, LimiterMBean.class);

    @Test
    void each_method_of_the_mbeans_is_an_operation_and_each_operation_is_a_method() {
        assertThat(Arrays.stream(AgentOperation.values()).map(each -> each.bean() + " " + each.signature()))
                .containsExactlyInAnyOrderElementsOf(BEANS.entrySet().stream()
                        .flatMap(each -> Arrays.stream(each.getValue().getMethods())
                                .map(method -> each.getKey() + " " + method.getName() + "("
                                        + Stream.of(method.getParameterTypes())
                                                .map(Class::getName)
                                                .collect(Collectors.joining(","))
                                        + ")"))
                        .toList());
    }
}
