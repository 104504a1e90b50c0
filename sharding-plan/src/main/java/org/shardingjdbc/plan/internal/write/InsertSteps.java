package org.shardingjdbc.plan.internal.write;

import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.InsertSource.QuerySource;
import org.shardingjdbc.parser.internal.ast.InsertSource.ValuesSource;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.InsertStatement.UpsertKind;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.nested.RowsTemplate;
import org.shardingjdbc.plan.internal.nested.StepTemplate;
import org.shardingjdbc.plan.internal.operator.ChooseSteps;
import org.shardingjdbc.plan.internal.operator.CopyRows;
import org.shardingjdbc.plan.internal.operator.StepChoice;
import org.shardingjdbc.plan.internal.planning.StepSource;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.schema.TableSchema;

/** The steps of an INSERT whose rows a query makes. One per statement; not thread-safe. */
final class InsertSteps {
    private final StepSource source;
    private final ParsedSql parsed;
    private final InsertStatement insert;

    InsertSteps(StepSource source, ParsedSql parsed, InsertStatement insert) {
        this.source = source;
        this.parsed = parsed;
        this.insert = insert;
    }

    /** Those that do the same. */
    ChooseSteps plan() {
        StepChoice copied = copied();
        return copied == null ? ChooseSteps.NONE : ChooseSteps.of(List.of(copied));
    }

    /** Null for none. */
    private @Nullable StepChoice copied() {
        // What the query writes on its way is written first, in the same transaction.
        if (!(insert.source() instanceof QuerySource rows) || meansQuery()) {
            return null;
        }
        ParsedSql read = parsed;
        BitSet untyped;
        if (source.dialect().writes().storesParametersOtherwise()) {
            ColumnConversions columns = new ColumnConversions(
                    parsed, insert, target(), source.names(), source.tools().parser());
            read = columns.written(source.bind(parsed), rows.query());
            untyped = columns.dates();
        } else {
            untyped = untyped(rows.query());
        }
        Query query = query((InsertStatement) read.statement());
        if (query == null) {
            return null;
        }
        NestedStatement asked =
                source.template(new QueryStatement(Span.NONE, query), read).fill();
        CopyRows steps = new CopyRows(
                asked,
                new RowsTemplate(new InsertedRows(source, parsed, insert)),
                source.returned(parsed, insert.returning(), insert.table()),
                insert.upsert() != null && insert.upsert().kind() == UpsertKind.CONFLICT_UPDATE,
                untyped,
                null);
        return source.onAnswer(steps, asked, true);
    }

    /** The INSERT with rows in place of its query. */
    private record InsertedRows(StepSource source, ParsedSql parsed, InsertStatement insert)
            implements RowsTemplate.Writing {
        @Override
        public StepTemplate of(ValuesSource rows) {
            return source.template(MadeNodes.insert(insert, rows), parsed);
        }
    }

    /** The query with what stands before the INSERT; null where both define queries. */
    private static @Nullable Query query(InsertStatement insert) {
        Query query = ((QuerySource) insert.source()).query();
        if (insert.with() == null) {
            return query;
        }
        boolean whole =
                query.with() == null && (query.limit() == null || !query.limit().top());
        return whole
                ? new Query(Span.NONE, insert.with(), query.body(), query.orderBy(), query.limit(), query.locking())
                : null;
    }

    private @Nullable TableSchema target() {
        LogicTable table = source.table(parsed, insert.table());
        return table == null ? null : source.catalog().table(table);
    }

    /** MySQL lets ON DUPLICATE KEY UPDATE read columns of the query, which VALUES does not have. */
    private boolean meansQuery() {
        if (insert.upsert() == null || insert.upsert().kind() != UpsertKind.DUPLICATE_KEY_UPDATE) {
            return false;
        }
        TableSchema schema = target();
        for (ColumnReference reference : Tree.all(insert.upsert(), ColumnReference.class)) {
            boolean own = reference.qualifier().isEmpty()
                    ? schema != null && schema.column(reference.name().text()) != null
                    : isNameOfTarget(reference);
            if (!own) {
                return true;
            }
        }
        return false;
    }

    private boolean isNameOfTarget(ColumnReference reference) {
        String qualifier =
                reference.qualifier().get(reference.qualifier().size() - 1).text();
        return qualifier.equalsIgnoreCase(insert.table().exposedName().text())
                || insert.rowAlias() != null
                        && qualifier.equalsIgnoreCase(insert.rowAlias().text());
    }

    /**
     * PostgreSQL gives a bare text in the select list the type of the column that it is put into, and so it does with a
     * parameter whose type the driver leaves open, a time above all.
     */
    private BitSet untyped(Query query) {
        BitSet untyped = new BitSet();
        if (source.dialect().writes().typesFollowTarget() && query.body() instanceof Select select) {
            for (int i = 0; i < select.items().size(); i++) {
                SelectItem item = select.items().get(i);
                if (!(item instanceof ExpressionItem expression)) {
                    // A star: what follows is at unknown positions.
                    return untyped;
                }
                boolean text =
                        expression.expression() instanceof Literal literal && literal.kind() == LiteralKind.STRING;
                if (text || expression.expression() instanceof Parameter) {
                    untyped.set(i);
                }
            }
        }
        return untyped;
    }
}
