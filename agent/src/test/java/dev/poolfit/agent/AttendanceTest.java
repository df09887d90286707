package dev.poolfit.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Who works with a connection: a thread, nobody any more, or nobody for now. */
class AttendanceTest {
    private static final String POOL = "com.zaxxer.hikari.pool.HikariPool.getConnection:150";
    private static final String[] GOT = {POOL, "com.example.Shop.load:4", "java.lang.Thread.run:1"};
    private static final String[] COROUTINE = {
        POOL,
        "com.example.Orders$load$2.invokeSuspend:10",
        "kotlin.coroutines.jvm.internal.BaseContinuationImpl.resumeWith:33"
    };
    private static final String[] SESSION = {
        POOL, "org.hibernate.internal.SessionImpl.connection:4", "com.example.Shop.events:9", "java.lang.Thread.run:1"
    };
    private static final String[] IDLE = {
        "java.util.concurrent.ThreadPoolExecutor.getTask:1062", "java.lang.Thread.run:1"
    };

    private final Reflection reflection = new Reflection(null);
    private final Tasks tasks = new Tasks(reflection);

    /** What Spring has of an asynchronous request, under the names that it has there. */
    private static final class Manager {
        final Request asyncWebRequest = new Request();
    }

    private static final class Request {
        boolean complete;

        boolean isAsyncStarted() {
            return true;
        }

        boolean isAsyncComplete() {
            return complete;
        }
    }

    private Attendance.State of(Hold hold, boolean openInView, String... now) {
        var attendance = new Attendance(new SpringRequests(reflection, new Class<?>[0]), tasks, openInView);
        StackReader.Seen seen =
                now.length == 0 ? null : new StackReader.Seen(AsyncCodeTest.stack(now), Thread.State.RUNNABLE);
        return attendance.of(hold, seen, false);
    }

    private static Hold hold(String... got) {
        var hold = new Hold("a", Thread.currentThread(), System.nanoTime(), 0, null);
        hold.borrow = new Throwable();
        hold.borrow.setStackTrace(AsyncCodeTest.stack(got));
        return hold;
    }

    @Test
    void what_its_thread_has_left_is_lost_unless_something_says_that_the_work_goes_on() {
        assertThat(of(hold(GOT), false, "com.example.Feed.read:8", "com.example.Shop.load:5", "java.lang.Thread.run:1"))
                .isEqualTo(Attendance.State.WORKING);
        assertThat(of(hold(GOT), false, IDLE)).isEqualTo(Attendance.State.LEFT);
        assertThat(of(hold(GOT), false)).as("the thread has ended").isEqualTo(Attendance.State.LEFT);

        Hold handed = hold(GOT);
        handed.user = new Thread();
        assertThat(of(handed, false, IDLE)).isEqualTo(Attendance.State.NOBODY);
    }

    @Test
    void a_suspended_coroutine_is_no_leak_and_does_not_wait_where_another_one_does() {
        assertThat(of(hold(COROUTINE), false, IDLE)).isEqualTo(Attendance.State.NOBODY);
        assertThat(of(hold(COROUTINE), false, COROUTINE))
                .as("another coroutine on its thread waits for a connection")
                .isEqualTo(Attendance.State.NOBODY);
    }

    @Test
    void an_asynchronous_request_holds_its_session_until_its_end_where_open_in_view_is_on() {
        Hold stream = hold(SESSION);
        stream.request = 7;
        stream.name = 3;
        var manager = new Manager();
        stream.async = manager;

        assertThat(of(stream, true, IDLE)).isEqualTo(Attendance.State.STREAM);
        assertThat(of(stream, false, IDLE)).isEqualTo(Attendance.State.NOBODY);
        Hold own = hold(GOT);
        own.request = 7;
        own.name = 3;
        own.async = manager;
        assertThat(of(own, true, IDLE))
                .as("its own connection is not the session's")
                .isEqualTo(Attendance.State.NOBODY);

        manager.asyncWebRequest.complete = true;
        assertThat(of(stream, true, IDLE)).as("the response has ended").isEqualTo(Attendance.State.LEFT);
    }

    /** Under the names that the JDK has in its threads and in the workers of its pools. */
    private static final class Worker extends Thread {
        final Worker holder = this;
        final Worker task = this;
        long completedTasks = 41;
    }

    @Test
    void a_thread_that_runs_its_next_task_has_left_what_it_got_in_the_one_before() {
        var worker = new Worker();
        var hold = new Hold("a", worker, System.nanoTime(), 0, null);
        hold.borrow = hold(GOT).borrow;
        hold.task = tasks.number(worker);

        assertThat(of(hold, false, GOT)).isEqualTo(Attendance.State.WORKING);
        worker.completedTasks++;
        assertThat(of(hold, false, GOT)).isEqualTo(Attendance.State.LEFT);
    }
}
