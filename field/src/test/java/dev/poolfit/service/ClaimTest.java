package dev.poolfit.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.process.ProcessIdentity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service has one tuner at a time, whatever each of them knows of the others; in the service's own time. */
class ClaimTest {
    private static final long STALE = Claim.STALE_SECONDS * 1000;
    private static final Claimant KIM = claimant("kim@one", 11, "/runs/kim");
    private static final Claimant LEE = claimant("lee@two", 22, "/runs/lee");

    private JmxServer service;
    private final List<JmxLink> links = new ArrayList<>();

    @BeforeEach
    void start() throws Exception {
        service = JmxServer.start();
    }

    @AfterEach
    void stop() throws Exception {
        links.forEach(JmxLink::close);
        service.close();
    }

    private JmxLink link() {
        JmxLink link = service.link();
        links.add(link);
        return link;
    }

    private Claim take(Claimant claimant) throws Claim.Refused {
        return Claim.take(link(), "the service", claimant);
    }

    private static Claimant claimant(String who, long pid, String folder) {
        return new Claimant(who, Optional.of(new ProcessIdentity(pid, Optional.empty())), folder, "");
    }

    @Test
    void a_second_tuner_is_told_who_has_the_service_and_takes_it_once_that_let_go() throws Exception {
        Claim first = take(KIM);
        assertThatThrownBy(() -> take(LEE))
                .isInstanceOf(EnvironmentFailure.class)
                .hasMessage("the service is being tuned already, by kim@one (pid 11) in /runs/kim");
        assertThat(first.held()).isTrue();

        first.close();
        assertThat(service.beans.isRegistered(TunerQueue.BEAN)).isFalse();
        Claim second = take(LEE);
        assertThat(second.held()).isTrue();
        assertThat(first.held()).isFalse();
    }

    @Test
    void of_those_that_come_at_the_same_instant_one_has_it() throws Exception {
        for (int i = 0; i < 20; i++) {
            for (Claim winner : race()) {
                assertThat(winner.held()).isTrue();
                winner.close();
            }
        }
    }

    @Test
    void of_those_that_find_a_silent_tuner_at_the_same_instant_one_takes_over() throws Exception {
        for (int i = 0; i < 20; i++) {
            Claim silent = take(KIM);
            service.pass(STALE);
            List<Claim> winners = race();
            assertThat(silent.held()).isFalse();
            for (Claim winner : winners) {
                assertThat(winner.held()).isTrue();
                winner.close();
            }
        }
    }

    /** The winners of a race of two, of which there is exactly one. */
    private List<Claim> race() throws Exception {
        var together = new CyclicBarrier(2);
        var runners = new ArrayList<Callable<Optional<Claim>>>();
        for (Claimant claimant : List.of(LEE, claimant("park@three", 33, "/runs/park"))) {
            JmxLink link = link();
            runners.add(() -> {
                together.await();
                try {
                    return Optional.of(Claim.take(link, "the service", claimant));
                } catch (EnvironmentFailure refused) {
                    assertThat(refused).hasMessageContaining("is being tuned already");
                    return Optional.empty();
                }
            });
        }
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            var winners = new ArrayList<Claim>();
            for (var runner : threads.invokeAll(runners)) {
                runner.get().ifPresent(winners::add);
            }
            assertThat(winners).hasSize(1);
            return winners;
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void a_tuner_that_gives_signs_of_life_keeps_the_service_for_as_long_as_it_likes() throws Exception {
        Claim claim = take(KIM);
        for (int i = 0; i < 10; i++) {
            service.pass(STALE - 1);
            assertThatThrownBy(() -> take(LEE)).hasMessageContaining("is being tuned already");
            claim.renew();
        }
        assertThat(claim.held()).isTrue();
        assertThat(new TunerQueue(link()).places())
                .singleElement()
                .satisfies(place -> assertThat(place.claimant()).isEqualTo(KIM));
    }

    @Test
    void a_tuner_that_stood_still_may_be_replaced_and_changes_nothing_afterwards() throws Exception {
        JmxLink link = link();
        Claim stopped = Claim.take(link, "the service", KIM);
        link.writeUnder(stopped);
        service.pass(STALE);
        link.write(JmxServer.CLOCK, "Uptime", 2_000_000L);
        assertThat(stopped.held()).as("nobody came meanwhile").isTrue();

        service.pass(STALE);
        Claim next = take(LEE);
        assertThatThrownBy(() -> link.write(JmxServer.CLOCK, "Uptime", 3_000_000L))
                .isInstanceOf(EnvironmentFailure.class)
                .hasMessageContaining("this run has lost its claim on the service");
        stopped.renew();
        link.close();
        assertThat(service.beans.getAttribute(JmxServer.CLOCK, "Uptime")).isEqualTo(2_000_000L + STALE);
        assertThat(next.held()).isTrue();
        assertThatThrownBy(() -> take(KIM)).hasMessageContaining("lee@two (pid 22) in /runs/lee");
    }

    @Test
    void a_tuner_that_left_and_took_the_queue_away_costs_the_next_one_nothing() throws Exception {
        Claim claim = take(KIM);
        service.beans.unregisterMBean(TunerQueue.BEAN);
        assertThat(claim.held()).isTrue();

        service.beans.unregisterMBean(TunerQueue.BEAN);
        Claim quicker = take(LEE);
        assertThat(claim.held()).isFalse();
        assertThat(quicker.held()).isTrue();
    }

    @Test
    void the_claim_of_a_tuner_of_this_machine_ends_with_its_process() throws Exception {
        Claimant self = Claimant.self(Path.of("/runs/self"));
        ProcessIdentity tuner = self.process().orElseThrow();
        Optional<ProcessIdentity> gone = Optional.of(new ProcessIdentity(999_999_999, tuner.start()));
        Optional<ProcessIdentity> earlier = tuner.start()
                .map(start -> new ProcessIdentity(tuner.pid(), Optional.of(start.replaceAll("\\d+$", "1"))));
        Claimant killed = new Claimant(self.who(), gone, "/runs/killed", "");
        Claimant reborn = new Claimant(self.who(), earlier, "/runs/other", "");
        Claimant ofAnother = new Claimant("other@host", gone, "/runs/other", "");
        assertThat(self.ended()).isFalse();
        assertThat(killed.ended()).isTrue();
        assertThat(reborn.ended()).isTrue();
        assertThat(ofAnother.ended()).as("whose processes may be hidden").isFalse();

        Claim left = take(killed);
        assertThat(take(LEE).held()).isTrue();
        assertThat(left.held()).isFalse();
    }

    /** Between the look at what was left in the service and the claim. */
    @Test
    void a_tuner_that_ended_with_settings_changed_is_not_replaced_before_they_are_put_back() throws Exception {
        Claim left = take(KIM);
        left.changing("{}");
        service.pass(STALE);

        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> take(LEE))
                    .isInstanceOf(EnvironmentFailure.class)
                    .hasMessage("the run of kim@one (pid 11) in /runs/kim, which had changed settings of the service,"
                            + " was killed or stood still just now");
            assertThat(Claim.abandoned(link()))
                    .singleElement()
                    .satisfies(place -> assertThat(place.claimant().changes()).isEqualTo("{}"));
        }

