package org.shardingjdbc.rule.internal;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.hint.Side;
import org.shardingjdbc.rule.side.SideChoice;

/**
 * On which side executions of one statement run: production, or the shadow that a rule has. Where no rule has one, what
 * a hint asks of a shadow is refused, as the statement would run on production. Immutable, shared by all threads.
 */
public final class Sides {
    /** The name of the rule that has shadows; else what to do to have some. */
    private final String word;

    private final @Nullable SideChoice choice;

    private Sides(String word, @Nullable SideChoice choice) {
        this.word = word;
        this.choice = choice;
    }

    /**
     * Those of a configuration without shadows.
     *
     * @param advice what kinds of rules say to do in order to have some; empty where none is on the class path
     */
    static Sides none(List<String> advice) {
        return new Sides(String.join(" or ", advice), null);
    }

    /** Those of a rule, by its name. */
    static Sides of(String rule, SideChoice choice) {
        return new Sides(rule, choice);
    }

    /** Whether a rule has shadows. */
    public boolean areThere() {
        return choice != null;
    }

    /**
     * On which side an execution runs: any where no rule has shadows.
     *
     * @param hints never null
     * @throws ShardingException when that cannot be told, or must not be
     */
    public Side side(@Nullable Object[] parameters, HintValues hints) {
        return choice == null ? Side.ANY : choice.side(parameters, hints);
    }

    /** @throws ShardingException when hints ask for a side and no rule has shadows */
    public void requireHeeded(HintValues hints) {
        if (choice == null && hints.side() != Side.ANY) {
            String instead = word.isEmpty() ? "" : word + ", or ";
            throw new ShardingException(
                    ErrorCode.HINT_INVALID, "no rule has shadows; " + instead + "leave the hint SHADOW out");
        }
    }

    /** The side on which one execution runs: production, unless it is the shadow. */
    public static Side ofOne(Side side) {
        return side == Side.SHADOW ? side : Side.PRODUCTION;
    }

    /** Whether what is of one side runs where runs what is of the other. */
    public static boolean areOne(Side one, Side other) {
        return ofOne(one) == ofOne(other);
    }

    /** The side of one execution as users call it. */
    public static String words(Side side) {
        return ofOne(side) == Side.PRODUCTION ? "production" : "the shadow";
    }

    /** The side on which a definition for both runs first, so that a failure comes before production. */
    public static Side firstOfBoth() {
        return Side.SHADOW;
    }

    /**
     * The side of two executions that are one to the application.
     *
     * @throws ShardingException when they are on different sides
     */
    public Side together(Side one, Side other) {
        if (!areOne(one, other)) {
            throw refusal("some rows of the batch are marked for the shadow and others are not; make a batch of each");
        }
        return one == Side.ANY ? other : one;
    }

    /** A refusal of the rule that has shadows. */
    public ShardingException refusal(String why) {
        return new ShardingException(ErrorCode.REFUSED_BY_RULE, word, why);
    }
}
