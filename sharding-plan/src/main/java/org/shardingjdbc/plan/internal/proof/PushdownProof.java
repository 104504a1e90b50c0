package org.shardingjdbc.plan.internal.proof;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Exists;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.GroupBy;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody;
import org.shardingjdbc.parser.internal.ast.QueryBody.NestedQuery;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryBody.SetOperation;
import org.shardingjdbc.parser.internal.ast.QueryBody.SetOperator;
import org.shardingjdbc.parser.internal.ast.QueryBody.TableBody;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.TableReference.DeltaTable;
import org.shardingjdbc.parser.internal.ast.TableReference.DerivedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.FunctionTable;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.With;
import org.shardingjdbc.parser.internal.ast.With.CommonTable;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;

/**
 * Proves that a statement can run on each of several units by itself, or refuses it by name.
 *
 * <p>The proof goes over query blocks. A block is {@link Distribution#PARTITIONED} when each of its rows arises on
 * exactly one unit, and {@link Distribution#REPLICATED} when it reads no sharded table, so that each unit has all of
 * its rows. Binding tables of one alignment class are routed together; their join is partitioned. Anything that
 * combines rows of a partitioned block must keep to rows of one unit; only the outermost block is exempt, for its rows
 * are merged.
 *
 * <p>This class walks over the statement. What it may let through is said by a rule for each construct, a record of its
 * own, which says a {@link Verdict}; the walk puts these together. It is entered by who proves a whole statement:
 * {@code QueryProof} of the merge, and {@link WriteProof}. {@code QueryProof} asks some rules besides of the outermost
 * block, where a merge may do what a rule refuses. Where rules are asked:
 *
 * <pre>
 *   construct                rule              by the walk, in                            by QueryProof, through
 *   joins of divided tables  BindingRule       place, ofJoin                              place
 *   joins with whole tables  JoinRule          place, ofJoin                              place
 *   subqueries, LATERAL      SubqueryRule      placeDerived, ofSubquery                   -
 *   GROUP BY                 GroupRule         ofCombinedRows                             ofGroupsApart
 *   DISTINCT                 DistinctRule      ofCombinedRows                             ofDistinctApart
 *   windows                  WindowRule        ofWindows                                  ofWindows
 *   UNION and its like       SetOperationRule  placeOperation                             placeOperation, ofUnionApart
 *   LIMIT                    LimitRule         placeNested                                -
 *   what an order decides    BroadcastRule     placeNestedBlock, placeOperation           placeOperation
 *   moments                  ClockRule         place, placeTable                          place, ofMerged, ofAggregates
 *   volatile functions       RepeatableRule    ofRepeatable                               -
 *   what a session keeps     SessionRule       ofBlockExpressions, ofExpressions          ofBlockExpressions, ofExpressions
 *   WITH RECURSIVE           RecursionRule     ofRecursion                                -
 *   written rows             WrittenRowsRule   of, ofSource, placeWritten                 -
 *   rows of the statement    DivisionRule      -                                          ofPartitioned
 * </pre>
 *
 * What written rows are asked for is in {@link WriteProof}, what recursions are in {@link CommonTableRows}, which keeps
 * where the rows of the common tables arise that the walk has passed.
 *
 * <p>One per statement; not thread-safe.
 */
public final class PushdownProof {
    private static final JoinRule JOIN = new JoinRule();
    private static final DivisionRule DIVISION = new DivisionRule();

    private final BoundStatement bound;
    private final SameNodeProof nodes;
    private final FunctionChecks functions;
    private final GroupRule groups;
    private final DistinctRule distinct;
    private final WindowRule windows;
    private final SetOperationRule setOperations;
    private final SubqueryRule subqueries;
    private final RepeatableRule repeatable;
    private final BindingRule binding;
    private final BroadcastRule broadcast;
    private final LimitRule limits;
    private final ClockRule clocks;
    private final SessionRule session;
    private final CommonTableRows commonTables;

