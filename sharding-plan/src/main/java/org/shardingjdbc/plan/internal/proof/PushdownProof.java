package org.shardingjdbc.plan.internal.proof;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Exists;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Limit;
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
import org.shardingjdbc.plan.internal.fact.Evidence;
import org.shardingjdbc.plan.internal.syntax.Refusals;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;
import org.shardingjdbc.route.internal.bind.CommonTableOrder;

/**
 * Proves that a statement can run on each of several units by itself, or refuses it by name.
 *
 * <p>The proof goes over query blocks. A block is {@link Placement#PARTITIONED} when each of its rows arises on exactly
 * one unit, and {@link Placement#REPLICATED} when it reads no sharded table, so that each unit has all of its rows.
 * Binding tables of one alignment class are routed together; their join is partitioned. Anything that combines rows of
 * a partitioned block must keep to rows of one unit; only the outermost block is exempt, for its rows are merged.
 *
 * <p>This class walks over the statement. What it may let through is said by a rule for each construct, a class of its
 * own: {@link BindingRule}, {@link JoinRule}, {@link SubqueryRule}, {@link GroupRule}, {@link DistinctRule},
 * {@link WindowRule}, {@link SetOperationRule}, {@link LimitRule}, {@link RecursionRule}, {@link SessionRule},
 * {@link RepeatableRule}, {@link CopiesRule}, {@link ClockRule}, {@link DivisionRule}, {@link WrittenRowsRule}. What
 * they found is the {@link #evidence()}.
 *
 * <p>One per plan; not thread-safe.
 */
public final class PushdownProof {
    private static final JoinRule JOIN = new JoinRule();
    private static final LimitRule LIMIT = new LimitRule();
    private static final RecursionRule RECURSION = new RecursionRule();
    private static final DivisionRule DIVISION = new DivisionRule();

    private final BoundStatement bound;
    private final Dialect dialect;
    private final Certificate certificate;
    private final SameNodeProof nodes;
    private final CombinedRowsProof combined;
    private final BindingRule binding;
    private final CopiesRule copies;
    private final ClockRule clocks;
    private final SessionRule session;
    /** Queries of EXISTS whose LIMIT leaves a row where there is one. */
    private final Set<Query> existing = Collections.newSetFromMap(new IdentityHashMap<>());

    private final Map<CommonTable, Placement> commonTables = new IdentityHashMap<>();
    private final Map<String, List<CommonTable>> commonTableNames = new HashMap<>();

    /**
     * @param values of the statement's columns
     * @param placesRows whether it may be asked where rows lie, for whoever knows on which data node
     */
    public PushdownProof(SingleValues values, Refusals refusals, FunctionChecks functions, boolean placesRows) {
        this.bound = values.bound();
        this.dialect = values.dialect();
        this.certificate = new Certificate(refusals);
        this.nodes = new SameNodeProof(bound);
        this.combined = new CombinedRowsProof(certificate, nodes, functions);
        this.binding = new BindingRule(bound);
        this.copies = new CopiesRule(values, false);
        this.clocks = new ClockRule(bound);
        this.session = new SessionRule(bound, refusals.positions(), placesRows);
        for (CommonTable table : bound.parsed().analysis().all(CommonTable.class)) {
            commonTableNames
                    .computeIfAbsent(table.name().text().toLowerCase(Locale.ROOT), name -> new ArrayList<>())
                    .add(table);
        }
    }

    /** By what it is proved, each once; nothing of rows that no construct brings together. */
    public List<Evidence> evidence() {
        return certificate.evidence();
    }

    /** What the rules have said. */
    Certificate certificate() {
        return certificate;
    }

    /** Each window of a block must stay on one node. */
    public void proveWindows(Select block, Query query) {
        combined.proveWindows(block, query);
    }

    /** Of values of which a merge makes equal ones of all units one. */
    public void proveMerged(List<? extends Node> values) {
        certificate.add(clocks.of(values));
    }

    /** Of the aggregates of a block of all units. */
    public void proveAggregates(List<FunctionCall> calls) {
        certificate.add(clocks.ofDistinct(calls));
    }

    /** Whether no two units have rows of one group of the outermost block, so that no merge has to unite them. */
    public boolean groupsApart(Select block) {
        return block.groupBy() != null
                && certificate.addProved(combined.groups().of(block, block.groupBy()));
    }

