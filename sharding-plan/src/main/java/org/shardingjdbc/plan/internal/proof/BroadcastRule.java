package org.shardingjdbc.plan.internal.proof;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.GroupBy;
import org.shardingjdbc.parser.internal.ast.Limit;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Quantifier;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryBody.SetOperation;
import org.shardingjdbc.parser.internal.ast.QueryBody.SetOperator;
import org.shardingjdbc.parser.internal.ast.SelectItem.StarItem;
import org.shardingjdbc.parser.internal.ast.TableReference.DerivedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.Window;
import org.shardingjdbc.parser.internal.ast.Window.Frame;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.SelectItems;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BlockWalk;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * Copies of a table have the same rows, but nobody says in which order. What is evaluated on each of them must not
 * depend on which row comes first, unless an order decides that for any two rows: by keys of all tables, by the groups,
 * or by all that is shown. Nor may it show one of several values that are equal and not the same, as {@code 'a'} and
 * {@code 'A'} of a loose collation.
 *
 * <pre>
 * FROM t_order o, (SELECT STRING_AGG(name, ',' ORDER BY country_id) FROM t_country) c         as it is on each node
 * FROM t_order o, (SELECT ROW_NUMBER() OVER (ORDER BY region) AS n, ... FROM t_country) c     refused
 * FROM t_order o, (SELECT STRING_AGG(name, ',' ORDER BY region) FROM t_country) c             refused
 * FROM t_order o, (SELECT DISTINCT ON (region) * FROM t_country ORDER BY region) c            refused
 * </pre>
 *
 * @param stored whether it is written into the copies, so that also what is evaluated anew for each row must be the
 *     same
 */
record BroadcastRule(SingleValues values, RowKeys keys, boolean stored) {
    /** Window functions whose value follows from the places of rows, also of those that tie. */
    private static final Set<String> BY_PLACE =
            Set.of("row_number", "ntile", "lag", "lead", "first_value", "last_value", "nth_value");

    /** Aggregates and window functions whose value follows from the values and from which of them tie. */
    private static final Set<String> BY_VALUES = Set.of(
            "approx_count_distinct",
            "cume_dist",
            "dense_rank",
            "grouping",
            "grouping_id",
            "median",
            "percent_rank",
            "percentile_cont",
            "percentile_disc",
            "range_agg",
            "range_intersect_agg",
            "rank");

    /** Aggregates that add: floating numbers have another sum in another order. */
    private static final Set<String> SUMS = Set.of("sum", "avg");

    /** Functions whose value is no floating number if what they are given is none. */
    private static final Set<String> EXACT =
            Set.of("abs", "coalesce", "ifnull", "nullif", "greatest", "least", "mod", "length", "char_length", "sign");

    BroadcastRule(SingleValues values, boolean stored) {
        this(values, new RowKeys(values), stored);
    }

