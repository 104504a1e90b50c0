package org.shardingjdbc.plan.internal.proof;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.With;
import org.shardingjdbc.parser.internal.ast.With.CommonTable;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.CommonTableOrder;

/**
 * Where the rows of named tables arise: of those that rules place, and of the common table expressions that the walk
 * over a statement has passed. One it has not passed counts as a table that each data node has whole. One per
 * statement; not thread-safe.
 */
final class CommonTableRows {
    private static final RecursionRule RECURSION = new RecursionRule();

    private final BoundStatement bound;
    private final Dialect dialect;
    private final Map<CommonTable, Distribution> passed = new IdentityHashMap<>();

    CommonTableRows(BoundStatement bound, Dialect dialect) {
        this.bound = bound;
        this.dialect = dialect;
    }

    /**
     * Passes the common tables of a query, in the order in which they may read each other.
     *
     * @param rows where those of one arise
     */
    Verdict pass(@Nullable With with, Function<CommonTable, RowDistribution> rows) {
        if (with == null) {
            return Verdict.NOTHING;
        }
        Verdict all = Verdict.NOTHING;
        List<CommonTable> open = new ArrayList<>(CommonTableOrder.of(with, dialect));
        while (!open.isEmpty() && all.isProved()) {
            CommonTable table = open.get(0);
            RowDistribution own = RowDistribution.behind(
                    with.recursive() ? ofRecursion(table, open) : Verdict.NOTHING, () -> rows.apply(table));
            passed.put(table, own.distribution());
            all = all.and(own.verdict());
            open.remove(0);
        }
        return all;
    }

    /** @param open it and those that come later */
    private Verdict ofRecursion(CommonTable table, List<CommonTable> open) {
        if (!(table.statement() instanceof QueryStatement statement)
                || open.stream().noneMatch(other -> reads(table, other))) {
            return Verdict.NOTHING;
        }
        boolean sharded = open.size() > 1 && open.stream().anyMatch(this::readsSharded) || readsSharded(statement);
        return RECURSION.of(table, sharded);
    }

    private boolean reads(CommonTable table, CommonTable other) {
        for (NamedTable reference : Tree.all(table.statement(), NamedTable.class)) {
            // also where it must not, which the database says
            boolean named =
                    reference.name().last().text().equalsIgnoreCase(other.name().text());
            if (named && bound.table(reference) == null) {
                return true;
            }
        }
        return false;
    }

    /** Where the rows of a named table arise. */
    Distribution place(NamedTable named) {
        BoundTable known = bound.table(named);
        if (known != null) {
            return known.table().isPartitioned() ? Distribution.PARTITIONED : Distribution.REPLICATED;
        }
        CommonTable common = bound.commonTable(named);
        return common == null ? Distribution.REPLICATED : passed.getOrDefault(common, Distribution.REPLICATED);
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
        CommonTable common = bound.commonTable(reference);
        return common != null
                && passed.getOrDefault(common, Distribution.REPLICATED) == Distribution.PARTITIONED
                && !Tree.isWithin(common, within);
    }
}
