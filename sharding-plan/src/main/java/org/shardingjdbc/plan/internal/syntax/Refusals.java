package org.shardingjdbc.plan.internal.syntax;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ast.Node;

/**
 * Takes down the first thing that a proof finds that it cannot prove, by which the statement is refused. Whoever proves
 * stops there or goes on to no purpose: what is found later counts no more. One per proof; not thread-safe.
 */
public final class Refusals {
    private final SourcePositions positions;
    private @Nullable ShardingException first;

    public Refusals(SourcePositions positions) {
        this.positions = positions;
    }

    /** Where in the statement something stands. */
    public SourcePositions positions() {
        return positions;
    }

    /** The first refusal; asked only where there is {@link #any}. */
    public ShardingException reason() {
        return Objects.requireNonNull(first, "nothing was refused");
    }

    /** Whether something was refused. */
    public boolean any() {
        return first != null;
    }

    /** As {@link SourcePositions#refuse}. */
    public void refuse(ErrorCode code, String construct, Node node, Object... rest) {
        if (first == null) {
            first = positions.refuse(code, construct, node, rest);
        }
    }

    /** As {@link SourcePositions#refuseAt}. */
    public void refuseAt(ErrorCode code, Node node, Object... rest) {
        if (first == null) {
            first = positions.refuseAt(code, node, rest);
        }
    }

    /** Refuses by what somebody else found. */
    public void refuse(ShardingException refusal) {
        if (first == null) {
            first = refusal;
        }
    }

    /** As {@link SourcePositions#excerpt}. */
    public String excerpt(Node node) {
        return positions.excerpt(node);
    }
}
