package org.shardingjdbc.plan.internal.proof;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ast.Assignment;
import org.shardingjdbc.parser.internal.ast.Clause;
import org.shardingjdbc.parser.internal.ast.ColumnReference;
import org.shardingjdbc.parser.internal.ast.CommonTable;
import org.shardingjdbc.parser.internal.ast.DeltaTable;
import org.shardingjdbc.parser.internal.ast.DerivedTable;
import org.shardingjdbc.parser.internal.ast.FunctionCall;
import org.shardingjdbc.parser.internal.ast.FunctionTable;
import org.shardingjdbc.parser.internal.ast.JoinKind;
import org.shardingjdbc.parser.internal.ast.JoinedTable;
import org.shardingjdbc.parser.internal.ast.NamedTable;
import org.shardingjdbc.parser.internal.ast.NestedQuery;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.Select;
import org.shardingjdbc.parser.internal.ast.SessionVariable;
import org.shardingjdbc.parser.internal.ast.SetOperation;
import org.shardingjdbc.parser.internal.ast.SetOperator;
import org.shardingjdbc.parser.internal.ast.TableBody;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.With;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.LastStatement;
import org.shardingjdbc.plan.internal.syntax.Refusals;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.plan.internal.unit.UserVariables;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;

/**
 * Proves that a statement can run on each of several units by itself, or refuses it by name.
 *
 * <p>The proof goes over query blocks. A block is {@link Placement#PARTITIONED} when each of its rows arises on exactly
 * one unit, and {@link Placement#REPLICATED} when it reads no sharded table, so that each unit has all of its rows.
 * Binding tables of one alignment class are routed together; their join is partitioned. A join of a partitioned and a
 * replicated side is partitioned as long as no outer join keeps rows of the replicated side, for each unit would keep
 * them. Anything that combines rows of a partitioned block (groups, DISTINCT, windows, set operations, LIMIT) must keep
 * to rows of one unit, which it does when its keys contain the sharding columns; only the outermost block is exempt,
 * for its rows are merged. A subquery in an expression is evaluated for one outer row, on that row's unit: it may read
 * sharded tables only if it is aligned with the row, and then may do anything with them.
 *
 * <p>One per plan; not thread-safe.
 */
public final class PushdownProof {
    /** Where the rows of a block arise. */
    public enum Placement {
        REPLICATED,
        PARTITIONED
    }

    private final BoundStatement bound;
    private final Refusals refusals;
    private final SameNodeProof nodes;
    private final CombinedRowsProof combined;
    private final boolean placesRows;
    private final Map<CommonTable, Placement> commonTables = new IdentityHashMap<>();
    private final Map<String, List<CommonTable>> commonTableNames = new HashMap<>();

    public PushdownProof(BoundStatement bound, Refusals refusals, FunctionChecks functions) {
        this(bound, refusals, functions, false);
    }

    /** @param placesRows whether it may be asked where rows lie, for whoever knows on which data node */
    public PushdownProof(BoundStatement bound, Refusals refusals, FunctionChecks functions, boolean placesRows) {
        this.placesRows = placesRows;
        this.bound = bound;
        this.refusals = refusals;
        this.nodes = new SameNodeProof(bound);
        this.combined = new CombinedRowsProof(bound, refusals, nodes, functions);
        for (CommonTable table : bound.parsed().analysis().all(CommonTable.class)) {
            commonTableNames
                    .computeIfAbsent(table.name().text().toLowerCase(Locale.ROOT), name -> new ArrayList<>())
                    .add(table);
        }
    }

    /** Each window of a block must stay on one node. */
    public void proveWindows(Select block, Query query) {
        combined.proveWindows(block, query);
    }

    /** What keeps rows of one node together. */
    public SameNodeProof nodes() {
        return nodes;
    }

    /** Whether a sharded table is read anywhere in it. */
    boolean readsSharded(Node node) {
        for (NamedTable table : Tree.all(node, NamedTable.class)) {
            BoundTable known = bound.table(table);
            if (known == null
                    ? commonTableReadsSharded(table, node)
                    : known.table().isPartitioned()) {
                return true;
            }
        }
        return false;
    }

    private boolean commonTableReadsSharded(NamedTable reference, Node within) {
        for (CommonTable table : named(reference)) {
            boolean outside = table.span().start() < within.span().start()
                    || table.span().stop() > within.span().stop();
            if (outside && commonTables.getOrDefault(table, Placement.REPLICATED) == Placement.PARTITIONED) {
                return true;
            }
        }
        return false;
    }

    private List<CommonTable> named(NamedTable reference) {
        return commonTableNames.getOrDefault(reference.name().last().text().toLowerCase(Locale.ROOT), List.of());
    }

