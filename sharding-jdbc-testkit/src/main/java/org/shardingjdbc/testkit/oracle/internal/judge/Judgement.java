package org.shardingjdbc.testkit.oracle.internal.judge;

/**
 * What became of one statement.
 *
 * @param kind same, refused, ...
 * @param code the error code of a refusal, else 0
 * @param message what differs, or why it failed; empty if nothing did
 */
public record Judgement(Kind kind, int code, String message) {
    /** Kinds of verdicts. */
    public enum Kind {
        /** Both sides answer alike. */
        SAME,
        /** The plain database answers, the sharded one refuses by a code. */
        REFUSED,
        /** Both answer, not alike, or the sharded one fails without refusing: a defect. */
        DIFFERENT,
        /** The plain database fails, the sharded one answers: a defect. */
        LAXER,
        /** Neither accepts it, or one takes too long or answers too much to be waited for. */
        INVALID;

        public boolean isDefect() {
            return this == DIFFERENT || this == LAXER;
        }
    }

    static final Judgement SAME = new Judgement(Kind.SAME, 0, "");

    public static Judgement different(String message) {
        return new Judgement(Kind.DIFFERENT, 0, message);
    }
}