    /**
     * @param values of the statement's columns
     * @param positions of its text
     * @param placesRows whether it may be asked where rows lie, for whoever knows on which data node
     */
    public PushdownProof(SingleValues values, SourcePositions positions, FunctionChecks functions, boolean placesRows) {
        this.bound = values.bound();
        this.nodes = new SameNodeProof(bound);
        this.functions = functions;
        this.groups = new GroupRule(nodes);
        this.distinct = new DistinctRule(nodes);
        this.windows = new WindowRule(nodes);
        this.setOperations = new SetOperationRule(nodes);
        this.subqueries = new SubqueryRule(bound);
        this.repeatable = new RepeatableRule(functions);
        this.binding = new BindingRule(bound);
        this.broadcast = new BroadcastRule(values, false);
        this.limits = new LimitRule(broadcast.keys());
        this.clocks = new ClockRule(bound);
        this.session = new SessionRule(bound, positions, placesRows);
        this.commonTables = new CommonTableRows(bound, values.dialect());
    }

    /** Each window of a block must stay on one node. */
    public Verdict ofWindows(Select block, @Nullable Query query) {
        return Verdict.all(parts(block, query), part -> Verdict.all(calls(part), call -> windows.of(block, call)));
    }

    /** Of values of which a merge makes equal ones of all units one. */
    public Verdict ofMerged(List<? extends Node> values) {
        return clocks.of(values);
    }

    /** Of the aggregates of a block of all units. */
    public Verdict ofAggregates(List<FunctionCall> calls) {
        return clocks.ofDistinct(calls);
    }

    /** That no two units have rows of one group of the outermost block, so that no merge has to unite them. */
    public Verdict ofGroupsApart(Select block, GroupBy by) {
        return groups.of(block, by);
    }

    /** That no two units have equal rows of the outermost block, as its DISTINCT or DISTINCT ON has them. */
    public Verdict ofDistinctApart(Select block, Query query) {
        return distinct.of(block, query);
    }

    /** That no two units have equal rows of the outermost UNION. */
    public Verdict ofUnionApart(SetOperation operation) {
        return setOperations.aligned(operation);
    }

    /** The rows of the statement itself must arise on one node each. */
    public Verdict ofPartitioned(Distribution distribution, Node statement) {
        return DIVISION.of(distribution, statement);
    }

    /** Of the common tables of a query. */
    public Verdict ofWith(@Nullable With with) {
        return commonTables.pass(with, this::placeCommon);
    }

    private RowDistribution placeCommon(CommonTable table) {
        return table.statement() instanceof QueryStatement statement
                ? placeTable(statement.query())
                : new WriteProof(bound, this).placeWritten(table.statement(), table);
    }

    /** Where the rows of a FROM clause arise. */
    public RowDistribution placeFrom(Select block) {
        return place(block.from());
    }

    /** Where rows arise that are made of those of several tables without a join. */
    RowDistribution place(List<TableReference> tables) {
        RowDistribution all = RowDistribution.of(Distribution.REPLICATED);
        List<TableReference> divided = new ArrayList<>();
        List<TableReference> whole = new ArrayList<>();
        for (TableReference table : tables) {
            RowDistribution own = place(table);
            all = all.with(own);
            if (!all.isProved()) {
                return all;
            }
            if (own.distribution() == Distribution.REPLICATED) {
                whole.add(table);
                continue;
            }
            if (!divided.isEmpty()) {
                all = all.and(distribution -> binding.of(divided, table));
            }
            divided.add(table);
        }
        return all.and(distribution ->
                distribution == Distribution.PARTITIONED ? Verdict.all(whole, JOIN::whole) : Verdict.NOTHING);
    }

    /** Where the rows of a table reference arise. */
    public RowDistribution place(TableReference reference) {
        if (reference instanceof NamedTable named) {
            return commonTables.place(named);
        }
        if (reference instanceof DerivedTable derived) {
            return placeDerived(derived);
        }
        if (reference instanceof FunctionTable function) {
            Verdict verdict = ofExpressions(function, Distribution.REPLICATED);
            return new RowDistribution(
                    Distribution.REPLICATED,
                    isOfShardedRow(function)
                            ? verdict
                            : verdict.and(() -> ofRepeatable(function)).and(() -> clocks.of(List.of(function))));
        }
        if (reference instanceof DeltaTable delta) {
            return new WriteProof(bound, this).placeWritten(delta.statement(), delta);
        }
        return placeJoin((JoinedTable) reference);
    }

    /** Whether its rows are made for each row of a sharded table, which lies on one node. */
    private boolean isOfShardedRow(FunctionTable function) {
        return Tree.any(
                function,
                node -> node instanceof ColumnReference reference
                        && bound.origin(reference) instanceof ColumnOrigin.OfTable of
                        && of.table().table().isPartitioned());
    }

