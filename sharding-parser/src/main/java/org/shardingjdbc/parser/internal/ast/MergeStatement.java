package org.shardingjdbc.parser.internal.ast;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.InsertStatement.Overriding;
import org.shardingjdbc.parser.internal.ast.Statement.StatementVisitor;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;

/** {@code MERGE INTO target USING source ON on WHEN ...}. */
public record MergeStatement(
        Span span,
        @Nullable With with,
        NamedTable target,
        TableReference source,
        Expression on,
        List<MergeAction> actions,
        @Nullable Returning returning)
        implements Statement {
    public MergeStatement {
        actions = List.copyOf(actions);
    }

    @Override
    public void accept(StatementVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(with, target, source, on, actions, returning);
    }

    @Override
    public MergeStatement mapped(NodeMapper mapper) {
        return new MergeStatement(
                mapper.span(span),
                mapper.node(with),
                mapper.node(target),
                mapper.node(source),
                mapper.node(on),
                mapper.nodes(actions),
                mapper.node(returning));
    }

    /**
     * One WHEN of a MERGE: UPDATE with assignments, INSERT with columns and values, DELETE, or DO NOTHING;
     * {@code condition} may be null.
     *
     * @param columns of an INSERT; empty where it lists none
     * @param columnsSpan of an INSERT the list of columns with its parentheses, empty where one could stand; else null
     * @param overriding what an INSERT says of values for columns that make their own; may be null
     * @param rowSpan of an INSERT its values with their parentheses; else null
     */
    public record MergeAction(
            Span span,
            boolean matched,
            @Nullable Expression condition,
            List<Assignment> assignments,
            List<Identifier> columns,
            @Nullable Span columnsSpan,
            @Nullable Overriding overriding,
            @Nullable Span rowSpan,
            List<Expression> values,
            boolean delete)
            implements Node {
        public MergeAction {
            assignments = List.copyOf(assignments);
            columns = List.copyOf(columns);
            values = List.copyOf(values);
        }

        @Override
        public List<Node> children() {
            return Children.of(condition, assignments, columns, values);
        }

        @Override
        public MergeAction mapped(NodeMapper mapper) {
            return new MergeAction(
                    mapper.span(span),
                    matched,
                    mapper.node(condition),
                    mapper.nodes(assignments),
                    mapper.nodes(columns),
                    mapper.span(columnsSpan),
                    overriding == null ? null : overriding.mapped(mapper),
                    mapper.span(rowSpan),
                    mapper.nodes(values),
                    delete);
        }
    }
}
