package dev.poolfit.benchmarks.crash;

import java.util.Locale;
import java.util.Random;

/**
 * The plan of one case; the same seed draws the same plan.
 *
 * @param command the command that is killed
 * @param put the kind of load
 * @param database the experiment names the database, so that it is observed, too
 * @param at the moment, as a share of the usual length of a run, where it is not aimed
 * @param trial the trial that an aimed moment is in
 * @param delayMillis the time after what it aims at
 * @param mishapAt the mishap's own moment as a share of the usual length; negative: just before the first signal
 * @param mishapMillis the time that a stopped or slowed process stays so
 * @param persistent a stopped service stays stopped until a first {@code restore} has been tried
 */
record CasePlan(
        long seed,
        Command command,
        Target target,
        Put put,
        boolean database,
        Blow blow,
        Aim aim,
        double at,
        int trial,
        long delayMillis,
        Mishap mishap,
        double mishapAt,
        long mishapMillis,
        boolean persistent,
        Aftermath aftermath) {
    private static final Command[] DRAWN = {
        Command.TUNE, Command.TUNE, Command.TUNE, Command.TUNE, Command.TUNE, Command.TUNE,
        Command.DIAGNOSE, Command.DIAGNOSE, Command.SIZE, Command.SIZE, Command.LIVE, Command.LIVE,
        Command.INIT, Command.GATE
    };

    /** The command that is killed. */
    enum Command {
        TUNE,
        DIAGNOSE,
        /** Launches both builds. */
        GATE,
        /** Puts no load of an experiment, and launches nothing. */
        INIT,
        /** Records the borrows of others' traffic. */
        SIZE,
        /** Compares pools under others' traffic. */
        LIVE;

        /** Returns whether somebody else has to put load on the service. */
        boolean underTraffic() {
            return this == SIZE || this == LIVE;
        }
    }

    /** The kind of load. */
    enum Put {
        /** The same users all the time, so that settings are switched under one load. */
        USERS,
        /** Begun anew for each trial, for its busiest stage holds no two. */
        STAGES,
        K6
    }

    /** The way in which the program reaches the service. */
    enum Target {
        PORT,
        PID,
        JMX,
        LAUNCH
    }

    /** The event that the moment is aimed at. */
    enum Aim {
        ANYWHERE,
        END,
        ATTACHING,
        SWITCHING,
        JOURNAL
    }

    /** The command that is run afterwards. */
    enum Aftermath {
        RESTORE,
        NEXT_TUNE,
        RESUME,
        /** A tuner of another user, who knows nothing of the first run. */
        RIVAL
    }

    /** Returns this plan undisturbed, which tells how long such runs usually take. */
    CasePlan undisturbed() {
        return new CasePlan(
                0,
                command,
                target,
                put,
                true,
                Blow.KILL,
                Aim.ANYWHERE,
                1000,
                1,
                0,
                Mishap.NONE,
                0,
                0,
                false,
                Aftermath.RESTORE);
    }

    /** Returns the kind of runs of about the same length. */
    String kind() {
        return (command + (target == Target.LAUNCH ? " launched" : "") + (put == Put.K6 ? " k6" : ""))
                .toLowerCase(Locale.ROOT);
    }

    /** Draws a plan; two of three seeds kill the program, as the campaign promises so many, and the others take turns. */
    static CasePlan draw(long seed) {
        var random = new Random(seed * 0x9E3779B97F4A7C15L);
        Command command = pick(random, DRAWN);
        Target target = target(random, command);
        Put put = put(random, command, target);
        boolean database = random.nextBoolean();
        Blow blow = seed % 3 != 0 ? Blow.KILL : Blow.values()[1 + (int) (seed / 3 % (Blow.values().length - 1))];
        Aim aim = random.nextBoolean() ? Aim.ANYWHERE : pick(random, aims(command));
        double at = random.nextDouble();
        int trial = 1 + random.nextInt(2);
        long delay = aim == Aim.JOURNAL ? random.nextInt(12) : random.nextInt(aim == Aim.SWITCHING ? 150 : 1_500);
        Mishap mishap = random.nextInt(5) < 3 ? Mishap.NONE : pick(random, Mishap.values());
        double mishapAt = random.nextBoolean() ? -1 : random.nextDouble();
        long mishapMillis = 300 + random.nextInt(9_000);
        boolean persistent = mishap == Mishap.SERVICE_STOPPED && target != Target.LAUNCH && random.nextBoolean();
        Aftermath aftermath =
                random.nextBoolean() || mishap.deadly() ? Aftermath.RESTORE : pick(random, aftermaths(command));
        return new CasePlan(
                seed,
                command,
                target,
                put,
                database,
                blow,
                aim,
                at,
                trial,
                delay,
                mishap,
                mishapAt,
                mishapMillis,
                persistent,
                aftermath);
    }

    private static Target target(Random random, Command command) {
        return switch (command) {
            case GATE -> Target.LAUNCH;
            case INIT -> pick(random, new Target[] {Target.PORT, Target.PID, Target.JMX});
            case SIZE, LIVE -> pick(random, new Target[] {Target.PORT, Target.PID});
            case TUNE, DIAGNOSE -> pick(random, Target.values());
        };
    }

    private static Put put(Random random, Command command, Target target) {
        if (command != Command.TUNE && command != Command.DIAGNOSE) {
            return Put.USERS;
        }
        boolean k6 = target != Target.LAUNCH && random.nextInt(8) == 0;
        return k6 ? Put.K6 : random.nextBoolean() ? Put.USERS : Put.STAGES;
    }

    /** Returns the events to aim at; only who tunes has trials. */
    private static Aim[] aims(Command command) {
        return command == Command.TUNE ? Aim.values() : new Aim[] {Aim.ANYWHERE, Aim.END, Aim.ATTACHING};
    }

    private static Aftermath[] aftermaths(Command command) {
        return command == Command.TUNE
                ? new Aftermath[] {Aftermath.NEXT_TUNE, Aftermath.RESUME, Aftermath.RIVAL}
                : new Aftermath[] {Aftermath.NEXT_TUNE, Aftermath.RIVAL};
    }

    private static <T> T pick(Random random, T[] values) {
        return values[random.nextInt(values.length)];
    }
}
