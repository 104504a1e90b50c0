package org.shardingjdbc.plan.internal.pull;

import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.plan.internal.naming.ActualTables;
import org.shardingjdbc.plan.internal.operator.Leaf;
import org.shardingjdbc.plan.internal.operator.NestedStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;

/** A leaf before it is known where it is combined: what is read, and who can tell the types of its columns. */
sealed interface LeafDraft {
    /** Where it stands. */
    Node node();

    String name();

    NestedStatement rows();

    boolean isOn(int dataSource);

    String columnsSql(int dataSource);

    Leaf.Keys keys();

    /**
     * A table that is read where it is.
     *
     * @param columns the list of those that are read
     * @param whole whether nobody tells which columns it has
     * @param all reads these columns of all rows
     * @param sql the statement
     */
    record OfTable(
            BoundTable table,
            String columns,
            boolean whole,
            NestedStatement all,
            NestedStatement rows,
            Leaf.Keys keys,
            ActualTables tables,
            String sql)
            implements LeafDraft {
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
        public String columnsSql(int dataSource) {
            return query.columnsSql(dataSource);
        }

        @Override
        public Leaf.Keys keys() {
            return Leaf.Keys.NONE;
        }
    }
}