    /** Proves the common tables of a query. */
    public void proveWith(With with) {
        if (with == null) {
            return;
        }
        for (CommonTable table : with.tables()) {
            if (refusals.any()) {
                return;
            }
            if (!(table.statement() instanceof QueryStatement statement)) {
                commonTables.put(table, new WriteProof(bound, refusals, this).placeWritten(table.statement(), table));
                continue;
            }
            if (with.recursive() && readsItself(table)) {
                if (readsSharded(statement)) {
                    refusals.refuseAt(ErrorCode.RECURSION_ACROSS_NODES, table);
                }
                commonTables.put(table, Placement.REPLICATED);
            } else {
                commonTables.put(table, placeNested(statement.query()));
            }
        }
    }

    /**
     * Refuses a statement whose rows do not arise on one node each: then only a common table expression that nobody
     * selects from reads a sharded table, and each unit would show the same rows or make the same change.
     */
    public void requirePartitioned(Placement placement, Node statement) {
        if (placement == Placement.REPLICATED) {
            refusals.refuse(ErrorCode.NESTED_ROWS_ACROSS_NODES, "WITH", statement);
        }
    }

    private boolean readsItself(CommonTable table) {
        for (NamedTable reference : Tree.all(table.statement(), NamedTable.class)) {
            if (bound.table(reference) == null
                    && reference
                            .name()
                            .last()
                            .text()
                            .equalsIgnoreCase(table.name().text())) {
                return true;
            }
        }
        return false;
    }

    /** Where the rows of a FROM clause arise; proves what stands in it. */
    public Placement placeFrom(Select block) {
        Placement placement = Placement.REPLICATED;
        for (TableReference reference : block.from()) {
            placement = either(placement, place(reference));
        }
        return placement;
    }

