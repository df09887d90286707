package dev.poolfit.benchmarks.crash;

import java.util.Random;

/**
 * What is to happen in one case; the same seed draws the same plan.
 *
 * @param k6 the load comes from k6, not from the built-in engine
 * @param database the experiment names the database, so that it is observed, too
 * @param at the moment, as a share of the usual length of a run, where it is not aimed
 * @param trial which trial an aimed moment is in
 * @param delayMillis how long after what it aims at
 * @param mishapAt the mishap's own moment as a share of the usual length; negative: just before the first signal
 * @param mishapMillis how long a stopped or slowed process stays so
 * @param persistent a stopped service stays stopped until a first {@code restore} has been tried
 */
record CasePlan(
        long seed,
        Target target,
        boolean k6,
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
    /** How the tuner reaches the service. */
    enum Target {
        PORT,
        PID,
        JMX,
        LAUNCH
    }

    /** What the moment is aimed at. */
    enum Aim {
        ANYWHERE,
        END,
        ATTACHING,
        SWITCHING,
        JOURNAL
    }

    /** What is run afterwards. */
    enum Aftermath {
        RESTORE,
        NEXT_TUNE,
        RESUME,
        /** A tuner of another user, who knows nothing of the first run. */
        RIVAL
    }

    /** An undisturbed run, which tells how long runs usually take. */
    static CasePlan undisturbed(Target target, boolean k6) {
        return new CasePlan(
                0, target, k6, true, Blow.KILL, Aim.ANYWHERE, 1000, 1, 0, Mishap.NONE, 0, 0, false, Aftermath.RESTORE);
    }

    /** Two of three seeds kill the tuner, as the campaign promises so many; the others take turns. */
    static CasePlan draw(long seed) {
        var random = new Random(seed * 0x9E3779B97F4A7C15L);
        Target target = pick(random, Target.values());
        boolean k6 = target != Target.LAUNCH && random.nextInt(8) == 0;
        boolean database = random.nextBoolean();
        Blow blow = seed % 3 != 0 ? Blow.KILL : Blow.values()[1 + (int) (seed / 3 % (Blow.values().length - 1))];
        Aim aim = random.nextBoolean() ? Aim.ANYWHERE : pick(random, Aim.values());
        double at = random.nextDouble();
        int trial = 1 + random.nextInt(2);
        long delay = aim == Aim.JOURNAL ? random.nextInt(12) : random.nextInt(aim == Aim.SWITCHING ? 150 : 1_500);
        Mishap mishap = random.nextInt(5) < 3 ? Mishap.NONE : pick(random, Mishap.values());
        double mishapAt = random.nextBoolean() ? -1 : random.nextDouble();
        long mishapMillis = 300 + random.nextInt(9_000);
        boolean persistent = mishap == Mishap.SERVICE_STOPPED && target != Target.LAUNCH && random.nextBoolean();
        Aftermath aftermath = random.nextBoolean() || mishap.deadly()
                ? Aftermath.RESTORE
                : pick(random, new Aftermath[] {Aftermath.NEXT_TUNE, Aftermath.RESUME, Aftermath.RIVAL});
        return new CasePlan(
                seed,
                target,
                k6,
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

    private static <T> T pick(Random random, T[] values) {
        return values[random.nextInt(values.length)];
    }
}
