package dev.poolfit.model.simulation;

import dev.poolfit.model.Workload.Stage;
import java.util.List;

/**
 * Users who ask, wait, think and ask again, and whose number follows a ramp as k6's ramping-vus does: one who is to go
 * finishes its request first. Think times are constant, so those who think form a ring in the order of their return.
 */
final class Users extends Arrivals {
    private final double think;
    private final int initial;
    private final List<Stage> stages;
    private final double[] returns;
    private int firstReturn;
    private int thinking;

    private int stage;
    private double stageBegan;
    private int stageFrom;
    private int steps;
    private double nextChange;

    private int here;
    private int wanted;

    Users(int initial, List<Stage> stages, double think) {
        this.think = think;
        this.initial = initial;
        this.stages = stages;
        returns = new double
                [Math.max(initial, stages.stream().mapToInt(Stage::users).max().orElse(0))];
        here = initial;
        wanted = initial;
        stageFrom = initial;
        nextChange = followingChange();
        nextAt = nextChange;
    }

    @Override
    int most() {
        return returns.length;
    }

    @Override
    int initial() {
        return initial;
    }

    @Override
    boolean next(double now) {
        boolean asks;
        if (thinking > 0 && returns[firstReturn] <= nextChange) {
            firstReturn = firstReturn + 1 == returns.length ? 0 : firstReturn + 1;
            thinking--;
            asks = stays();
        } else {
            asks = change();
        }
        nextAt = thinking > 0 ? Math.min(returns[firstReturn], nextChange) : nextChange;
        return asks;
    }

    @Override
    boolean answered(double now) {
        if (!stays()) {
            return false;
        }
        if (think == 0) {
            return true;
        }
        int place = firstReturn + thinking++;
        returns[place < returns.length ? place : place - returns.length] = now + think;
        nextAt = Math.min(returns[firstReturn], nextChange);
        return false;
    }

    private boolean stays() {
        if (here > wanted) {
            here--;
            return false;
        }
        return true;
    }

    private boolean change() {
        boolean more = wanted < stages.get(stage).users();
        wanted += more ? 1 : -1;
        nextChange = followingChange();
        if (more && here < wanted) {
            here++;
            return true;
        }
        return false;
    }

    private double followingChange() {
        while (stage < stages.size()) {
            Stage current = stages.get(stage);
            int all = Math.abs(current.users() - stageFrom);
            if (steps < all) {
                return stageBegan + current.seconds() * ++steps / all;
            }
            stageBegan += current.seconds();
            stageFrom = current.users();
            steps = 0;
            stage++;
        }
        return Double.POSITIVE_INFINITY;
    }
}
