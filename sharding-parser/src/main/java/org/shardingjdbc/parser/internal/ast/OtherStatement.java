package org.shardingjdbc.parser.internal.ast;

import java.util.List;
import org.shardingjdbc.parser.internal.ast.Statement.StatementVisitor;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;

/** A statement of which only the kind and the tables it mentions matter; {@code text} is all of it. */
public record OtherStatement(
        Span span, OtherKind kind, List<NamedTable> tables, List<Expression> expressions, String text)
        implements Statement {
    public OtherStatement {
        tables = List.copyOf(tables);
        expressions = List.copyOf(expressions);
    }

    @Override
    public void accept(StatementVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(tables, expressions);
    }

    @Override
    public OtherStatement mapped(NodeMapper mapper) {
        return new OtherStatement(
                mapper.span(span), kind, mapper.nodes(tables), mapper.nodes(expressions), mapper.text(span, text));
    }

    /** Statements that are known by name only. */
    public enum OtherKind {
        CALL,
        LOCK_TABLES,
        UNLOCK_TABLES,
        KILL,
        LOAD_DATA,
        COPY,
        DO,
        PREPARE,
        CURSOR,
        HANDLER,
        /** LISTEN and UNLISTEN. */
        LISTEN,
        /** FLUSH ... WITH READ LOCK, and FOR EXPORT, which locks as well. */
        FLUSH_LOCKS,
        /** Anything else that the grammar knows and no table decides. */
        UTILITY
    }
}