    /** Whether no two units have equal rows of the outermost block, as its DISTINCT or DISTINCT ON has them. */
    public boolean distinctApart(Select block, Query query) {
        return certificate.addProved(combined.distinct().of(block, query));
    }

    /** Whether no two units have equal rows of the outermost UNION. */
    public boolean unionApart(SetOperation operation) {
        return certificate.addProved(combined.setOperations().aligned(operation));
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
            boolean sharded = commonTables.getOrDefault(table, Placement.REPLICATED) == Placement.PARTITIONED;
            if (sharded && !Tree.isWithin(table, within)) {
                return true;
            }
        }
        return false;
    }

    private List<CommonTable> named(NamedTable reference) {
        return commonTableNames.getOrDefault(reference.name().last().text().toLowerCase(Locale.ROOT), List.of());
    }

    /** Proves the common tables of a query. */
    public void proveWith(@Nullable With with) {
        if (with == null) {
            return;
        }
        List<CommonTable> open = new ArrayList<>(CommonTableOrder.of(with, dialect));
        while (!open.isEmpty() && !certificate.isRefused()) {
            CommonTable table = open.get(0);
            if (!(table.statement() instanceof QueryStatement statement)) {
                commonTables.put(table, new WriteProof(bound, this).placeWritten(table.statement(), table));
                open.remove(0);
                continue;
            }
            if (with.recursive() && open.stream().anyMatch(other -> reads(table, other))) {
                boolean sharded =
                        open.size() > 1 && open.stream().anyMatch(this::readsSharded) || readsSharded(statement);
                certificate.add(RECURSION.of(table, sharded));
            }
            // where it reads itself, or one that comes later, that counts as a table that each data node has whole
            commonTables.put(table, placeTable(statement.query()));
            open.remove(0);
        }
    }

    /** The rows of the statement itself must arise on one node each. */
    public void requirePartitioned(Placement placement, Node statement) {
        certificate.add(DIVISION.of(placement, statement));
    }

    private boolean reads(CommonTable table, CommonTable other) {
        for (NamedTable reference : Tree.all(table.statement(), NamedTable.class)) {
            boolean named =
                    reference.name().last().text().equalsIgnoreCase(other.name().text());
            if (named && bound.table(reference) == null) {
                return true;
            }
        }
        return false;
    }

    /** Where the rows of a FROM clause arise; proves what stands in it. */
    public Placement placeFrom(Select block) {
        return place(block.from());
    }

    /** Where rows arise that are made of those of several tables without a join. */
    Placement place(List<TableReference> tables) {
        Placement placement = Placement.REPLICATED;
        List<TableReference> divided = new ArrayList<>();
        List<TableReference> whole = new ArrayList<>();
        for (TableReference table : tables) {
            Placement own = place(table);
            placement = Placement.either(placement, own);
            if (own == Placement.REPLICATED) {
                whole.add(table);
            } else {
                if (!divided.isEmpty()) {
                    certificate.add(binding.of(divided, table));
                }
                divided.add(table);
            }
        }
        if (placement == Placement.PARTITIONED) {
            whole.forEach(table -> certificate.add(JOIN.whole(table)));
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
                certificate.add(clocks.of(List.of(function)));
            }
            return Placement.REPLICATED;
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

    private Placement placeNamed(NamedTable named) {
        BoundTable known = bound.table(named);
        if (known != null) {
            return known.table().isPartitioned() ? Placement.PARTITIONED : Placement.REPLICATED;
        }
        Placement placement = Placement.REPLICATED;
        for (CommonTable table : named(named)) {
            placement = Placement.either(placement, commonTables.getOrDefault(table, Placement.REPLICATED));
        }
        return placement;
    }

    private Placement placeDerived(DerivedTable derived) {
        if (derived.lateral() && readsSharded(derived.query()) && bound.alignedWithOuter(derived.query())) {
            certificate.add(combined.subqueries().aligned(derived.query()));
            proveInside(derived.query());
            return Placement.PARTITIONED;
        }
        return placeTable(derived.query());
    }

    /** Where the rows of a query arise that stands as a table, so that all rows beside it see the same of it. */
    private Placement placeTable(Query query) {
        Placement placement = placeNested(query);
        if (placement == Placement.REPLICATED) {
            certificate.add(clocks.of(List.of(query)));
        }
        return placement;
    }

    private Placement placeJoin(JoinedTable join) {
        Placement left = place(join.left());
        Placement right = place(join.right());
        boolean divided = left == Placement.PARTITIONED && right == Placement.PARTITIONED;
        Verdict verdict = divided ? binding.of(List.of(join.left()), join.right()) : JOIN.of(join, left, right);
        if (!certificate.add(verdict)) {
            return Placement.PARTITIONED;
        }
        if (join.on() != null) {
            proveExpressions(join.on(), Placement.either(left, right));
        }
        return Placement.either(left, right);
    }

    /** Where the rows of a query arise that is no outermost one; proves that it combines no rows of several units. */
    public Placement placeNested(Query query) {
        proveWith(query.with());
        Placement placement = placeNestedBody(query.body(), query);
        for (Node part : behindBody(query)) {
            proveExpressions(part, placement);
            if (placement == Placement.REPLICATED) {
                combined.proveRepeatable(part);
            }
        }
        Limit limit = query.limit();
        if (limit != null && (placement == Placement.PARTITIONED || !existing.contains(query))) {
            certificate.add(placement == Placement.PARTITIONED ? LIMIT.of(limit) : copies.ofLimit(query, limit));
        }
        return placement;
    }

    /** The clauses of a query that are none of its body: ORDER BY, LIMIT. */
    private static List<Node> behindBody(Query query) {
        return query.children().stream()
                .filter(part -> !(part instanceof With || part instanceof QueryBody))
                .toList();
    }

    private Placement placeNestedBody(QueryBody body, @Nullable Query query) {
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
        boolean proved = certificate.add(combined.setOperations().of(operation, left, right, merged));
        if (proved && left == Placement.REPLICATED) {
            proved = certificate.add(copies.of(operation));
        }
        return proved ? left : Placement.PARTITIONED;
    }

    private Placement placeBranch(QueryBody branch, boolean merged) {
        if (branch instanceof SetOperation operation) {
            return placeOperation(operation, merged && operation.operator() == SetOperator.UNION);
        }
        return placeNestedBody(branch, null);
    }

    private Placement placeNestedBlock(Select block, @Nullable Query query) {
        Placement placement = placeFrom(block);
        proveBlockExpressions(block, placement);
        if (placement == Placement.REPLICATED) {
            combined.proveRepeatable(block);
            certificate.add(copies.of(block, query));
            return placement;
        }
        combined.prove(block, query);
        return placement;
    }

    /** Proves all subqueries and values in the clauses of a block. */
    public void proveBlockExpressions(Select block, Placement placement) {
        certificate.add(session.ofInto(block));
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
            if (certificate.isRefused()) {
                return;
            }
            if (node instanceof Query query) {
                proveSubquery(query, placement);
            } else if (node instanceof Exists exists
                    && CopiesRule.keepsOne(exists.query().limit())) {
                existing.add(exists.query());
            } else {
                certificate.add(session.of(node, part));
            }
        }
    }

    private void proveSubquery(Query query, Placement placement) {
        if (!readsSharded(query)) {
            placeNested(query);
            return;
        }
        if (certificate.add(combined.subqueries().of(query, placement))) {
            proveInside(query);
        }
    }

    /**
     * Proves what stands inside of a query that is aligned with its outer row; the query itself may combine its rows at
     * will. All of it is evaluated for that row, which is on one data node, and so is what a query inside of it reads.
     */
    private void proveInside(Query query) {
        proveWith(query.with());
        proveInside(query.body());
        behindBody(query).forEach(part -> proveExpressions(part, Placement.PARTITIONED));
    }

    private void proveInside(QueryBody body) {
        if (body instanceof Select select) {
            select.from().forEach(this::proveInside);
            proveBlockExpressions(select, Placement.PARTITIONED);
        } else if (body instanceof SetOperation operation) {
            proveInside(operation.left());
            proveInside(operation.right());
        } else if (body instanceof NestedQuery nested) {
            proveInside(nested.query());
        } else {
            proveExpressions(body, Placement.PARTITIONED);
        }
    }

    /** As {@link #place}, but an outer join may keep rows of a replicated side: only one unit looks at them. */
    private void proveInside(TableReference reference) {
        if (!(reference instanceof JoinedTable join)) {
            place(reference);
            return;
        }
        proveInside(join.left());
        proveInside(join.right());
        if (join.on() != null) {
            proveExpressions(join.on(), Placement.PARTITIONED);
        }
    }
}
