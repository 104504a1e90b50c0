package org.shardingjdbc.testkit.oracle.internal.model;

import java.util.Arrays;
import java.util.Random;

/**
 * The decisions behind something that was made at random. Whoever makes it asks for one decision after the other; equal
 * decisions make equal things. What a run decided can be read, cut down and played again, which is how a failure is
 * shrunk: so the simplest alternative of each decision is number 0, and fewer decisions should make a smaller thing.
 * Not thread-safe.
 */
public final class RandomChoices {
    private final Random random;
    private final int[] given;
    private int[] taken = new int[64];
    private int count;

    private RandomChoices(Random random, int[] given) {
        this.random = random;
        this.given = given;
    }

    /** Decisions that follow from a seed. */
    public static RandomChoices ofSeed(long seed) {
        return new RandomChoices(new Random(seed), new int[0]);
    }

    /** Decisions as given; 0 behind their end, the remainder where one is out of range. */
    public static RandomChoices replay(int[] decisions) {
        return new RandomChoices(null, decisions.clone());
    }

    /**
     * The next decision.
     *
     * @param alternatives how many there are, at least 1
     * @return 0 to alternatives - 1
     */
    public int next(int alternatives) {
        int decision;
        if (count < given.length) {
            decision = Math.floorMod(given[count], alternatives);
        } else {
            decision = random == null ? 0 : random.nextInt(alternatives);
        }
        if (count == taken.length) {
            taken = Arrays.copyOf(taken, count * 2);
        }
        taken[count++] = decision;
        return decision;
    }

    /** True in {@code percent} of 100 cases; false is the simpler. */
    public boolean chance(int percent) {
        return next(100) >= 100 - percent;
    }

    /** One of the alternatives, the simplest first. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public final <T> T pick(T... alternatives) {
        return alternatives[next(alternatives.length)];
    }

    /** What was decided so far. */
    public int[] taken() {
        return Arrays.copyOf(taken, count);
    }
}
