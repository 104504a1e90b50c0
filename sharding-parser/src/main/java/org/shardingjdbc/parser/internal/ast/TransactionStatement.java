package org.shardingjdbc.parser.internal.ast;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Statement.StatementVisitor;

/**
 * Transaction control. {@code savepoint}, {@code isolation} (READ COMMITTED ...) and {@code readOnly} are null where
 * not said; {@code snapshot} for WITH CONSISTENT SNAPSHOT; {@code session} when it is for all later transactions too;
 * {@code chain} for AND CHAIN; {@code text} is all of it.
 */
public record TransactionStatement(
        Span span,
        TransactionKind kind,
        @Nullable Identifier savepoint,
        @Nullable String isolation,
        @Nullable Boolean readOnly,
        boolean snapshot,
        boolean session,
        boolean chain,
        String text)
        implements Statement {
    @Override
    public void accept(StatementVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(savepoint);
    }

    @Override
    public TransactionStatement mapped(NodeMapper mapper) {
        return new TransactionStatement(
                mapper.span(span),
                kind,
                mapper.node(savepoint),
                isolation,
                readOnly,
                snapshot,
                session,
                chain,
                mapper.text(span, text));
    }

    /** What a transaction control statement does. */
    public enum TransactionKind {
        BEGIN,
        COMMIT,
        ROLLBACK,
        SAVEPOINT,
        RELEASE_SAVEPOINT,
        ROLLBACK_TO_SAVEPOINT,
        /** SET TRANSACTION, SET SESSION CHARACTERISTICS. */
        SET_TRANSACTION
    }
}
