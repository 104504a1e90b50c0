package org.shardingjdbc.plan.internal.pull;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.plan.internal.fact.PlanFacts.WholeTable;
import org.shardingjdbc.plan.internal.naming.ActualTables;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.operator.Pull;
import org.shardingjdbc.plan.internal.operator.Pull.Leaf;
import org.shardingjdbc.plan.internal.planning.StepSource;
import org.shardingjdbc.route.internal.bind.BoundStatement;

/**
 * Splits a query that no rule proves: the rows of subqueries that stand for themselves, and of every other table that
 * it names, are pulled into temporary tables, and its text, with these in their place, is left to one data source. One
 * per plan; not thread-safe.
 */
public final class PullPlanner {
    private final BoundStatement bound;
    private final ActualTables tables;
    private final StepSource source;
    private final String sql;

    public PullPlanner(BoundStatement bound, ActualTables tables, StepSource source) {
        this.bound = bound;
        this.tables = tables;
        this.source = source;
        this.sql = bound.parsed().sql();
    }

    /**
     * The ways to answer it, the one that pulls least first; an execution takes the first none of whose leaves is
     * refused. Empty when none gives the same answer.
     */
    public List<Pull> queries() {
        if (!new PullCheck(bound, tables).test()) {
            return List.of();
        }
        if (new PullCheck(bound, tables).locks()) {
            Pull locked = query(List.of(), false);
            return locked == null ? List.of() : List.of(locked);
        }
        if (seen()) {
            Pull tablesOnly = query(List.of(), false);
            return tablesOnly == null ? List.of() : List.of(tablesOnly.shownWithoutLiterals(tables.dialect()));
        }
        List<LeafQuery> subqueries = new LeafQueries(bound, source).find();
        Pull small = query(List.of(), false);
        if (small == null) {
            return List.of();
        }
        Set<Pull> queries = new LinkedHashSet<>();
        if (bound.tables().size() > 1) {
            queries.add(query(subqueries, true));
        }
        queries.add(query(subqueries, false));
        queries.remove(null);
        queries.remove(small);
        List<Pull> ways = new ArrayList<>();
        for (Pull query : queries) {
            // there the text of a column is stronger than the computed one that it holds
            ways.add(
                    tables.dialect().sorting().columnsOutweighTexts() && !subqueries.isEmpty()
                            ? query.or(small)
                            : query);
        }
        ways.add(small);
        return ways;
    }

    /** Whether rules transform columns of its tables, which are pulled as they are seen. */
    boolean seen() {
        return new TransformedColumnReads(bound, tables).areThere();
    }

    /** @param met whether rows that other tables of the statement reject, which are where they are, are left there */
    private @Nullable Pull query(List<LeafQuery> subqueries, boolean met) {
        LeafDraft.Making made =
                new LeafDraft.Making(bound.parsed(), source.tools().parser());
        List<LeafDraft> drafts = new LeafDrafts(bound, tables, made, rows -> LeafQuery.answered(rows, source) != null)
                .of(subqueries, met);
        int dataSource = dataSource(drafts);
        List<LeafQuery> told = new ArrayList<>(subqueries);
        told.removeIf(subquery -> !subquery.isOn(dataSource));
        if (told.size() < subqueries.size()) {
            // the types of what is computed are told where they are put only
            return query(told, met);
        }
        List<Node> nodes = drafts.stream().map(LeafDraft::node).toList();
        CombiningText text = new CombiningText(bound, tables, sql);
        CommonTableCopies copies =
                new CommonTableCopies(bound, nodes, tables.functions(), suffix -> text.edits(drafts, suffix));
        NestedStatement combining = text.statement(drafts, copies);
        if (combining == null) {
            return null;
        }
        List<Leaf> leaves = new ArrayList<>();
        for (LeafDraft draft : drafts) {
            Leaf leaf = leaf(draft, drafts, dataSource, copies.suffixes(leaves.size()));
            if (leaf == null) {
                return null;
            }
            leaves.add(leaf);
        }
        String name = source.rules().dataSourceNames().get(dataSource);
        Pull query = new Pull(leaves, dataSource, name, combining, whole(drafts));
        return new PullCheck(bound, tables).locks()
                ? new LockableQuery(bound, tables)
                        .lock(query, drafts, source.tools().parser())
                : query;
    }

    /** Of tables that are read whole nobody tells which columns they have. */
    private List<WholeTable> whole(List<LeafDraft> drafts) {
        List<WholeTable> whole = new ArrayList<>();
        for (LeafDraft draft : drafts) {
            if (draft instanceof LeafDraft.OfTable table && table.whole()) {
                whole.add(WholeTables.of(table.table(), tables, sql));
            }
        }
        return whole;
    }

    /** The data source that has most of the tables, so that it can tell the types of their columns. */
    private int dataSource(List<LeafDraft> drafts) {
        int best = 0;
        int most = -1;
        for (int dataSource = 0; dataSource < tables.dataSources(); dataSource++) {
            int known = 0;
            for (LeafDraft draft : drafts) {
                known += draft.isOn(dataSource) ? 1 : 0;
            }
            if (known > most) {
                most = known;
                best = dataSource;
            }
        }
        return best;
    }

    /** Null where the data source cannot tell its columns. */
    private static @Nullable Leaf leaf(LeafDraft draft, List<LeafDraft> all, int dataSource, List<String> suffixes) {
        int told = dataSource;
        for (int other = 0; !draft.isOn(told); other++) {
            told = other;
        }
        String columns = draft.columnsSql(told);
        if (columns == null) {
            return null;
        }
        String table = CombiningText.table(all.indexOf(draft));
        List<String> copies = suffixes.stream().map(suffix -> table + suffix).toList();
        return new Leaf(
                draft.name(),
                table,
                draft.rows(),
                columns,
                draft instanceof LeafDraft.OfQuery,
                told,
                draft.keys(),
                copies,
                draft instanceof LeafDraft.OfTable of ? of.narrowing(all) : Leaf.Narrowing.NONE);
    }
}