    private RowDistribution placeDerived(DerivedTable derived) {
        Query query = derived.query();
        if (derived.lateral() && commonTables.readsSharded(query) && bound.alignedWithOuter(query)) {
            return new RowDistribution(
                    Distribution.PARTITIONED, subqueries.aligned(query).and(() -> ofInside(query)));
        }
        return placeTable(query);
    }

    /** Where the rows of a query arise that stands as a table, so that all rows beside it see the same of it. */
    private RowDistribution placeTable(Query query) {
        return placeNested(query)
                .and(distribution ->
                        distribution == Distribution.REPLICATED ? clocks.of(List.of(query)) : Verdict.NOTHING);
    }

    private RowDistribution placeJoin(JoinedTable join) {
        RowDistribution left = place(join.left());
        if (!left.isProved()) {
            return left;
        }
        RowDistribution right = place(join.right());
        return left.with(right)
                .and(rows -> ofJoin(join, left.distribution(), right.distribution()))
                .and(rows -> join.on() == null ? Verdict.NOTHING : ofExpressions(join.on(), rows));
    }

    private Verdict ofJoin(JoinedTable join, Distribution left, Distribution right) {
        boolean divided = left == Distribution.PARTITIONED && right == Distribution.PARTITIONED;
        return divided ? binding.of(List.of(join.left()), join.right()) : JOIN.of(join, left, right);
    }

    /** Where the rows of a query arise that is no outermost one, which must combine no rows of several units. */
    public RowDistribution placeNested(Query query) {
        return placeNested(query, false);
    }

    /** @param anyRow whether it is only asked whether there is a row, and its LIMIT leaves one where there is */
    private RowDistribution placeNested(Query query, boolean anyRow) {
        return RowDistribution.behind(ofWith(query.with()), () -> placeNestedBody(query.body(), query))
                .and(distribution -> Verdict.all(behindBody(query), part -> ofClause(part, distribution)))
                .and(distribution -> limits.of(query, distribution, anyRow));
    }

    private Verdict ofClause(Node part, Distribution distribution) {
        Verdict verdict = ofExpressions(part, distribution);
        return distribution == Distribution.REPLICATED ? verdict.and(() -> ofRepeatable(part)) : verdict;
    }

    /** The clauses of a query that are none of its body: ORDER BY, LIMIT. */
    private static List<Node> behindBody(Query query) {
        return query.children().stream()
                .filter(part -> !(part instanceof With || part instanceof QueryBody))
                .toList();
    }

    private RowDistribution placeNestedBody(QueryBody body, @Nullable Query query) {
        if (body instanceof Select select) {
            return placeNestedBlock(select, query);
        }
        if (body instanceof SetOperation operation) {
            return placeOperation(operation, false);
        }
        if (body instanceof TableBody table) {
            return commonTables.place(table.table());
        }
        if (body instanceof NestedQuery nested) {
            return placeNested(nested.query());
        }
        return new RowDistribution(
                Distribution.REPLICATED,
                ofExpressions(body, Distribution.REPLICATED).and(() -> ofRepeatable(body)));
    }

    /**
     * Where the rows of a set operation arise.
     *
     * @param merged whether duplicates of a UNION are removed by a merge above
     */
    public RowDistribution placeOperation(SetOperation operation, boolean merged) {
        RowDistribution left = placeBranch(operation.left(), merged);
        if (!left.isProved()) {
            return left;
        }
        RowDistribution right = placeBranch(operation.right(), merged);
        Verdict both = left.verdict().and(right.verdict());
        return new RowDistribution(left.distribution(), both)
                .and(distribution -> setOperations.of(operation, distribution, right.distribution(), merged))
                .and(distribution ->
                        distribution == Distribution.REPLICATED ? broadcast.of(operation) : Verdict.NOTHING);
    }

    private RowDistribution placeBranch(QueryBody branch, boolean merged) {
        if (branch instanceof SetOperation operation) {
            return placeOperation(operation, merged && operation.operator() == SetOperator.UNION);
        }
        return placeNestedBody(branch, null);
    }

