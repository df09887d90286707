package dev.poolfit.report;

import dev.poolfit.evidence.Flag;
import dev.poolfit.evidence.Interval;
import dev.poolfit.evidence.NestedConnections;
import dev.poolfit.experiment.Goal;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Load;
import dev.poolfit.experiment.SearchSpace;
import dev.poolfit.experiment.Settings;
import dev.poolfit.units.Durations;
import dev.poolfit.units.Message;
import dev.poolfit.units.Quantity;
import dev.poolfit.verdict.reason.KnobReason;
import dev.poolfit.verdict.reason.MeasuredSetting;
import dev.poolfit.verdict.reason.MissedBounds;
import dev.poolfit.verdict.reason.TimeToDecide;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Words settings, their figures and the goal for a reason. */
abstract class ReasonParts {
    private final Goal goal;
    /** Its knobs name a setting. */
    private final SearchSpace space;

    ReasonParts(Goal goal, SearchSpace space) {
        this.goal = goal;
        this.space = space;
    }

    /**
     * A sentence.
     *
     * @param figures settings take their name's place, measured ones also the next with what they gave; an endpoint that holds several connections also
     *     the next with how many; an interval is that of a
     *     ratio; what a message takes stays as it is
     */
    final Message say(String key, Object... figures) {
        return new Message(key, Arrays.stream(figures).flatMap(this::words).toList());
    }

    /** Each of some settings and the rate that it gave. */
    final Message gave(String key, MeasuredSetting... some) {
        return say(
                key,
                Arrays.stream(some)
                        .flatMap(each -> Stream.of(each.settings(), rate(each.throughput())))
                        .toArray());
    }

    private Stream<Object> words(Object figure) {
        if (figure instanceof MeasuredSetting setting) {
            return Stream.of(name(setting.settings()), figures(setting));
        }
        if (figure instanceof NestedConnections nested) {
            return Stream.of(nested.endpoint(), nested.each());
        }
        return Stream.of(
                figure instanceof Settings settings
                        ? name(settings)
                        : figure instanceof Interval ratio
                                ? Quantity.share(ratio.mean()).between(ratio.low(), ratio.high())
                                : figure instanceof Duration time
                                        ? Durations.format(time)
                                        : figure instanceof TimeToDecide needed ? time(needed) : figure);
    }

    /** Says how many threads can take connections at once. */
    final Message threads(NestedConnections nested) {
        return nested.threads().isPresent()
                ? Message.of("reason.may-deadlock.threads", nested.threads().getAsInt())
                : Message.of("reason.may-deadlock.unlimited");
    }

    /** The values of a knob that were asked for. */
    final String range(Knob knob) {
        return space.text(knob);
    }

    /** Returns the goal in words. */
    final Message wanted() {
        return goal.words();
    }

    final Quantity margin() {
        return Quantity.share(goal.margin().fraction());
    }

    private Message name(Settings settings) {
        int pool = settings.pool().orElse(0);
        int threads = settings.threads().orElse(0);
        if (settings.pool().isEmpty()) {
            return Message.of("name.threads", threads);
        }
        return space.of(Knob.THREADS).isPresent() && settings.threads().isPresent()
                ? Message.of("name.pool-threads", pool, threads)
                : Message.of("name.pool", pool);
    }

    final Message figures(MeasuredSetting setting) {
        return Message.of(
                "join.comma",
                rate(setting.throughput()),
                Message.of("figures.quality", Quantity.time(setting.p99Ms()), Quantity.share(setting.errorRate())));
    }

    final Quantity rate(Interval interval) {
        return Quantity.rate(interval.mean()).between(interval.low(), interval.high());
    }

    final Message missed(MeasuredSetting setting, MissedBounds bounds) {
        var missed = new ArrayList<Message>();
        bounds.rate()
                .ifPresent(wanted ->
                        missed.add(Message.of("missed.rate", Quantity.rate(wanted), rate(setting.throughput()))));
        if (bounds.errors()) {
            missed.add(Message.of("missed.errors", Quantity.share(setting.errorRate())));
        }
        bounds.p99Ms()
                .ifPresent(most ->
                        missed.add(Message.of("missed.p99", Quantity.time(most), Quantity.time(setting.p99Ms()))));
        return Message.joined("missed.join", missed);
    }

    private static Message time(TimeToDecide needed) {
        return Message.of(needed.orMore() ? "reason.more-than" : "reason.about", Durations.format(needed.load()));
    }

    /** Returns what a knob's value gave; with its interval where that is known. */
    final Message gave(KnobReason.Gave value, boolean rates) {
        Interval figure = value.figure();
        Quantity mean = rates ? Quantity.rate(figure.mean()) : Quantity.time(figure.mean());
        return Message.of(
                rates ? "knob.rate" : "knob.response",
                Figures.bounded(figure) ? mean.between(figure.low(), figure.high()) : mean);
    }

    final Message flags(List<Flag> flags) {
        return Message.joined(
                "join.semicolon", flags.stream().map(each -> Message.of(each)).toList());
    }

    /** Returns why the ramp ended, such as {@code errors above 1 %}. */
    final Message causes(Load.Ramp ramp, List<Flag> by) {
        List<Message> causes = by.stream()
                .map(flag -> switch (flag) {
                    case BROKE_BY_ERRORS ->
                        Message.of("ramp.errors", ramp.errors().toString());
                    case BROKE_BY_P99 ->
                        Message.of("ramp.p99", Durations.format(ramp.p99().orElseThrow()));
                    default -> Message.of(flag);
                })
                .toList();
        return causes.isEmpty() ? Message.verbatim("") : Message.joined("join.semicolon", causes);
    }
}