    /** Of all queries and blocks of a statement that reads no sharded table. */
    Verdict ofAll(Node statement) {
        List<Verdict> verdicts = new ArrayList<>();
        Set<Select> bodies = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Query query : Tree.all(statement, Query.class)) {
            Limit limit = query.limit();
            if (limit != null) {
                verdicts.add(new LimitRule(keys).ofCopies(query, limit));
            }
            if (query.body() instanceof Select block) {
                bodies.add(block);
                verdicts.add(of(block, query));
            }
        }
        for (Select block : Tree.all(statement, Select.class)) {
            if (!bodies.contains(block)) {
                verdicts.add(of(block, null));
            }
        }
        Tree.all(statement, SetOperation.class).forEach(operation -> verdicts.add(of(operation)));
        return verdicts.stream()
                .filter(verdict -> !verdict.isProved())
                .findFirst()
                .orElse(Verdict.NOTHING);
    }

    /**
     * Of a block all of whose tables each data node has whole.
     *
     * @param query whose body it is; null for a branch of a set operation
     */
    Verdict of(Select block, @Nullable Query query) {
        for (NamedTable table : Tree.outsideQueries(block, NamedTable.class)) {
            if (table.restricted() && !table.hints().isEmpty()) {
                return refused(table.hints(), table);
            }
        }
        for (FunctionCall call : Functions.calls(block, query)) {
            if (!isRepeatable(block, query, call)) {
                return refused(name(call), call);
            }
        }
        if (block.quantifier() == Quantifier.DISTINCT_ON) {
            List<Expression> sorted = new SelectItems(block).resolve(RowKeys.of(query), values.bound());
            if (!keys.tellApart(block, query, sorted)) {
                return refused("DISTINCT ON", block);
            }
        }
        Node ungrouped = ungrouped(block, query);
        if (ungrouped != null) {
            String what =
                    ungrouped instanceof ColumnReference column ? column.name().text() : "*";
            return refused(what + " of any row of a group", ungrouped);
        }
        return ofEqual(block, query);
    }

    /** Of a set operation whose branches each data node has whole. */
    Verdict of(SetOperation operation) {
        boolean concatenates = operation.operator() == SetOperator.UNION && operation.all();
        return concatenates || values.areSingle(operation)
                ? Verdict.NOTHING
                : refused(ofEqual(operation.operator().name()), operation);
    }

    private static Verdict refused(String what, Node node) {
        return Verdict.refused(ErrorCode.ROWS_OF_COPIES_TIE, what, node);
    }

    private static String ofEqual(String what) {
        return what + " of values that are equal and not the same";
    }

    private static String name(FunctionCall call) {
        return Functions.name(call).toUpperCase(Locale.ROOT);
    }

    private boolean isRepeatable(Select block, @Nullable Query query, FunctionCall call) {
        if (call.over() != null) {
            return isWindowRepeatable(block, query, call, call.over());
        }
        boolean aggregate = Functions.isAggregate(call) || values.functions().isAggregate(call);
        return !aggregate || followsFromValues(call) || isSorted(block, call);
    }

    private boolean followsFromValues(FunctionCall call) {
        String name = Functions.builtIn(call);
        return BY_VALUES.contains(name)
                || Functions.isMerged(name)
                        && (!SUMS.contains(name) || call.arguments().stream().allMatch(this::isExact));
    }

    /** Whether it is made of exact numbers, as far as its columns and functions say. */
    private boolean isExact(Expression number) {
        return values.areExact(number)
                && Tree.all(number, FunctionCall.class).stream()
                        .allMatch(call -> call.over() == null && EXACT.contains(Functions.builtIn(call)));
    }

    /** Whether the ORDER BY inside of an aggregate decides the order of its rows, or of all that it sees of them. */
    private boolean isSorted(Select block, FunctionCall call) {
        List<Expression> sorted = call.orderBy() == null ? List.of() : RowKeys.of(call.orderBy());
        boolean all = call.arguments().stream()
                .allMatch(argument ->
                        argument instanceof Literal || keys.contain(sorted, argument) && values.areSingle(argument));
        return all && !sorted.isEmpty() || keys.identify(block, sorted);
    }

    private boolean isWindowRepeatable(Select block, @Nullable Query query, FunctionCall call, Window window) {
        List<Expression> sorted = new ArrayList<>();
        Frame frame = addKeys(window, block, sorted);
        boolean byPlace =
                BY_PLACE.contains(Functions.name(call)) || frame != null && "ROWS".equalsIgnoreCase(frame.unit());
        return !byPlace && followsFromValues(call) || keys.tellApart(block, query, sorted);
    }

    /** Adds by what a window's rows are divided and sorted; its frame, or null. */
    private static @Nullable Frame addKeys(Window window, Select block, List<Expression> keys) {
        Frame frame = window.frame();
        keys.addAll(window.partitionBy());
        if (window.orderBy() != null) {
            keys.addAll(RowKeys.of(window.orderBy()));
        }
        Window base = window.reference() == null ? null : BlockWalk.named(window.reference(), block);
        if (base == null || base == window) {
            return frame;
        }
        Frame named = addKeys(base, block, keys);
        return frame == null ? named : frame;
    }

    /** A column, or a star, that stands beside groups, is none of them and does not follow from them; or null. */
    private @Nullable Node ungrouped(Select block, @Nullable Query query) {
        if (block.groupBy() == null && Functions.aggregate(block, query) == null) {
            return null;
        }
        List<Expression> groups = groups(block);
        for (Node part : shown(block, query)) {
            Node found = ungrouped(part, block, groups);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private List<Expression> groups(Select block) {
        return block.groupBy() == null
                ? List.of()
                : new SelectItems(block).resolve(block.groupBy().items(), values.bound());
    }

    private static List<Node> shown(Select block, @Nullable Query query) {
        List<Node> parts = new ArrayList<>(block.items());
        if (block.having() != null) {
            parts.add(block.having());
        }
        if (query != null && query.orderBy() != null) {
            parts.add(query.orderBy());
        }
        return parts;
    }

    private @Nullable Node ungrouped(Node part, Select block, List<Expression> groups) {
        boolean grouped = part instanceof Query
                || part instanceof FunctionCall call && Functions.isAggregate(call)
                || part instanceof Expression expression && keys.contain(groups, expression);
        if (grouped) {
            return null;
        }
        if (part instanceof StarItem) {
            return keys.identify(block, groups) ? null : part;
        }
        if (part instanceof ColumnReference reference) {
            return isOfRow(reference, block) && !followsFromGroup(reference, groups) ? reference : null;
        }
        for (Node child : part.children()) {
            Node found = ungrouped(child, block, groups);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** Whether it is a column of a table of the block, not of one around it. */
    private boolean isOfRow(ColumnReference reference, Select block) {
        ColumnOrigin origin = values.bound().origin(reference);
        if (origin instanceof ColumnOrigin.Unresolved) {
            return true;
        }
        if (origin instanceof ColumnOrigin.OfTable of) {
            return RowKeys.isOf(of.table(), block);
        }
        // a common table that the block names may be meant, or the same one outside
        return origin instanceof ColumnOrigin.OfQuery of
                && (Tree.outsideQueries(block, DerivedTable.class).stream().anyMatch(each -> each.query() == of.query())
                        || Tree.outsideQueries(block, NamedTable.class).stream()
                                .anyMatch(each -> values.bound().table(each) == null));
    }

    /** Whether the groups contain the primary key of the column's table. */
    private boolean followsFromGroup(ColumnReference reference, List<Expression> groups) {
        if (!(values.bound().origin(reference) instanceof ColumnOrigin.OfTable of)) {
            return false;
        }
        TableSchema schema = values.schema(of.table());
        return schema != null
                && !schema.primaryKey().isEmpty()
                && schema.primaryKey().stream().allMatch(column -> groups.stream()
                        .anyMatch(group -> keys.isColumn(group, of.table(), column)));
    }

    /** Of values that are equal, one is shown: whichever is met first. */
    private Verdict ofEqual(Select block, @Nullable Query query) {
        boolean anew = !stored && query != null && values.bound().correlated(query);
        if (anew) {
            // evaluated for each row, each time for itself
            return Verdict.NOTHING;
        }
        if (block.quantifier() == Quantifier.DISTINCT && !values.areSingle(block)) {
            return refused(ofEqual("DISTINCT"), block);
        }
        GroupBy groups = block.groupBy();
        for (Expression group : groups(block)) {
            boolean seen = shown(block, query).stream()
                    .anyMatch(part -> Tree.any(
                            part, node -> node instanceof Expression each && keys.contain(List.of(group), each)));
            if (groups != null && seen && !values.areSingle(group)) {
                return refused(ofEqual("GROUP BY"), groups);
            }
        }
        for (FunctionCall call : Functions.calls(block, query)) {
            boolean extreme = Set.of("min", "max").contains(Functions.name(call));
            if (extreme && !call.arguments().stream().allMatch(values::areSingle)) {
                return refused(ofEqual(name(call)), call);
            }
        }
        return Verdict.NOTHING;
    }
}
