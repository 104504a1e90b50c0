package org.shardingjdbc.plan.internal.merge;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.SortKeyType;
import org.shardingjdbc.dialect.internal.ValueOrder;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.merge.internal.order.SortKey;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Node;
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
import org.shardingjdbc.plan.internal.syntax.SelectItems;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.plan.internal.unit.Paging;
import org.shardingjdbc.route.internal.bind.IdentifierFolding;
import org.shardingjdbc.route.internal.bind.OutputColumn;

/**
 * Plans an outermost set operation for several units: each runs it on its own rows; the results are collected, and
 * duplicates of a UNION, the order and the limit are the merge's. One per plan.
 */
final class UnionScatter {
    private final Compilation compilation;
    private final SourcePositions positions;
    private final SqlEdits edits;

    UnionScatter(Compilation compilation, SqlEdits edits) {
        this.compilation = compilation;
        this.positions = compilation.positions();
        this.edits = edits;
    }

    /**
     * The plan; refused for a clause that cannot be merged.
     *
     * @param merged whether equal rows of several units are to become one
     */
    Decision<Merge> plan(Query query, SetOperation operation, boolean merged) {
        LimitClause limit = new LimitClause(query.limit(), positions);
        return sortKeys(query, operation, merged).decide(sort -> distinctKeys(query, operation, merged)
                .decide(distinct -> limit.paging().then(paging -> {
                    limit.push(edits, paging.orElse(null));
                    return merge(query, operation, sort, distinct, paging.orElse(null));
                })));
    }

    private Merge merge(
            Query query, SetOperation operation, List<SortKey> sort, List<SortKey> distinct, @Nullable Paging paging) {
        boolean collects = sort.isEmpty() && distinct.isEmpty() && paging == null;
        MergePlan merge = collects ? MergePlan.CONCATENATE : merge(query, operation, sort, distinct, paging != null);
        return Merge.ofRows(edits.template(), merge, paging, collects, null);
    }

    private Decision<List<SortKey>> sortKeys(Query query, SetOperation operation, boolean merged) {
        if (query.orderBy() == null) {
            return new Decision.Proved<>(List.of());
        }
        List<SortItem> items = query.orderBy().items();
        SortItem last = items.get(items.size() - 1);
        return Decision.all(items, item -> sortKey(item, query, operation, item == last && !merged));
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
     * The key of an item.
     *
     * @param anyOfEqual whether of values that begin alike any may come first
     */
    private Decision<SortKey> sortKey(SortItem item, Query query, SetOperation operation, boolean anyOfEqual) {
        int position = SelectItems.position(item.expression());
        int column = position == 0 ? labelled(item.expression(), query) : position;
        return column == 0
                ? notMerged("The key " + positions.excerpt(item), item)
                : type(column, operation).decide(type -> sortKey(item, column, type, anyOfEqual));
    }

    private Decision<SortKey> sortKey(SortItem item, int column, SortKeyType type, boolean anyOfEqual) {
        ValueOrder order = type.order();
        boolean cut = type.beginningOnly() && !anyOfEqual;
        if (order == null || type.form() != null || cut) {
            String problem = order == null ? type.unknown() : "a type that needs a derived column";
            return new Decision.Refused<>(positions.refuseAt(ErrorCode.SORT_KEY_NOT_COMPARABLE, item, problem));
        }
        boolean nullsFirst = SortKeyTypes.nullsFirst(compilation.dialect(), item.descending(), item.nullOrder());
        return new Decision.Proved<>(new SortKey(column, item.descending(), nullsFirst, order));
    }

    private <T> Decision<T> notMerged(String what, Node node) {
        return new Decision.Refused<>(positions.refuse(ErrorCode.UNION_NOT_MERGED, what, node));
    }

    private <T> Decision<T> unknownColumns(SetOperation operation) {
        return new Decision.Refused<>(positions.refuseAt(ErrorCode.COLUMNS_UNKNOWN, operation));
    }

    private int labelled(Expression expression, Query query) {
        List<OutputColumn> outputs = compilation.bound().outputs(query);
        if (outputs == null
                || !(expression instanceof ColumnReference reference)
                || !reference.qualifier().isEmpty()) {
            return 0;
        }
        for (int i = 0; i < outputs.size(); i++) {
            String label = outputs.get(i).label();
            if (label != null && IdentifierFolding.means(reference.name(), label, compilation.dialect())) {
                return i + 1;
            }
        }
        return 0;
    }

    private Decision<List<SortKey>> distinctKeys(Query query, SetOperation operation, boolean merged) {
        if (!merged) {
            return new Decision.Proved<>(List.of());
        }
        List<OutputColumn> outputs = compilation.bound().outputs(query);
        if (outputs == null) {
            return unknownColumns(operation);
        }
        List<Integer> columns = IntStream.rangeClosed(1, outputs.size()).boxed().toList();
        return Decision.all(
                columns, column -> type(column, operation).decide(type -> distinctKey(column, type, operation)));
    }

    private Decision<SortKey> distinctKey(int column, SortKeyType type, SetOperation operation) {
        ValueOrder equality = type.equality();
        if (equality == null || type.form() != null) {
            return notMerged("Column " + column, operation);
        }
        boolean first = SortKeyTypes.nullsFirst(compilation.dialect(), false, null);
        return new Decision.Proved<>(new SortKey(column, false, first, equality));
    }

    /** The type of a column, as far as the branches agree on it. */
    private Decision<SortKeyType> type(int column, SetOperation operation) {
        return branches(operation)
                .decide(branches -> Decision.all(branches, branch -> type(column, branch, operation)))
                .then(types -> types.stream().reduce(SortKeyType::united).orElse(SortKeyType.BY_TYPE));
    }

    private Decision<SortKeyType> type(int column, Select branch, SetOperation operation) {
        SortKeyTypes types =
                new SortKeyTypes(compilation.bound(), compilation.catalog(), compilation.dialect(), probe(branch));
        Query asQuery = new Query(branch.span(), null, branch, null, null, List.of());
        return new SelectColumns(compilation.bound(), asQuery, branch, positions, compilation.dialect())
                .known()
                .decide(visible -> column > visible.size()
                        ? unknownColumns(operation)
                        : new Decision.Proved<>(types.of(visible.get(column - 1))));
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

    private Decision<List<Select>> branches(QueryBody body) {
        if (body instanceof SetOperation operation) {
            return branches(operation.left()).decide(left -> branches(operation.right())
                    .then(right -> Stream.concat(left.stream(), right.stream()).toList()));
        }
        return body instanceof Select select
                ? new Decision.Proved<>(List.of(select))
                : notMerged("ORDER BY or UNION", body);
    }
}
