package org.shardingjdbc.plan.internal.merge;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.SortKeyType;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.merge.internal.order.SortKey;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.OrderBy.SortItem;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryBody.SetOperation;
import org.shardingjdbc.parser.internal.ast.SelectItem.StarItem;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Merge;
import org.shardingjdbc.plan.internal.sortkey.ScalarProbe;
import org.shardingjdbc.plan.internal.sortkey.SortKeyTypes;
import org.shardingjdbc.plan.internal.syntax.Refusals;
import org.shardingjdbc.plan.internal.syntax.SelectItems;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.plan.internal.unit.Paging;
import org.shardingjdbc.route.internal.bind.OutputColumn;

/**
 * Plans an outermost set operation for several units: each runs it on its own rows; the results are collected, and
 * duplicates of a UNION, the order and the limit are the merge's. One per plan.
 */
final class UnionScatter {
    private final Compilation compilation;
    private final Refusals refusals;
    private final SqlEdits edits;

    UnionScatter(Compilation compilation, SqlEdits edits, Refusals refusals) {
        this.compilation = compilation;
        this.refusals = refusals;
        this.edits = edits;
    }

    /**
     * The plan; refused for a clause that cannot be merged.
     *
     * @param merged whether equal rows of several units are to become one
     */
    Decision<Merge> plan(Query query, SetOperation operation, boolean merged) {
        List<SortKey> sort = new ArrayList<>();
        if (query.orderBy() != null) {
            List<SortItem> items = query.orderBy().items();
            for (SortItem item : items) {
                if (refusals.any()) {
                    return new Decision.Refused<>(refusals.reason());
                }
                boolean last = item == items.get(items.size() - 1);
                SortKey key = sortKey(item, query, operation, last && !merged);
                if (key != null) {
                    sort.add(key);
                }
            }
        }
        List<SortKey> distinct = merged && !refusals.any() ? distinctKeys(query, operation) : List.of();
        LimitClause limit = new LimitClause(query.limit(), refusals, compilation.dialect());
        Paging paging = limit.paging();
        if (refusals.any()) {
            return new Decision.Refused<>(refusals.reason());
        }
        limit.push(edits, paging);
        boolean collects = sort.isEmpty() && distinct.isEmpty() && paging == null;
        MergePlan merge = collects ? MergePlan.CONCATENATE : merge(query, operation, sort, distinct, paging != null);
        return new Decision.Proved<>(Merge.of(edits.template(), merge, paging, collects, null));
    }

    /** Columns are found by their places, which the labels of the first branch's tell. */
    private MergePlan merge(
            Query query, SetOperation operation, List<SortKey> sort, List<SortKey> distinct, boolean limited) {
        List<String> labels = List.of();
        List<OutputColumn> outputs = compilation.bound().outputs(query);
        if (outputs != null && Tree.any(operation, StarItem.class::isInstance)) {
            labels = outputs.stream()
                    .map(output -> output.expression() == null && output.label() != null ? output.label() : "")
                    .toList();
        }
        return MergePlan.sorted(sort).distinct(distinct).limited(limited).checked(labels.size(), labels);
    }

    /**
     * The key of an item; null where it is refused.
     *
     * @param anyOfEqual whether of values that begin alike any may come first
     */
    private @Nullable SortKey sortKey(SortItem item, Query query, SetOperation operation, boolean anyOfEqual) {
        int column = SelectItems.position(item.expression());
        if (column == 0) {
            column = labelled(item.expression(), query);
        }
        if (column == 0) {
            refusals.refuse(ErrorCode.UNION_NOT_MERGED, "The key " + refusals.excerpt(item), item);
            return null;
        }
        SortKeyType type = type(column, operation);
        boolean cut = type.beginningOnly() && !anyOfEqual;
        if (type.order() == null || type.form() != null || cut) {
            String problem = type.order() == null ? type.unknown() : "a type that needs a derived column";
            refusals.refuseAt(ErrorCode.SORT_KEY_NOT_COMPARABLE, item, problem);
            return null;
        }
        boolean nullsFirst = SortKeyTypes.nullsFirst(compilation.dialect(), item.descending(), item.nullOrder());
        return new SortKey(column, item.descending(), nullsFirst, type.order());
    }

    private int labelled(Expression expression, Query query) {
        List<OutputColumn> outputs = compilation.bound().outputs(query);
        if (outputs == null
                || !(expression instanceof ColumnReference reference)
                || !reference.qualifier().isEmpty()) {
            return 0;
        }
        for (int i = 0; i < outputs.size(); i++) {
            if (reference.name().text().equalsIgnoreCase(outputs.get(i).label())) {
                return i + 1;
            }
        }
        return 0;
    }

    private List<SortKey> distinctKeys(Query query, SetOperation operation) {
        List<OutputColumn> outputs = compilation.bound().outputs(query);
        if (outputs == null) {
            refusals.refuseAt(ErrorCode.COLUMNS_UNKNOWN, operation);
            return List.of();
        }
        List<SortKey> keys = new ArrayList<>();
        for (int column = 1; column <= outputs.size(); column++) {
            SortKeyType type = type(column, operation);
            if (refusals.any()) {
                return keys;
            }
            if (type.equality() == null || type.form() != null) {
                refusals.refuse(ErrorCode.UNION_NOT_MERGED, "Column " + column, operation);
                return keys;
            }
            boolean first = SortKeyTypes.nullsFirst(compilation.dialect(), false, null);
            keys.add(new SortKey(column, false, first, type.equality()));
        }
        return keys;
    }

    /** The type of a column, as far as the branches agree on it. */
    private SortKeyType type(int column, SetOperation operation) {
        SortKeyType common = null;
        for (Select branch : branches(operation)) {
            SortKeyTypes types =
                    new SortKeyTypes(compilation.bound(), compilation.catalog(), compilation.dialect(), probe(branch));
            Query asQuery = new Query(branch.span(), null, branch, null, null, List.of());
            SelectColumns columns =
                    new SelectColumns(compilation.bound(), asQuery, branch, refusals, compilation.dialect());
            if (column > columns.visible().size()) {
                refusals.refuseAt(ErrorCode.COLUMNS_UNKNOWN, operation);
                return SortKeyType.BY_TYPE;
            }
            SortKeyType type = types.of(columns.visible().get(column - 1));
            common = common == null ? type : SortKeyType.united(common, type);
        }
        return common == null ? SortKeyType.BY_TYPE : common;
    }

    private ScalarProbe probe(Select branch) {
        Query alone = new Query(branch.span(), null, branch, null, null, List.of());
        return new ScalarProbe(
                alone,
                branch,
                compilation.naming(),
                compilation.catalog(),
                compilation.dialect().types(),
                compilation.sampleUnit(),
                compilation.tableNames());
    }

    private List<Select> branches(QueryBody body) {
        List<Select> branches = new ArrayList<>();
        collect(body, branches);
        return branches;
    }

    private void collect(QueryBody body, List<Select> branches) {
        if (body instanceof SetOperation operation) {
            collect(operation.left(), branches);
            collect(operation.right(), branches);
        } else if (body instanceof Select select) {
            branches.add(select);
        } else {
            refusals.refuse(ErrorCode.UNION_NOT_MERGED, "ORDER BY or UNION", body);
        }
    }
}
