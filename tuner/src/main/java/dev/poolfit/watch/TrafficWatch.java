package dev.poolfit.watch;

import dev.poolfit.holders.HoldRecorder;
import dev.poolfit.holders.RecordedHolds;
import dev.poolfit.model.replay.WaitGoal;
import dev.poolfit.verdict.sizing.Borrow;
import dev.poolfit.verdict.sizing.RecordedTraffic;
import dev.poolfit.verdict.sizing.TrafficRecord;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects the borrows of a service, second by second, on one clock whatever service it was: one that was started again has another
 * one. Times are nanoseconds since the recording began.
 */
public final class TrafficWatch {
    private final TrafficRecord record;
    private final List<String> names = new ArrayList<>();
    private HoldRecorder recorder;
    /** What to add to the service's clock. */
    private long offset;

    private List<Borrow> held = List.of();
    private long now;
    private long dropped;

    /**
     * Begins to collect.
     *
     * @param recorder that has just been put in
     */
    public TrafficWatch(HoldRecorder recorder, WaitGoal goal) {
        record = new TrafficRecord(goal, 0);
        this.recorder = recorder;
        begin(0);
    }

    /** Goes on with the recorder of a service that was started again, at a time since the recording began. */
    public synchronized void again(HoldRecorder other, long at) {
        recorder = other;
        names.clear();
        held = List.of();
        begin(at);
    }

    private void begin(long at) {
        RecordedHolds first = recorder.take();
        learn(first);
        offset = at - first.nanos();
        now = at;
    }

    /**
     * Reads what came since the last call; to be called each second.
     *
     * @throws dev.poolfit.evidence.EnvironmentFailure if the recorder in the service does not answer
     */
    public synchronized void look() {
        RecordedHolds seen = recorder.take();
        learn(seen);
        now = seen.nanos() + offset;
        dropped += seen.dropped();
        seen.ended().forEach(each -> record.add(borrow(each)));
        held = seen.held().stream().map(this::borrow).toList();
        record.look(now, held, seen.before());
    }

    private void learn(RecordedHolds seen) {
        while (names.size() < seen.firstName()) {
            names.add("");
        }
        names.addAll(seen.names());
    }

    private Borrow borrow(RecordedHolds.Hold hold) {
        return new Borrow(
                hold.since() - hold.waitedNanos() + offset,
                hold.waitedNanos(),
                hold.heldNanos(),
                hold.name() < names.size() ? names.get(hold.name()) : "");
    }

    /** Counts the borrows that came too fast to be recorded. */
    public synchronized long dropped() {
        return dropped;
    }

    /** Ends the recording, with what was read until now. */
    public synchronized RecordedTraffic end() {
        return record.end(now, held);
    }
}
