package org.shardingjdbc.plan.internal.proof;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.plan.internal.fact.Evidence;

/** What a rule says of a part of a statement: whether it may be left to the data nodes. Immutable. */
sealed interface Verdict {
    /** There was nothing to prove. */
    Verdict NOTHING = new Unneeded();

    /** See {@link #NOTHING}. */
    record Unneeded() implements Verdict {}

    /** @param evidence by what */
    record Proved(Evidence evidence) implements Verdict {}

    /**
     * It may not.
     *
     * @param code why
     * @param construct what is not proved, as its message names it; null where the place tells that
     * @param node where it stands
     * @param rest what else the message names
     */
    record Refused(ErrorCode code, @Nullable String construct, Node node, List<Object> rest) implements Verdict {}

    static Verdict proved(String rule, String by) {
        return new Proved(new Evidence(rule, by));
    }

    static Verdict refused(ErrorCode code, String construct, Node node) {
        return new Refused(code, construct, node, List.of());
    }

    static Verdict refusedAt(ErrorCode code, Node node, Object... rest) {
        return new Refused(code, null, node, List.of(rest));
    }

    default boolean isProved() {
        return !(this instanceof Refused);
    }
}