        new Leftovers(link(), pause -> {}).putBack();
        assertThat(take(LEE).held()).isTrue();
    }

    @Test
    void what_a_killed_tuner_left_is_cleared_and_a_living_one_keeps_its_claim() throws Exception {
        take(KIM);
        service.pass(STALE);
        Claim.clear(link(), "");
        assertThat(service.beans.isRegistered(TunerQueue.BEAN)).isFalse();
        Claim.clear(link(), "");

        Claim living = take(LEE);
        Claim.clear(link(), "");
        assertThat(living.held()).isTrue();
    }

    /** Somebody puts back what his own run left; without the other's claim, its settings would pass for the initial ones. */
    @Test
    void what_another_killed_tuner_changed_stays_beside_its_claim() throws Exception {
        take(KIM).changing("pool 20");
        service.pass(STALE);

        Claim.clear(link(), "pool 30");
        assertThat(Claim.abandoned(link()))
                .singleElement()
                .satisfies(place -> assertThat(place.claimant().changes()).isEqualTo("pool 20"));

        Claim.clear(link(), "pool 20");
        assertThat(service.beans.isRegistered(TunerQueue.BEAN)).isFalse();
    }

    @Test
    void a_user_who_may_not_create_mbeans_goes_on_without_a_claim(@TempDir Path folder) throws Exception {
        Path access = folder.resolve("jmxremote.access");
        Files.createFile(access, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(
                access, "plain readwrite\ncreator readwrite create javax.management.timer.Timer unregister\n");
        try (JmxServer guarded = JmxServer.start(access);
                JmxLink plain = guarded.link(Optional.of("plain"));
                JmxLink creator = guarded.link(Optional.of("creator"))) {
            assertThatThrownBy(() -> Claim.take(plain, "the service", KIM))
                    .isInstanceOf(Claim.Refused.class)
                    .hasMessageContaining("Access denied");

            Claim claim = Claim.take(creator, "the service", LEE);
            assertThatThrownBy(() -> Claim.take(plain, "the service", KIM))
                    .as("but it sees that of others")
                    .hasMessageContaining("lee@two");
            claim.close();
            assertThat(guarded.beans.isRegistered(TunerQueue.BEAN)).isFalse();
        }
    }

    @Test
    void what_somebody_else_wrote_into_the_queue_is_shown_without_control_characters() {
        assertThat(Claimant.of("a\u001b[2Jb").toString()).isEqualTo("a [2Jb in ?");
        assertThat(Claimant.of(KIM.text())).isEqualTo(KIM);
    }
}
