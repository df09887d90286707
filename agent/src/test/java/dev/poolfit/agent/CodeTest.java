package dev.poolfit.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a thread does is told by the first frame from the top whose owner is known. */
class CodeTest {
    private static StackTraceElement[] stack(String... frames) {
        return Arrays.stream(frames)
                .map(frame -> {
                    int dot = frame.lastIndexOf('.');
                    return new StackTraceElement(frame.substring(0, dot), frame.substring(dot + 1), null, 7);
                })
                .toArray(StackTraceElement[]::new);
    }

    @ParameterizedTest
    @CsvSource({
        "java.lang.Thread.sleep, TIMED_WAITING, sleep",
        "com.mysql.cj.NativeSession.execSQL, RUNNABLE, database",
        "com.zaxxer.hikari.pool.HikariPool.getConnection, TIMED_WAITING, connection",
        "com.zaxxer.hikari.pool.HikariProxyPreparedStatement.executeQuery, RUNNABLE, database",
        "java.net.http.HttpClient.send, WAITING, remote",
        "com.fasterxml.jackson.databind.ObjectMapper.writeValue, RUNNABLE, rendering",
        "org.hibernate.loader.Loader.load, RUNNABLE, mapping",
        "java.util.concurrent.locks.ReentrantLock.lock, WAITING, lock",
        "sun.nio.ch.SocketChannelImpl.read, RUNNABLE, remote",
        "com.example.Prices.compute, RUNNABLE, code",
        "com.example.Prices.compute, BLOCKED, lock",
        "java.util.concurrent.ThreadPoolExecutor.getTask, WAITING, idle",
        "java.util.concurrent.ForkJoinPool.awaitWork, WAITING, idle",
        "kotlinx.coroutines.scheduling.CoroutineScheduler$Worker.park, TIMED_WAITING, idle",
        "kotlinx.coroutines.DefaultExecutor.run, TIMED_WAITING, idle",
        "sun.nio.ch.SelectorImpl.select, RUNNABLE, remote",
    })
    void the_top_decides(String top, Thread.State state, String kind) {
        assertThat(Code.kind(stack(top, "com.example.Shop.items", "java.lang.Thread.run"), state))
                .isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource({
        "sun.nio.ch.SelectorImpl.select, io.netty.channel.nio.NioEventLoop.run, idle",
        "io.netty.channel.epoll.Native.epollWait, io.netty.channel.epoll.EpollEventLoop.run, idle",
        "io.netty.buffer.PoolArena.allocate, io.netty.channel.nio.NioEventLoop.run, code",
        "sun.nio.ch.SelectorImpl.select, oracle.net.nt.TimeoutSocketChannel.read, database",
    })
    void an_event_loop_that_waits_for_its_sockets_has_nothing_to_do(String top, String below, String kind) {
        assertThat(Code.kind(stack("sun.nio.ch.EPoll.wait", top, below, "java.lang.Thread.run"), Thread.State.RUNNABLE))
                .isEqualTo(kind);
    }

    @Test
    void a_thread_that_parks_by_itself_for_some_time_sleeps_and_one_that_parks_in_a_lock_waits() {
        assertThat(Code.kind(
                        stack(
                                "jdk.internal.misc.Unsafe.park",
                                "java.util.concurrent.locks.LockSupport.parkNanos",
                                "com.example.Prices.await"),
                        Thread.State.TIMED_WAITING))
                .isEqualTo("sleep");
        assertThat(Code.kind(
                        stack(
                                "java.util.concurrent.locks.LockSupport.parkNanos",
                                "java.util.concurrent.locks.ReentrantLock.tryLock",
                                "com.example.Prices.await"),
                        Thread.State.TIMED_WAITING))
                .isEqualTo("lock");
    }

    @Test
    void what_the_application_was_called_by_does_not_count() {
        assertThat(Code.kind(
                        stack("java.util.HashMap.get", "com.example.Shop.items", "org.hibernate.Session.load"),
                        Thread.State.RUNNABLE))
                .isEqualTo("code");
    }

    @ParameterizedTest
    @CsvSource({
        "com.example.Shop, true",
        "org.springframework.samples.petclinic.OwnerController, true",
        "org.springframework.web.servlet.DispatcherServlet, false",
        "com.example.Shop$$SpringCGLIB$$0, false",
        "com.example.Orders$load$$inlined$transaction$1, true",
        "jdk.proxy2.$Proxy9, false",
        "com.example.Sector$HibernateProxy, false",
        "org.h2.Driver, false",
    })
    void whose_code_a_class_is_is_told_by_its_name(String type, boolean application) {
        assertThat(Code.isApplication(type)).isEqualTo(application);
    }

    @Test
    void whoever_waits_for_notifications_waits_for_no_answer() {
        assertThat(Code.listens(stack("org.postgresql.jdbc.PgConnection.getNotifications", "shop.Events.run")))
                .isTrue();
        assertThat(Code.listens(stack("org.postgresql.jdbc.PgStatement.execute", "shop.Events.run")))
                .isFalse();
    }
}
