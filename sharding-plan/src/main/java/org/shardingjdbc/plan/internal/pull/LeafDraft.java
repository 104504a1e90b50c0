package org.shardingjdbc.plan.internal.pull;

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
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
import org.shardingjdbc.route.internal.bind.BoundTable;

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
     */
    record OfTable(
            BoundTable table,
            String columns,
            boolean whole,
            Select all,
            Select needed,
            Leaf.Keys keys,
            ActualTables tables,
            Making made)
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
        public NestedStatement rows() {
            return made.of(needed, List.of());
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
