package org.shardingjdbc.parser.internal.ast;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Statement.StatementVisitor;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;

/**
 * A statement of which only the kind and the tables it mentions matter; {@code text} is all of it.
 *
 * @param file of a LOAD DATA LOCAL; null for any other, and for one in a form that the grammar does not know
 */
public record OtherStatement(
        Span span,
        OtherKind kind,
        List<NamedTable> tables,
        List<Expression> expressions,
        @Nullable LocalFile file,
        String text)
        implements Statement {
    public OtherStatement {
        tables = List.copyOf(tables);
        expressions = List.copyOf(expressions);
    }

    public OtherStatement(
            Span span, OtherKind kind, List<NamedTable> tables, List<Expression> expressions, String text) {
        this(span, kind, tables, expressions, null, text);
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
                mapper.span(span),
                kind,
                mapper.nodes(tables),
                mapper.nodes(expressions),
                file,
                mapper.text(span, text));
    }

    /**
     * A file of the client, and how its rows are read.
     *
     * @param replaces whether rows take the place of those with the same key, and are not left out
     * @param charset null where it is that of the database
     * @param skippedLines how many come before the first row
     * @param columns to which fields go, in their order; empty for all of the table
     * @param variables whether fields go to user variables too
     * @param computes whether a SET follows
     */
    public record LocalFile(
            String name,
            boolean replaces,
            @Nullable String charset,
            Edges edges,
            long skippedLines,
            List<String> columns,
            boolean variables,
            boolean computes) {
        public LocalFile {
            columns = List.copyOf(columns);
        }
    }

    /**
     * What stands between fields and lines, where nothing is said as the database has it.
     *
     * @param enclosed around fields, or around some of them; may be empty, as all of them
     */
    public record Edges(String between, String enclosed, String escape, String lineStart, String lineEnd) {
        /** Where nothing is said. */
        public static final Edges USUAL = new Edges("\t", "", "\\", "", "\n");
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
