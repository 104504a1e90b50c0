package org.shardingjdbc.engine.internal.statement.step;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.statement.step.outer.OuterStatement;
import org.shardingjdbc.engine.internal.statement.step.outer.StepStatement;
import org.shardingjdbc.engine.internal.value.BoundColumn;
import org.shardingjdbc.plan.internal.nested.Subquery;

/**
 * The rows that a subquery found, without duplicates, no more than are needed to decide. One per subquery and
 * execution.
 */
final class SubqueryRows {
    private final Subquery subquery;
    private final List<Object[]> rows = new ArrayList<>();
    private final Set<List<Object>> seen = new LinkedHashSet<>();
    private BoundColumn @Nullable [] columns;
    private @Nullable String label;
    private boolean bindable = true;

    private SubqueryRows(Subquery subquery) {
        this.subquery = subquery;
    }

    /**
     * Runs a subquery.
     *
     * @param most how many values may be bound
     */
    static SubqueryRows of(Subquery subquery, OuterStatement outer, int most) throws SQLException {
        SubqueryRows found = new SubqueryRows(subquery);
        try (StepStatement step = outer.prepare(subquery.rows(), List.of())) {
            if (subquery.kind() != Subquery.Kind.IN) {
                step.limit(subquery.kind() == Subquery.Kind.EXISTS ? 1 : 2);
            }
            try (ResultSet result = step.query()) {
                found.read(result, outer.dialect(), most);
            }
        }
        return found;
    }

    private void read(ResultSet result, Dialect dialect, int most) throws SQLException {
        ResultSetMetaData description = result.getMetaData();
        label = description.getColumnLabel(1);
        if (subquery.kind() == Subquery.Kind.EXISTS) {
            if (result.next()) {
                rows.add(new Object[0]);
            }
            return;
        }
        columns = new BoundColumn[description.getColumnCount()];
        bindable = columns.length == subquery.width();
        for (int i = 0; i < columns.length && bindable; i++) {
            columns[i] = BoundColumn.of(dialect.copies(), subquery, description, i + 1);
            bindable = columns[i] != null;
        }
        boolean distinct = subquery.kind() == Subquery.Kind.IN;
        while (bindable && result.next()) {
            Object[] row = new Object[columns.length];
            for (int i = 0; i < row.length; i++) {
                row[i] = columns[i].read(result, i + 1);
                bindable &= columns[i].isSettable(row[i]);
            }
            if (!distinct || seen.add(key(row))) {
                rows.add(row);
                bindable &= rows.size() <= most;
            }
        }
    }

    private static List<Object> key(Object[] row) {
        List<Object> key = new ArrayList<>(row.length);
        for (Object value : row) {
            key.add(value instanceof byte[] bytes ? Arrays.toString(bytes) : value);
        }
        return key;
    }

    /** Whether the values can be parameters: there are few enough, and they have types that parameters have. */
    boolean bindable() {
        return bindable;
    }

    Subquery subquery() {
        return subquery;
    }

    /** The label of its first column. */
    @Nullable
    String label() {
        return label;
    }

    /** The columns of the rows; empty for EXISTS. */
    BoundColumn[] columns() {
        return columns == null ? new BoundColumn[0] : columns;
    }

    List<Object[]> rows() {
        return rows;
    }
}
