package org.shardingjdbc.plan.internal.merge;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.SortKeyType;
import org.shardingjdbc.dialect.internal.ValueOrder;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.merge.internal.group.Aggregate;
import org.shardingjdbc.merge.internal.group.AggregateKind;
import org.shardingjdbc.merge.internal.order.SortKey;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Expression.RowExpression;
import org.shardingjdbc.parser.internal.token.Tokens;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.plan.internal.syntax.Tree;

/**
 * Makes merge aggregates of aggregate calls, deriving the columns that their merge reads. One per plan; not
 * thread-safe.
 */
final class Aggregates {
    private final Draft draft;
    private final SourcePositions positions;
    private final Dialect dialect;
    private final List<Aggregate> merged = new ArrayList<>();
    private final List<Expression> distinctArguments = new ArrayList<>();

    Aggregates(Draft draft, SourcePositions positions, Dialect dialect) {
        this.draft = draft;
        this.positions = positions;
        this.dialect = dialect;
    }

    List<Aggregate> merged() {
        return merged;
    }

    /** What DISTINCT aggregates count or add, by which shards must group too. */
    List<Expression> distinctArguments() {
        return distinctArguments;
    }

    /**
     * The key by which shards may sort the one value that DISTINCT aggregates look at, so that the merge need not
     * remember values; empty when there are several, or their order is not known.
     */
    Optional<SortKey> sortedDistinctValue() {
        if (distinctArguments.size() != 1) {
            return Optional.empty();
        }
        SortKeyType type = draft.types().of(distinctArguments.get(0));
        ValueOrder order = type.sortsGroups() ? type.order() : null;
        for (Aggregate aggregate : merged) {
            if (order != null
                    && order != ValueOrder.BY_TYPE
                    && aggregate.valueColumn() > 0
                    && aggregate.kind() != AggregateKind.AVG) {
                boolean nullsFirst = draft.types().nullsFirst(false, null);
                return Optional.of(new SortKey(aggregate.valueColumn(), false, nullsFirst, order));
            }
        }
        return Optional.empty();
    }

    /** The column where the merged value of a call is; derived when no select item is the call. */
    Decision<Integer> column(FunctionCall call) {
        return add(call, draft.columns().derive(call, "AGGREGATE_DERIVED"));
    }

    /**
     * Merges the call that stands in a column.
     *
     * @return the column
     */
    Decision<Integer> add(FunctionCall call, int column) {
        if (merged.stream().anyMatch(known -> known.column() == column)) {
            return new Decision.Proved<>(column);
        }
        return aggregate(call, column).then(aggregate -> {
            merged.add(aggregate);
            return column;
        });
    }

    private Decision<Aggregate> aggregate(FunctionCall call, int column) {
        AggregateKind kind = Functions.merged(call);
        boolean orders = kind == AggregateKind.MIN || kind == AggregateKind.MAX;
        boolean adds = kind == AggregateKind.SUM || kind == AggregateKind.AVG;
        if (kind == null
                || call.arguments().size() != 1 && !(call.star() && kind == AggregateKind.COUNT)
                || adds && !draft.types().addsNumbers(call.arguments().get(0))) {
            return notMerged(call);
        }
        if (call.distinct() && !orders) {
            return distinct(call, kind, column);
        }
        if (orders) {
            return extreme(call, kind, column);
        }
        if (kind == AggregateKind.AVG) {
            int count = derived("COUNT", call, "AVG_DERIVED_COUNT");
            int sum = derived("SUM", call, "AVG_DERIVED_SUM");
            return new Decision.Proved<>(new Aggregate(kind, column, sum, count, ValueOrder.NUMBER));
        }
        return new Decision.Proved<>(new Aggregate(kind, column, 0, 0, ValueOrder.BY_TYPE));
    }

    private Decision<Aggregate> extreme(FunctionCall call, AggregateKind kind, int column) {
        SortKeyType type = draft.types().of(call);
        ValueOrder order = type.order();
        if (order == null) {
            return notComparable(call, type);
        }
        Decision<Integer> weight =
                type.form() != null ? draft.keys().formed(call, type.form()) : new Decision.Proved<>(0);
        return weight.then(by -> new Aggregate(kind, column, by, 0, order));
    }

    private Decision<Aggregate> distinct(FunctionCall call, AggregateKind kind, int column) {
        AggregateKind distinctKind =
                switch (kind) {
                    case COUNT -> AggregateKind.COUNT_DISTINCT;
                    case SUM -> AggregateKind.SUM_DISTINCT;
                    case AVG -> AggregateKind.AVG_DISTINCT;
                    default -> null;
                };
        // shards select the argument and group by it, where a constant would be a position, two placeholders two
        // values,
        // and MySQL does not find again what compares a row
        boolean single = call.arguments().size() == 1
                && !Tree.any(call.arguments().get(0), RowExpression.class::isInstance)
                && draft.types().showsGrouped(call.arguments().get(0))
                && !Tree.any(call.arguments().get(0), Parameter.class::isInstance)
                && Tree.any(call.arguments().get(0), ColumnReference.class::isInstance);
        if (distinctKind == null || call.filter() != null || !single) {
            return notMerged(call);
        }
        Expression argument = call.arguments().get(0);
        SortKeyType type = draft.types().of(argument);
        ValueOrder equality = type.equality();
        if (equality == null) {
            return notComparable(argument, type);
        }
        if (dialect.sorting().groupsBySortKeys() && !type.groupsAsCounted()) {
            return notMerged(call);
        }
        Decision<Integer> value = type.form() != null
                ? draft.keys().formedOfGroup(argument, type.form())
                : new Decision.Proved<>(draft.columns().derive(argument, "DISTINCT_DERIVED"));
        if (distinctArguments.stream().noneMatch(other -> draft.columns().same(other, argument))) {
            distinctArguments.add(argument);
        }
        return value.then(at -> new Aggregate(distinctKind, column, at, 0, equality));
    }

    /** Another aggregate function of the same values of the same rows. */
    private int derived(String function, FunctionCall call, String alias) {
        Expression argument = call.arguments().get(0);
        Expression filter = call.filter();
        Expression made = MadeNodes.call(
                function,
                List.of(draft.columns().expanded(argument)),
                filter == null ? null : draft.columns().expanded(filter));
        boolean parameters = Tree.any(call, Parameter.class::isInstance);
        String text = parameters
                ? null
                : function + " " + comparable(argument) + (filter == null ? "" : " WHERE " + comparable(filter));
        return draft.columns().derive(text, alias, made);
    }

    private String comparable(Expression part) {
        return Tokens.comparable(positions.sql(), part.span(), dialect);
    }

    private Decision<Aggregate> notMerged(FunctionCall call) {
        return new Decision.Refused<>(positions.refuse(ErrorCode.AGGREGATE_NOT_MERGED, positions.excerpt(call), call));
    }

    private Decision<Aggregate> notComparable(Expression value, SortKeyType type) {
        return new Decision.Refused<>(positions.refuseAt(ErrorCode.SORT_KEY_NOT_COMPARABLE, value, type.unknown()));
    }
}
