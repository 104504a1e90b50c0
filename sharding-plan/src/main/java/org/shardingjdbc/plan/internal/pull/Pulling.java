package org.shardingjdbc.plan.internal.pull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.shardingjdbc.parser.internal.Tokens;
import org.shardingjdbc.parser.internal.ast.ColumnReference;
import org.shardingjdbc.parser.internal.ast.CommonTable;
import org.shardingjdbc.parser.internal.ast.DerivedTable;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.NamedTable;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.StarItem;
import org.shardingjdbc.parser.internal.ast.TableBody;
import org.shardingjdbc.plan.internal.merge.PassedOrder;
import org.shardingjdbc.plan.internal.naming.ActualTables;
import org.shardingjdbc.plan.internal.naming.Labels;
import org.shardingjdbc.plan.internal.operator.Leaf;
import org.shardingjdbc.plan.internal.operator.NestedStatement;
import org.shardingjdbc.plan.internal.operator.Pull;
import org.shardingjdbc.plan.internal.step.StepSource;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.plan.internal.unit.WholeTable;
import org.shardingjdbc.rewrite.internal.Piece;
import org.shardingjdbc.rewrite.internal.SqlEdits;
import org.shardingjdbc.rewrite.internal.UnitSql;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.rule.placement.PartitionedTable;
import org.shardingjdbc.rule.placement.ReplicatedTable;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * Splits a query that no rule proves: the rows of subqueries that stand for themselves, and of every other table that
 * it names, are pulled into temporary tables, and its text, with these in their place, is left to one data source. The
 * temporary table of a table has its exposed name as an alias, so that the rest of the text stays as it is. One per
 * plan; not thread-safe.
 */
public final class Pulling {
    private static final String TABLE = "shd_leaf_";

    private final BoundStatement bound;
    private final ActualTables tables;
    private final StepSource source;
    private final String sql;

    public Pulling(BoundStatement bound, ActualTables tables, StepSource source) {
        this.bound = bound;
        this.tables = tables;
        this.source = source;
        this.sql = bound.parsed().sql();
    }

    /** A leaf before it is known where it is combined. */
    private sealed interface Draft {
        /** Where it stands. */
        Node node();

        String name();

        NestedStatement rows();

        boolean isOn(int dataSource);

        String columnsSql(int dataSource);

        Leaf.Keys keys();
    }

    private record TableDraft(
            BoundTable table,
            String columns,
            boolean whole,
            NestedStatement rows,
            Leaf.Keys keys,
            ActualTables tables,
            String sql)
            implements Draft {
        @Override
        public Node node() {
            return table.node();
        }

        @Override
        public String name() {
            return table.node().name().last().text();
        }

        @Override
        public boolean isOn(int dataSource) {
            return tables.onDataSource(table, dataSource, sql) != null;
        }

        @Override
        public String columnsSql(int dataSource) {
            return "SELECT " + columns + " FROM " + tables.onDataSource(table, dataSource, sql) + " WHERE 1 = 0";
        }
    }

    private record QueryDraft(LeafQuery query, String name) implements Draft {
        @Override
        public Node node() {
            return query.node();
        }

        @Override
        public NestedStatement rows() {
            return query.rows();
        }

        @Override
        public boolean isOn(int dataSource) {
            return query.isOn(dataSource);
        }

        @Override
        public String columnsSql(int dataSource) {
            return query.columnsSql(dataSource);
        }

        @Override
        public Leaf.Keys keys() {
            return Leaf.Keys.NONE;
        }
    }

