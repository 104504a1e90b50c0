package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/**
 * Transaction control. {@code savepoint}, {@code isolation} (READ COMMITTED ...) and {@code readOnly} are null where
 * not said; {@code snapshot} for WITH CONSISTENT SNAPSHOT; {@code session} when it is for all later transactions too;
 * {@code chain} for AND CHAIN.
 */
public record TransactionStatement(
        Span span,
        TransactionKind kind,
        Identifier savepoint,
        String isolation,
        Boolean readOnly,
        boolean snapshot,
        boolean session,
        boolean chain)
        implements Statement {
    @Override
    public List<Node> children() {
        return Children.of(savepoint);
    }
}
