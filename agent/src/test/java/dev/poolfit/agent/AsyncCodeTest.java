package dev.poolfit.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Whether a thread still does that for which it got a connection; frames stand from the innermost to the outermost. */
class AsyncCodeTest {
    private static final String POOL = "com.zaxxer.hikari.pool.HikariPool.getConnection:150";
    private static final String RESUMED = "kotlin.coroutines.jvm.internal.BaseContinuationImpl.resumeWith:33";
    private static final String WORKER = "kotlinx.coroutines.scheduling.CoroutineScheduler$Worker.run:684";
    private static final StackTraceElement[] COROUTINE =
            stack(POOL, "com.example.Orders$load$2.invokeSuspend:10", RESUMED, WORKER);

    static StackTraceElement[] stack(String... frames) {
        return Arrays.stream(frames)
                .map(frame -> {
                    int colon = frame.indexOf(':');
                    int dot = frame.lastIndexOf('.', colon);
                    return new StackTraceElement(
                            frame.substring(0, dot),
                            frame.substring(dot + 1, colon),
                            null,
                            Integer.parseInt(frame.substring(colon + 1)));
                })
                .toArray(StackTraceElement[]::new);
    }

    @Test
    void a_thread_is_still_within_the_method_that_got_the_connection_whatever_it_calls() {
        StackTraceElement[] got = stack(POOL, "com.example.Export.run:7", "java.lang.Thread.run:1");

        assertThat(AsyncCode.isWithin(
                        got, stack("com.example.Mail.send:3", "com.example.Export.run:9", "java.lang.Thread.run:1")))
                .isTrue();
        assertThat(AsyncCode.isWithin(got, got)).as("a loop that gets several").isTrue();
        assertThat(AsyncCode.isWithin(got, stack("com.example.Other.run:9", "java.lang.Thread.run:1")))
                .isFalse();
    }

    @Test
    void frames_of_lambdas_that_a_thread_dump_has_and_an_exception_has_not_change_nothing() {
        assertThat(AsyncCode.isWithin(
                        stack(POOL, "com.example.Job.export:7", "java.lang.Thread.run:840"),
                        stack(
                                "org.mariadb.jdbc.Statement.execute:1",
                                "com.example.Job.export:8",
                                "com.example.Job$$Lambda$1/0x00007ff220000c30.run:-1",
                                "java.lang.Thread.run:840")))
                .isTrue();
    }

    @Test
    void a_coroutine_beyond_the_place_where_it_got_its_connection_is_the_same_one() {
        assertThat(AsyncCode.isWithin(
                        COROUTINE,
                        stack(
                                "com.zaxxer.hikari.pool.HikariProxyStatement.executeQuery:99",
                                "com.example.Orders$load$2.invokeSuspend:11",
                                RESUMED,
                                WORKER)))
                .isTrue();
        assertThat(AsyncCode.isWithin(
                        COROUTINE, stack(POOL, "com.example.Orders$load$2.invokeSuspend:12", RESUMED, WORKER)))
                .as("it gets a second connection further on")
                .isTrue();
    }

    @Test
    void a_coroutine_that_waits_at_the_same_place_or_has_not_come_so_far_is_another_one() {
        assertThat(AsyncCode.isWithin(COROUTINE, COROUTINE)).isFalse();
        assertThat(AsyncCode.isWithin(
                        COROUTINE,
                        stack("com.example.Cache.get:5", "com.example.Orders$load$2.invokeSuspend:8", RESUMED, WORKER)))
                .isFalse();
        assertThat(AsyncCode.isWithin(COROUTINE, stack("com.example.Mails$send$1.invokeSuspend:30", RESUMED, WORKER)))
                .isFalse();
    }

    @Test
    void a_stack_without_the_application_says_nothing() {
        assertThat(AsyncCode.isWithin(stack(POOL, "java.lang.Thread.run:1"), COROUTINE))
                .isTrue();
        assertThat(AsyncCode.isWithin(new StackTraceElement[0], COROUTINE)).isTrue();
    }

    @Test
    void coroutines_futures_and_reactive_code_may_go_on_elsewhere_and_an_asynchronous_method_does_not() {
        String future = "java.util.concurrent.CompletableFuture$AsyncSupply.run:1768";
        String own = "com.example.Shop.load:4";

        assertThat(AsyncCode.suspends(COROUTINE)).isTrue();
        assertThat(AsyncCode.suspends(stack(POOL, own, future))).isTrue();
        assertThat(AsyncCode.suspends(stack(POOL, own, "reactor.core.publisher.MonoCallable.call:72")))
                .isTrue();
        assertThat(AsyncCode.suspends(stack(
                        POOL,
                        own,
                        "org.springframework.aop.interceptor.AsyncExecutionInterceptor.lambda$invoke$0:114",
                        future)))
                .isFalse();
        assertThat(AsyncCode.suspends(stack(POOL, own, "java.lang.Thread.run:1")))
                .isFalse();
    }

    @Test
    void a_session_of_a_mapper_is_told_from_the_applications_own_connection() {
        assertThat(AsyncCode.bySession(
                        stack(POOL, "org.hibernate.internal.SessionImpl.connection:4", "com.example.Shop.items:9")))
                .isTrue();
        assertThat(AsyncCode.bySession(
                        stack(POOL, "org.springframework.jdbc.core.JdbcTemplate.query:4", "com.example.Shop.items:9")))
                .isFalse();
    }
}
