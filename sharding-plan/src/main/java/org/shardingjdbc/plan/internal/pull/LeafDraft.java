package org.shardingjdbc.plan.internal.pull;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Query.Locking;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.plan.internal.naming.ActualTables;
import org.shardingjdbc.plan.internal.nested.NestedPart;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.nested.StepTemplate;
import org.shardingjdbc.plan.internal.operator.Pull.Leaf;
import org.shardingjdbc.plan.internal.operator.RowsByKeys;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.rule.schema.ColumnSchema;

/** A leaf before it is known where it is combined: what is read, and who can tell the types of its columns. */
sealed interface LeafDraft {
    /** Where it stands. */
    Node node();

    String name();

    NestedStatement rows();

    boolean isOn(int dataSource);

    /**
     * A query without rows that has its columns; null where the data source has not all tables of it, or cannot tell
     * its columns.
     */
    @Nullable
    String columnsSql(int dataSource);

    Leaf.Keys keys();

    /**
     * Makes statements of parts of another one.
     *
     * @param of the other one
     */
    record Making(ParsedSql of, SqlParser parser) {
        NestedStatement of(Select select, List<Locking> locking) {
            return template(select, locking).fill();
        }

        StepTemplate template(Select select, List<Locking> locking) {
            return StepTemplate.of(MadeNodes.statement(select, null, locking), of, NestedPart.WHOLE, parser);
        }
    }

    /**
     * A table that is read where it is.
     *
     * @param columns the list of those that are read
     * @param whole whether nobody tells which columns it has
     * @param all reads these columns of all rows
     * @param needed reads them of the rows that are needed
     * @param read these columns
     * @param selectivity as {@link Leaf.Narrowing} has it
     * @param keyed how rows are read by keys of other tables
     */
    record OfTable(
            BoundTable table,
            String columns,
            boolean whole,
            Select all,
            Select needed,
            Leaf.Keys keys,
            List<ColumnSchema> read,
            int selectivity,
            List<Keyed> keyed,
            ActualTables tables,
            Making made)
            implements LeafDraft {
        /**
         * The rows that have one of the keys that another table has.
         *
         * @param pair the column that has it, and that of the other table
         * @param sought the first one
         * @param rows reads them, but for that condition
         */
        record Keyed(LeafFilters.Pair pair, ColumnSchema sought, Select rows) {}

        @Override
        public Node node() {
            return table.node();
        }

        @Override
        public String name() {
            return table.node().name().last().text();
        }

        @Override
        public NestedStatement rows() {
            return made.of(needed, List.of());
        }

        /** How fewer rows are read once other leaves of the query are there. */
        Leaf.Narrowing narrowing(List<LeafDraft> all) {
            List<RowsByKeys> byKeys = new ArrayList<>();
            for (Keyed each : keyed) {
                for (int leaf = 0; leaf < all.size(); leaf++) {
                    int column = all.get(leaf) instanceof OfTable other ? other.position(each.pair.sought()) : -1;
                    if (column >= 0) {
                        byKeys.add(new RowsByKeys(
                                leaf,
                                column,
                                table.table().isShardingColumn(each.sought.name()),
                                tables.dialect().copies().keyArray(each.sought.jdbcType()),
                                ActualTables.quoted(each.sought),
                                each.rows,
                                rows -> made.template(rows, List.of())));
                    }
                }
            }
            return new Leaf.Narrowing(selectivity, byKeys);
        }

        /** Where a column is among those that are read; negative when it is another table's. */
        private int position(BlockFacts.Column column) {
            for (int i = 0; column.table() == table.index() && i < read.size(); i++) {
                if (read.get(i).name().equalsIgnoreCase(column.name())) {
                    return i;
                }
            }
            return -1;
        }

        /** The same, which locks them. */
        NestedStatement locked(List<Locking> locking) {
            return made.of(needed, locking);
        }

        @Override
        public boolean isOn(int dataSource) {
            return actual(dataSource) != null;
        }

        private @Nullable String actual(int dataSource) {
            return tables.onDataSource(table, dataSource, made.of().sql());
        }

        @Override
        public @Nullable String columnsSql(int dataSource) {
            String actual = actual(dataSource);
            return actual == null ? null : "SELECT " + columns + " FROM " + actual + " WHERE 1 = 0";
        }
    }

    /** A subquery that stands for itself. */
    record OfQuery(LeafQuery query, String name) implements LeafDraft {
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
        public @Nullable String columnsSql(int dataSource) {
            return query.columnsSql(dataSource);
        }

        @Override
        public Leaf.Keys keys() {
            return Leaf.Keys.NONE;
        }
    }
}