    private RowDistribution placeNestedBlock(Select block, @Nullable Query query) {
        return placeFrom(block)
                .and(distribution -> ofBlockExpressions(block, distribution))
                .and(distribution -> distribution == Distribution.REPLICATED
                        ? ofRepeatable(block).and(() -> broadcast.of(block, query))
                        : ofCombinedRows(block, query));
    }

    /** Of a block whose rows arise on several units, and that is no outermost one: what combines them stays on one. */
    private Verdict ofCombinedRows(Select block, @Nullable Query query) {
        return ofScalars(block, query)
                .and(() -> groups.ofNested(block, query))
                .and(() -> ofWindows(block, query))
                .and(() -> distinct.of(block, query));
    }

    /** Without GROUP BY an aggregate would make one group of all rows. */
    private Verdict ofScalars(Select block, @Nullable Query query) {
        if (block.groupBy() != null) {
            return Verdict.NOTHING;
        }
        return Verdict.all(
                parts(block, query),
                part -> part instanceof TableReference
                        ? Verdict.NOTHING
                        : Verdict.all(calls(part), call -> functions.ofScalar(block, call)));
    }

    /** What every unit evaluates must give the same on each. */
    private Verdict ofRepeatable(Node part) {
        return Verdict.all(calls(part), repeatable::of);
    }

    private static List<FunctionCall> calls(Node part) {
        return Tree.outsideQueries(part, FunctionCall.class);
    }

    /** The clauses of a block, and the ORDER BY behind it, which may have aggregates and windows of its rows. */
    private static List<Node> parts(Select block, @Nullable Query query) {
        List<Node> parts = new ArrayList<>(block.children());
        if (query != null && query.orderBy() != null) {
            parts.add(query.orderBy());
        }
        return parts;
    }

    /** Of all subqueries and values in the clauses of a block. */
    public Verdict ofBlockExpressions(Select block, Distribution distribution) {
        return session.ofInto(block)
                .and(() -> Verdict.all(
                        block.children(),
                        part -> part instanceof TableReference ? Verdict.NOTHING : ofExpressions(part, distribution)));
    }

    /**
     * Of what stands in expressions.
     *
     * @param distribution of the rows for which they are evaluated
     */
    public Verdict ofExpressions(Node part, Distribution distribution) {
        Set<Query> anyRow = Collections.newSetFromMap(new IdentityHashMap<>());
        return Verdict.all(Tree.outsideQueries(part, Node.class), node -> {
            if (node instanceof Query query) {
                return ofSubquery(query, distribution, anyRow.contains(query));
            }
            if (node instanceof Exists exists
                    && LimitRule.keepsOne(exists.query().limit())) {
                anyRow.add(exists.query());
                return Verdict.NOTHING;
            }
            return session.of(node, part);
        });
    }

    private Verdict ofSubquery(Query query, Distribution distribution, boolean anyRow) {
        return commonTables.readsSharded(query)
                ? subqueries.of(query, distribution).and(() -> ofInside(query))
                : placeNested(query, anyRow).verdict();
    }

    /**
     * Of what stands inside of a query that is aligned with its outer row; the query itself may combine its rows at
     * will. All of it is evaluated for that row, which is on one data node, and so is what a query inside of it reads.
     */
    private Verdict ofInside(Query query) {
        return ofWith(query.with())
                .and(() -> ofInside(query.body()))
                .and(() -> Verdict.all(behindBody(query), part -> ofExpressions(part, Distribution.PARTITIONED)));
    }

    private Verdict ofInside(QueryBody body) {
        if (body instanceof Select select) {
            return Verdict.all(select.from(), this::ofInside)
                    .and(() -> ofBlockExpressions(select, Distribution.PARTITIONED));
        }
        if (body instanceof SetOperation operation) {
            return ofInside(operation.left()).and(() -> ofInside(operation.right()));
        }
        return body instanceof NestedQuery nested
                ? ofInside(nested.query())
                : ofExpressions(body, Distribution.PARTITIONED);
    }

    /** As {@link #place}, but an outer join may keep rows of a replicated side: only one unit looks at them. */
    private Verdict ofInside(TableReference reference) {
        if (!(reference instanceof JoinedTable join)) {
            return place(reference).verdict();
        }
        return ofInside(join.left())
                .and(() -> ofInside(join.right()))
                .and(() -> join.on() == null ? Verdict.NOTHING : ofExpressions(join.on(), Distribution.PARTITIONED));
    }
}