    /** Where the rows of a table reference arise. */
    public Placement place(TableReference reference) {
        if (reference instanceof NamedTable named) {
            return placeNamed(named);
        }
        if (reference instanceof DerivedTable derived) {
            return placeDerived(derived);
        }
        if (reference instanceof FunctionTable function) {
            proveExpressions(function, Placement.REPLICATED);
            if (!isOfShardedRow(function)) {
                combined.proveRepeatable(function);
            }
            return Placement.REPLICATED;
        }
        if (reference instanceof DeltaTable delta) {
            return new WriteProof(bound, refusals, this).placeWritten(delta.statement(), delta);
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

    private Placement placeNamed(NamedTable named) {
        BoundTable known = bound.table(named);
        if (known != null) {
            return known.table().isPartitioned() ? Placement.PARTITIONED : Placement.REPLICATED;
        }
        Placement placement = Placement.REPLICATED;
        for (CommonTable table : named(named)) {
            placement = either(placement, commonTables.getOrDefault(table, Placement.REPLICATED));
        }
        return placement;
    }

    private Placement placeDerived(DerivedTable derived) {
        if (derived.lateral() && readsSharded(derived.query()) && bound.alignedWithOuter(derived.query())) {
            proveInside(derived.query());
            return Placement.PARTITIONED;
        }
        return placeNested(derived.query());
    }

    private Placement placeJoin(JoinedTable join) {
        Placement left = place(join.left());
        Placement right = place(join.right());
        if (left != right) {
            JoinKind keeping = left == Placement.REPLICATED ? JoinKind.LEFT : JoinKind.RIGHT;
            if (join.kind() == keeping || join.kind() == JoinKind.FULL) {
                refusals.refuseAt(ErrorCode.OUTER_JOIN_ACROSS_NODES, join);
                return Placement.PARTITIONED;
            }
        }
        if (join.on() != null) {
            proveExpressions(join.on(), either(left, right));
        }
        return either(left, right);
    }

    public static Placement either(Placement one, Placement other) {
        return one == Placement.PARTITIONED ? one : other;
    }

    /** Where the rows of a query arise that is no outermost one; proves that it combines no rows of several units. */
    public Placement placeNested(Query query) {
        proveWith(query.with());
        Placement placement = placeNestedBody(query.body(), query);
        if (query.limit() != null && placement == Placement.PARTITIONED) {
            refusals.refuse(ErrorCode.NESTED_ROWS_ACROSS_NODES, "LIMIT", query.limit());
        }
        if (query.limit() != null && query.orderBy() == null) {
            refusals.refuse(ErrorCode.NESTED_ROWS_ACROSS_NODES, "LIMIT without ORDER BY", query.limit());
        }
        return placement;
    }

    private Placement placeNestedBody(QueryBody body, Query query) {
        if (body instanceof Select select) {
            return placeNestedBlock(select, query);
        }
        if (body instanceof SetOperation operation) {
            return placeOperation(operation, false);
        }
        if (body instanceof TableBody table) {
            return placeNamed(table.table());
        }
        if (body instanceof NestedQuery nested) {
            return placeNested(nested.query());
        }
        proveExpressions(body, Placement.REPLICATED);
        combined.proveRepeatable(body);
        return Placement.REPLICATED;
    }

    /**
     * Where the rows of a set operation arise.
     *
     * @param merged whether duplicates of a UNION are removed by a merge above
     */
    public Placement placeOperation(SetOperation operation, boolean merged) {
        Placement left = placeBranch(operation.left(), merged);
        Placement right = placeBranch(operation.right(), merged);
        if (left != right) {
            refusals.refuse(
                    ErrorCode.SET_OPERATION_ACROSS_NODES, operation.operator().name(), operation);
            return Placement.PARTITIONED;
        }
        boolean concatenates = operation.operator() == SetOperator.UNION && (operation.all() || merged);
        if (left == Placement.PARTITIONED && !concatenates && !nodes.alignedOutputs(operation)) {
            refusals.refuse(
                    ErrorCode.SET_OPERATION_ACROSS_NODES, operation.operator().name(), operation);
        }
        return left;
    }

    private Placement placeBranch(QueryBody branch, boolean merged) {
        if (branch instanceof SetOperation operation) {
            return placeOperation(operation, merged && operation.operator() == SetOperator.UNION);
        }
        return placeNestedBody(branch, null);
    }

    private Placement placeNestedBlock(Select block, Query query) {
        Placement placement = placeFrom(block);
        proveBlockExpressions(block, placement);
        if (query != null && query.orderBy() != null) {
            proveExpressions(query.orderBy(), placement);
        }
        if (placement == Placement.REPLICATED) {
            combined.proveRepeatable(block);
            return placement;
        }
        combined.prove(block, query);
        return placement;
    }

    /** Proves all subqueries and values in the clauses of a block. */
    public void proveBlockExpressions(Select block, Placement placement) {
        if (block.into() != null) {
            refusals.refuse(ErrorCode.SESSION_STATE_ACROSS_NODES, "INTO", block);
        }
        for (Node part : block.children()) {
            if (!(part instanceof TableReference)) {
                proveExpressions(part, placement);
            }
        }
    }

    /**
     * Proves what stands in expressions.
     *
     * @param placement of the rows for which they are evaluated
     */
    public void proveExpressions(Node part, Placement placement) {
        List<Node> nodes = Tree.outsideQueries(part, Node.class);
        for (Node node : nodes) {
            if (refusals.any()) {
                return;
            }
            if (node instanceof Query query) {
                proveSubquery(query, placement);
            } else if (node instanceof SessionVariable variable
                    && !variable.text().startsWith("@@")
                    && (!(part instanceof Clause || part instanceof Assignment)
                            || UserVariables.assigns(bound.parsed()))) {
                refusals.refuse(ErrorCode.SESSION_STATE_ACROSS_NODES, variable.text(), variable);
            } else if (node instanceof FunctionCall call
                    && Functions.isSession(call)
                    && !LastStatement.isLastKey(call)) {
                refusals.refuse(ErrorCode.SESSION_STATE_ACROSS_NODES, refusals.excerpt(call), call);
            } else if (node instanceof ColumnReference reference && isRowPlace(reference)) {
                refusals.refuse(ErrorCode.SESSION_STATE_ACROSS_NODES, refusals.excerpt(reference), reference);
            }
        }
    }

    private boolean isRowPlace(ColumnReference reference) {
        if (placesRows || !Functions.isRowPlace(reference.name().text())) {
            return false;
        }
        return !(bound.origin(reference) instanceof ColumnOrigin.OfTable of)
                || of.table().schema() == null
                || of.table().schema().column(of.column()) == null;
    }

    private void proveSubquery(Query query, Placement placement) {
        if (!readsSharded(query)) {
            placeNested(query);
            return;
        }
        if (placement != Placement.PARTITIONED || !bound.alignedWithOuter(query)) {
            refusals.refuseAt(ErrorCode.SUBQUERY_ACROSS_NODES, query, shardedTable(query));
            return;
        }
        proveInside(query);
    }

    private String shardedTable(Query query) {
        for (NamedTable table : Tree.all(query, NamedTable.class)) {
            BoundTable known = bound.table(table);
            if (known == null || known.table().isPartitioned()) {
                return table.name().last().text();
            }
        }
        return "";
    }

    /**
     * Proves what stands inside of a query that is aligned with its outer row; the query itself may combine its rows at
     * will.
     */
    private void proveInside(Query query) {
        proveWith(query.with());
        proveInside(query.body());
    }

    private void proveInside(QueryBody body) {
        if (body instanceof Select select) {
            Placement placement = Placement.REPLICATED;
            for (TableReference reference : select.from()) {
                placement = either(placement, placeInside(reference));
            }
            proveBlockExpressions(select, placement);
        } else if (body instanceof SetOperation operation) {
            proveInside(operation.left());
            proveInside(operation.right());
        } else if (body instanceof NestedQuery nested) {
            proveInside(nested.query());
        }
    }

    /** As {@link #place}, but an outer join may keep rows of a replicated side: only one unit looks at them. */
    private Placement placeInside(TableReference reference) {
        if (reference instanceof JoinedTable join) {
            Placement placement = either(placeInside(join.left()), placeInside(join.right()));
            if (join.on() != null) {
                proveExpressions(join.on(), placement);
            }
            return placement;
        }
        return place(reference);
    }
}
