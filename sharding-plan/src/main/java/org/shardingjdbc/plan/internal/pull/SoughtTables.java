package org.shardingjdbc.plan.internal.pull;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.shardingjdbc.parser.internal.Analysis;
import org.shardingjdbc.parser.internal.ast.Expression.Exists;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.InQuery;
import org.shardingjdbc.parser.internal.ast.Expression.Quantified;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * Tables of which a statement asks only whether they have a row: those of a block behind EXISTS, IN, ANY or ALL that
 * counts nothing. Of equal rows one is enough. One per plan; not thread-safe.
 */
final class SoughtTables {
    private final Set<NamedTable> sought = Collections.newSetFromMap(new IdentityHashMap<>());

    SoughtTables(Analysis analysis) {
        for (Class<? extends Node> kind : List.of(Exists.class, InQuery.class, Quantified.class)) {
            for (Node seeking : analysis.all(kind)) {
                for (Node child : seeking.children()) {
                    if (child instanceof Query query) {
                        add(query);
                    }
                }
            }
        }
    }

    private void add(Query query) {
        boolean rowsOnly = query.limit() == null
                && query.with() == null
                && query.body() instanceof Select block
                && block.groupBy() == null
                && block.having() == null
                && block.qualify() == null
                && block.windows().isEmpty()
                && block.distinctOn().isEmpty()
                && Tree.outsideQueries(block, FunctionCall.class).stream().noneMatch(SoughtTables::counts);
        if (rowsOnly) {
            for (TableReference reference : ((Select) query.body()).from()) {
                sought.addAll(Tree.outsideQueries(reference, NamedTable.class));
            }
        }
    }

    private static boolean counts(FunctionCall call) {
        return call.over() != null || Functions.isAggregate(call);
    }

    /**
     * Whether one of equal rows is enough, and there may be several. Equal whole numbers are the same; other values may
     * be equal and show themselves to be different.
     *
     * @param columns what the statement may name
     */
    boolean onceEach(NamedTable table, List<ColumnSchema> columns, TableSchema schema) {
        if (!sought.contains(table) || !columns.stream().allMatch(ColumnSchema::isWholeNumber)) {
            return false;
        }
        List<String> key = schema.primaryKey();
        List<String> names = columns.stream()
                .map(column -> column.name().toLowerCase(Locale.ROOT))
                .toList();
        return key.isEmpty() || !key.stream().allMatch(column -> names.contains(column.toLowerCase(Locale.ROOT)));
    }
}
