package dev.poolfit.app;

import static dev.poolfit.app.UndoIT.INITIAL;
import static dev.poolfit.app.UndoIT.experiment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Settings;
import dev.poolfit.experiment.file.ExperimentFile;
import dev.poolfit.experiment.file.ExperimentReader;
import dev.poolfit.journal.Journal;
import dev.poolfit.journal.PendingChanges;
import dev.poolfit.journal.RunFolder;
import dev.poolfit.report.Language;
import dev.poolfit.service.RunningService;
import dev.poolfit.service.ServiceOpener;
import dev.poolfit.service.ServiceProcess;
import dev.poolfit.testing.Patience;
import dev.poolfit.testing.RealClock;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An interrupt while the tuner attaches or restores leaves nothing behind. */
class InterruptedUndoIT {
    @TempDir
    Path folder;

    /** Interrupted in its midst, an opening ends before what it did is undone. */
    @Test
    void an_interrupt_while_it_attaches_leaves_neither_note_nor_claim() throws Exception {
        Map<String, String> environment =
                Map.of("XDG_STATE_HOME", folder.resolve("state").toString());
        var told = new ByteArrayOutputStream();
        var err = new PrintStream(told, true, StandardCharsets.UTF_8);
        var run = new RunFolder(folder.resolve("opening"));
        try (var service = ServiceProcess.start()) {
            ExperimentFile file = new ExperimentReader(environment).read(experiment(folder, "opening", service));
            Journal.begin(run, file.text());
            var session = new TuningSession(
                    file,
                    run,
                    new Console(err, err, false),
                    Language.EN,
                    environment,
                    Optional.empty(),
                    Optional.empty());
            var stack = new AtomicReference<UndoStack>();
            var midst = new CountDownLatch(1);
            var goOn = new CountDownLatch(1);
            var opener = new ServiceOpener(() -> {
                midst.countDown();
                awaitKeepingInterrupts(goOn);
                return RealClock.NANOSECONDS.getAsLong();
            });
            var worker = new Thread(() -> {
                var undo = new UndoStack(err, unexpected -> {});
                stack.set(undo);
                session.open(undo, opener);
            });
            worker.start();
            midst.await();
            assertThat(PendingChanges.of(environment).isEmpty()).isFalse();
            assertThat(service.beans("dev.poolfit:type=Claim")).isNotEmpty();
            var hook = new Thread(stack.get()::interrupted);
            hook.start();
            Patience.await().until(() -> told.toString(StandardCharsets.UTF_8).contains("Interrupted"));
            goOn.countDown();
            hook.join();
            worker.join();

            assertThat(told.toString(StandardCharsets.UTF_8)).contains("The service has its initial settings.");
            assertThat(PendingChanges.of(environment).isEmpty()).isTrue();
            assertThat(service.beans("dev.poolfit:*")).isEmpty();
            assertThat(service.pool()).isEqualTo(INITIAL);
        }
    }

    /** Frozen, so that the interrupt comes while the worker is restoring, whatever the machine does. */
    @Test
    void an_interrupt_in_the_middle_of_restoring_does_not_cut_it_short() throws Exception {
        Map<String, String> environment =
                Map.of("XDG_STATE_HOME", folder.resolve("state").toString());
        var told = new ByteArrayOutputStream();
        var err = new PrintStream(told, true, StandardCharsets.UTF_8);
        var halts = new CopyOnWriteArrayList<Integer>();
        var stack = new AtomicReference<UndoStack>();
        var run = new RunFolder(folder.resolve("middle"));
        try (var service = ServiceProcess.start()) {
            ExperimentFile file = new ExperimentReader(environment).read(experiment(folder, "middle", service));
            Journal.begin(run, file.text());
            var session = new TuningSession(
                    file,
                    run,
                    new Console(err, err, false),
                    Language.EN,
                    environment,
                    Optional.empty(),
                    Optional.empty());
            var frozen = new CountDownLatch(1);
            var worker = new Thread(() -> {
                var undo = new UndoStack(err, halts::add);
                stack.set(undo);
                RunningService held = session.open(undo, new ServiceOpener(RealClock.NANOSECONDS));
                held.apply(Settings.of(Knob.POOL, 40));
                signal(service, "STOP");
                frozen.countDown();
                undo.unwind();
            });
            worker.start();
            frozen.await();
            Patience.await()
                    .until(() -> Set.of(Thread.State.WAITING, Thread.State.TIMED_WAITING)
                            .contains(worker.getState()));
            var hook = new Thread(stack.get()::interrupted);
            hook.start();
            Patience.await().until(() -> told.toString(StandardCharsets.UTF_8).contains("Interrupted"));
            service.signal("CONT");
            hook.join();
            worker.join();

            assertThat(told.toString(StandardCharsets.UTF_8)).contains("The initial settings (pool 10, ");
            assertThat(halts).isEmpty();
            assertThat(service.pool()).isEqualTo(INITIAL);
            assertThat(PendingChanges.of(environment).isEmpty()).isTrue();
        }
    }

    private static void awaitKeepingInterrupts(CountDownLatch latch) {
        boolean interrupted = false;
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void signal(ServiceProcess service, String name) {
        try {
            service.signal(name);
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }
}
