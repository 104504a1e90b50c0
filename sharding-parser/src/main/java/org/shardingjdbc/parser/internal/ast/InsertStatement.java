package org.shardingjdbc.parser.internal.ast;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Statement.StatementVisitor;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;

/**
 * INSERT or REPLACE. {@code columns} is empty where the SQL lists none; {@code columnsSpan} covers the list with its
 * parentheses, else null. {@code with}, {@code overriding}, {@code rowAlias} ({@code AS new} of MySQL), {@code upsert}
 * and {@code returning} may be null. {@code modifiers} are the words before INTO but IGNORE; {@code merge} for
 * {@code MERGE INTO .. KEY (keys)} of H2. {@code optimizerHint} is the comment {@code /*+ ... *}{@code /} behind the
 * first word, or empty.
 */
public record InsertStatement(
        Span span,
        @Nullable With with,
        InsertKind kind,
        NamedTable table,
        List<Identifier> columns,
        @Nullable Span columnsSpan,
        @Nullable Overriding overriding,
        InsertSource source,
        @Nullable Identifier rowAlias,
        @Nullable Upsert upsert,
        @Nullable Returning returning,
        List<String> modifiers,
        boolean merge,
        List<Identifier> keys,
        String optimizerHint)
        implements Statement {
    public InsertStatement {
        modifiers = List.copyOf(modifiers);
        keys = List.copyOf(keys);
        columns = List.copyOf(columns);
    }

    @Override
    public void accept(StatementVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(with, table, columns, source, rowAlias, upsert, returning);
    }

    @Override
    public InsertStatement mapped(NodeMapper mapper) {
        return new InsertStatement(
                mapper.span(span),
                mapper.node(with),
                kind,
                mapper.node(table),
                mapper.nodes(columns),
                mapper.span(columnsSpan),
                overriding == null ? null : overriding.mapped(mapper),
                mapper.node(source),
                mapper.node(rowAlias),
                mapper.node(upsert),
                mapper.node(returning),
                modifiers,
                merge,
                mapper.nodes(keys),
                optimizerHint);
    }

    /** What happens to a row that is there already. */
    public enum InsertKind {
        INSERT,
        /** {@code INSERT IGNORE}. */
        INSERT_IGNORE,
        /** {@code REPLACE}; and {@code MERGE INTO .. KEY} of H2. */
        REPLACE
    }

    /**
     * {@code OVERRIDING ... VALUE} of an INSERT: what becomes of values for columns that make their own.
     *
     * @param user whether they are ignored, and the columns make their own; else they are stored, also where a column
     *     always makes its own
     */
    public record Overriding(Span span, boolean user) {
        Overriding mapped(NodeMapper mapper) {
            return new Overriding(mapper.span(span), user);
        }
    }

    /**
     * The conflict clause of an INSERT, with its keywords. {@code target} may be empty; {@code constraint},
     * {@code targetWhere} and {@code where} may be null. {@code operatorClasses} has one text for each expression of
     * the target, or is empty.
     */
    public record Upsert(
            Span span,
            UpsertKind kind,
            List<Expression> target,
            @Nullable Identifier constraint,
            @Nullable Clause targetWhere,
            List<Assignment> assignments,
            @Nullable Clause where,
            List<String> operatorClasses)
            implements Node {
        public Upsert {
            operatorClasses = List.copyOf(operatorClasses);
            target = List.copyOf(target);
            assignments = List.copyOf(assignments);
        }

        @Override
        public List<Node> children() {
            return Children.of(target, constraint, targetWhere, assignments, where);
        }

        @Override
        public Upsert mapped(NodeMapper mapper) {
            return new Upsert(
                    mapper.span(span),
                    kind,
                    mapper.nodes(target),
                    mapper.node(constraint),
                    mapper.node(targetWhere),
                    mapper.nodes(assignments),
                    mapper.node(where),
                    operatorClasses);
        }
    }

    /** What an INSERT does on a conflict. */
    public enum UpsertKind {
        /** {@code ON DUPLICATE KEY UPDATE}. */
        DUPLICATE_KEY_UPDATE,
        /** {@code ON CONFLICT ... DO UPDATE}. */
        CONFLICT_UPDATE,
        /** {@code ON CONFLICT ... DO NOTHING}. */
        CONFLICT_NOTHING
    }
}