    /**
     * The ways to answer it, the one that pulls least first; an execution takes the first none of whose leaves is
     * refused. Empty when none gives the same answer.
     */
    public List<Pull> queries() {
        if (!new Pullable(bound, tables).test()) {
            return List.of();
        }
        List<LeafQuery> subqueries = new LeafQueries(bound, source).find();
        Pull small = query(List.of(), false);
        if (small == null) {
            return List.of();
        }
        Set<Pull> queries = new LinkedHashSet<>();
        if (meetsBroadcastTables()) {
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

    private boolean meetsBroadcastTables() {
        return bound.tables().stream().anyMatch(table -> table.table() instanceof ReplicatedTable)
                && bound.tables().stream().anyMatch(table -> table.table() instanceof PartitionedTable);
    }

    /** @param met whether rows that broadcast tables of the statement reject are left where they are */
    private Pull query(List<LeafQuery> subqueries, boolean met) {
        List<Draft> drafts = drafts(subqueries, met);
        int dataSource = dataSource(drafts);
        List<LeafQuery> told = new ArrayList<>(subqueries);
        told.removeIf(subquery -> !subquery.isOn(dataSource));
        if (told.size() < subqueries.size()) {
            // the types of what is computed are told where they are put only
            return query(told, met);
        }
        List<Node> nodes = drafts.stream().map(Draft::node).toList();
        CommonTableCopies copies =
                new CommonTableCopies(bound.parsed(), nodes, tables.functions(), suffix -> edits(drafts, suffix));
        boolean readOnce = CommonTableCopies.areNeeded(tables.dialect());
        SqlEdits edits = readOnce ? copies.edits() : edits(drafts, "");
        if (edits == null) {
            return null;
        }
        List<Leaf> leaves = new ArrayList<>();
        for (Draft draft : drafts) {
            leaves.add(leaf(draft, leaves.size(), dataSource, copies.suffixes(leaves.size())));
        }
        UnitSql combining = edits.template().render(List.of(), List.of(), null);
        return new Pull(
                leaves, dataSource, new NestedStatement(combining.sql(), combining.sources()), whole(drafts), null);
    }

    /** Puts temporary tables in place of the leaves, their names with a suffix. */
    private SqlEdits edits(List<Draft> drafts, String suffix) {
        SqlEdits edits = new SqlEdits(bound.parsed(), tables.names());
        for (int i = 0; i < drafts.size(); i++) {
            Draft draft = drafts.get(i);
            String put = draft instanceof TableDraft table
                    ? TABLE + i + suffix + alias(table.table().node())
                    : "SELECT * FROM " + TABLE + i + suffix + order(draft.node());
            edits.replace(draft.node().span(), new Piece.Text(put));
        }
        for (TableBody body : Tree.all(bound.parsed().statement(), TableBody.class)) {
            Span word = new Span(body.span().start(), body.table().span().start());
            edits.replace(word, new Piece.Text("SELECT * FROM "));
        }
        dropSchemas(edits);
        if (tables.dialect().queries().labelsAreTexts()) {
            new Labels(bound, tables.names()).edit(edits);
        }
        return edits;
    }

    /** Of tables that are read whole nobody tells which columns they have. */
    private List<WholeTable> whole(List<Draft> drafts) {
        List<WholeTable> whole = new ArrayList<>();
        for (Draft draft : drafts) {
            if (draft instanceof TableDraft table && table.whole()) {
                whole.add(WholeTables.of(table.table(), tables, sql));
            }
        }
        return whole;
    }

    /** The rows of a derived table keep their order. */
    private String order(Node leaf) {
        boolean table = Tree.any(
                bound.parsed().statement(),
                node -> node instanceof DerivedTable derived && derived.query() == leaf
                        || node instanceof CommonTable common
                                && common.statement() instanceof QueryStatement statement
                                && statement.query() == leaf);
        return table
                ? new PassedOrder(bound, tables.names(), tables.dialect(), new SourcePositions(sql))
                        .byPositions((Query) leaf)
                : "";
    }

    /** All leaves in text order. */
    private List<Draft> drafts(List<LeafQuery> subqueries, boolean met) {
        SourcePositions positions = new SourcePositions(sql);
        List<Draft> drafts = new ArrayList<>();
        Set<Node> whole = Collections.newSetFromMap(new IdentityHashMap<>());
        for (LeafQuery subquery : subqueries) {
            drafts.add(new QueryDraft(subquery, positions.excerpt(subquery.node())));
            whole.add(subquery.node());
        }
        LeafColumns columns = new LeafColumns(bound, whole);
        LeafFilters filters = new LeafFilters(bound, tables);
        LeafPrimaryKeys keys = new LeafPrimaryKeys(bound, tables, node -> !whole.contains(node));
        LookUpColumns lookUps = new LookUpColumns(bound, node -> !whole.contains(node));
        Set<NamedTable> left = Collections.newSetFromMap(new IdentityHashMap<>());
        left.addAll(Tree.all(bound.parsed().statement(), NamedTable.class, node -> !whole.contains(node)));
        for (BoundTable table : bound.tables()) {
            if (left.contains(table.node())) {
                List<ColumnSchema> needed = columns.of(table, tables.schema(table));
                String list = tables.list(needed);
                List<UnitSql> conditions = new ArrayList<>(filters.of(table));
                if (met && table.table() instanceof PartitionedTable) {
                    conditions.addAll(filters.met(table));
                }
                NestedStatement rows = rows(table.node(), tables.wholeValues(needed), conditions);
                List<String> indexes = new ArrayList<>();
                lookUps.of(table, needed)
                        .forEach(column -> indexes.add(tables.names().quoted(column.name())));
                boolean all = columns.areAll(table.node());
                Leaf.Keys known = new Leaf.Keys(keys.of(table, needed), indexes);
                drafts.add(new TableDraft(table, list, all, rows, known, tables, sql));
            }
        }
        drafts.sort(Comparator.comparingInt(draft -> draft.node().span().start()));
        return drafts;
    }

    private String alias(NamedTable node) {
        StringBuilder alias = new StringBuilder(" AS ");
        alias.append(node.exposedName().span().of(sql));
        if (!node.columnAliases().isEmpty()) {
            String separator = "(";
            for (Identifier column : node.columnAliases()) {
                alias.append(separator).append(column.span().of(sql));
                separator = ", ";
            }
            alias.append(')');
        }
        return alias.toString();
    }

    private NestedStatement rows(NamedTable node, String columns, List<UnitSql> filters) {
        StringBuilder rows = new StringBuilder("SELECT ").append(columns);
        rows.append(isOnly(node) ? " FROM ONLY " : " FROM ")
                .append(node.name().span().of(sql));
        IntStream sources = IntStream.empty();
        String separator = " WHERE ";
        for (UnitSql filter : filters) {
            rows.append(separator).append(filter.sql());
            sources = IntStream.concat(sources, IntStream.of(filter.sources()));
            separator = " AND ";
        }
        return new NestedStatement(rows.toString(), sources.toArray());
    }

    private boolean isOnly(NamedTable node) {
        Span before = new Span(node.span().start(), node.name().span().start());
        return Tokens.of(sql, before, tables.dialect()).find("ONLY") != null;
    }

    /** {@code s.t.c} does not name the column of a table that has an alias. */
    private void dropSchemas(SqlEdits edits) {
        for (ColumnReference reference : Tree.all(bound.parsed().statement(), ColumnReference.class)) {
            dropSchema(reference.qualifier(), edits);
        }
        for (StarItem star : Tree.all(bound.parsed().statement(), StarItem.class)) {
            if (star.qualifier() != null) {
                dropSchema(star.qualifier().parts(), edits);
            }
        }
    }

    private static void dropSchema(List<Identifier> qualifier, SqlEdits edits) {
        if (qualifier.size() > 1) {
            Identifier last = qualifier.get(qualifier.size() - 1);
            edits.delete(new Span(qualifier.get(0).span().start(), last.span().start()));
        }
    }

    /** The data source that has most of the tables, so that it can tell the types of their columns. */
    private int dataSource(List<Draft> drafts) {
        int best = 0;
        int most = -1;
        for (int dataSource = 0; dataSource < tables.dataSources(); dataSource++) {
            int known = 0;
            for (Draft draft : drafts) {
                known += draft.isOn(dataSource) ? 1 : 0;
            }
            if (known > most) {
                most = known;
                best = dataSource;
            }
        }
        return best;
    }

    private static Leaf leaf(Draft draft, int number, int dataSource, List<String> suffixes) {
        int told = dataSource;
        for (int other = 0; !draft.isOn(told); other++) {
            told = other;
        }
        String table = TABLE + number;
        List<String> copies = suffixes.stream().map(suffix -> table + suffix).toList();
        return new Leaf(draft.name(), table, draft.rows(), draft.columnsSql(told), told, draft.keys(), copies);
    }
}
