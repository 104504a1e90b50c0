package org.shardingjdbc.jdbc.internal.check;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.check.BrokenDependence;
import org.shardingjdbc.plan.internal.template.NameQuoting;
import org.shardingjdbc.route.internal.bind.ColumnEquality;
import org.shardingjdbc.rule.placement.Dependence;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * Looks over all rows of binding tables for such as break a declared dependence. The rows of all nodes come in the
 * order of the columns that decide, as a stream, so that one key at a time is in memory. One per check; not
 * thread-safe.
 */
final class DependenceCheck {
    private static final int FETCH_SIZE = 1000;

    private final Deployment deployment;
    private final NameQuoting names;
    private final int atMost;
    private final List<BrokenDependence> broken = new ArrayList<>();

    /** @param atMost how many keys are reported */
    DependenceCheck(Deployment deployment, int atMost) {
        this.deployment = deployment;
        this.names = new NameQuoting(deployment.dialect());
        this.atMost = atMost;
    }

    /** Reads all rows on a connection, in a transaction that is rolled back. */
    List<BrokenDependence> run(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try {
            for (List<LogicTable> group : groups()) {
                int dependences = group.get(0).dependences().size();
                for (int i = 0; i < dependences && broken.size() < atMost; i++) {
                    check(group, i, connection);
                }
            }
        } finally {
            connection.rollback();
        }
        return List.copyOf(broken);
    }

    /** The groups that declare something, each with its tables. */
    private Iterable<List<LogicTable>> groups() {
        Map<Integer, List<LogicTable>> groups = new TreeMap<>();
        for (LogicTable table : deployment.rules().tables()) {
            if (!table.dependences().isEmpty()) {
                groups.computeIfAbsent(table.bindingGroup(), group -> new ArrayList<>())
                        .add(table);
            }
        }
        return groups.values();
    }

    private void check(List<LogicTable> group, int index, Connection connection) throws SQLException {
        Dependence dependence = group.get(0).dependences().get(index);
        int keys = dependence.columns().size();
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(FETCH_SIZE);
            try (ResultSet rows = statement.executeQuery(sql(group, index))) {
                OneKey current = new OneKey();
                while (rows.next() && broken.size() < atMost) {
                    List<Object> key = values(rows, 1, keys);
                    if (!key.equals(current.key)) {
                        report(group, dependence, current);
                        current = new OneKey();
                        current.key = key;
                    }
                    current.add(values(rows, keys + 1, dependence.determined().size()));
                }
                report(group, dependence, current);
            }
        }
    }

    private void report(List<LogicTable> group, Dependence dependence, OneKey rows) {
        boolean breaks = rows.values.size() > 1
                || rows.values.size() == 1 && rows.values.get(0).contains(null);
        if (breaks && broken.size() < atMost) {
            List<String> tables = group.stream().map(LogicTable::name).toList();
            // The shards answer in any order; two checks of the same rows say the same.
            rows.values.sort(Comparator.comparing(List::toString));
            broken.add(new BrokenDependence(dependence.text(), tables, rows.key, rows.values));
        }
    }

    /** Rows with NULL in a column that decides join nothing. */
    private String sql(List<LogicTable> group, int index) {
        StringJoiner union = new StringJoiner(" UNION ALL ");
        int keys = group.get(0).dependences().get(index).columns().size();
        for (LogicTable table : group) {
            Dependence dependence = table.dependences().get(index);
            TableSchema schema = deployment.catalog().table(table);
            StringJoiner columns = new StringJoiner(", ");
            StringJoiner present = new StringJoiner(" AND ");
            for (String column : dependence.columns()) {
                requireExact(dependence, column, table, schema);
                columns.add(written(column, schema));
                present.add(written(column, schema) + " IS NOT NULL");
            }
            for (int position : dependence.determined()) {
                columns.add(written(table.shardingColumns().get(position), schema));
            }
            union.add("SELECT " + columns + " FROM " + table.name() + " WHERE " + present);
        }
        StringJoiner order = new StringJoiner(", ");
        for (int i = 1; i <= keys; i++) {
            order.add(String.valueOf(i));
        }
        return union + " ORDER BY " + order;
    }

    /** Equal values come one after the other, and are told by themselves. */
    private void requireExact(Dependence dependence, String column, LogicTable table, @Nullable TableSchema schema) {
        ColumnSchema known = schema == null ? null : schema.column(column);
        if (known != null && !ColumnEquality.isExact(known, deployment.dialect())) {
            throw new ShardingException(ErrorCode.DEPENDENCE_NOT_COMPARABLE, dependence.text(), column, table.name());
        }
    }

    private String written(String column, @Nullable TableSchema schema) {
        ColumnSchema known = schema == null ? null : schema.column(column);
        return known == null ? column : names.column(known.name());
    }

    private static List<Object> values(ResultSet rows, int from, int count) throws SQLException {
        List<Object> values = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            values.add(comparable(rows.getObject(from + i)));
        }
        return values;
    }

    /** Equal values of different types or forms as equal objects. */
    private static Object comparable(Object value) {
        if (value instanceof byte[] bytes) {
            return ByteBuffer.wrap(bytes);
        }
        if (value instanceof BigDecimal
                || value instanceof Long
                || value instanceof Integer
                || value instanceof Short) {
            return new BigDecimal(value.toString()).stripTrailingZeros();
        }
        return value;
    }

    /** The rows of one key, as far as they have been read. */
    private static final class OneKey {
        /** Empty before the first row. */
        private List<Object> key = List.of();

        private final List<List<Object>> values = new ArrayList<>();

        void add(List<Object> determined) {
            if (!values.contains(determined)) {
                values.add(determined);
            }
        }
    }
}
