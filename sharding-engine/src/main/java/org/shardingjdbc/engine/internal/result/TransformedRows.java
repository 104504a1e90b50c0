package org.shardingjdbc.engine.internal.result;

import java.sql.Clob;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.merge.internal.row.MergedRows;
import org.shardingjdbc.merge.internal.value.HeldValue;
import org.shardingjdbc.plan.internal.fact.ColumnValues;
import org.shardingjdbc.plan.internal.fact.StoredColumn;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.hint.ShardingHint;

/**
 * Rows as the application sees them: stored values enter, and of the columns that rules transform other ones leave, as
 * values that are held. All other columns keep their driver's getters. Not thread-safe; one per execution.
 */
public final class TransformedRows implements MergedRows {
    private final MergedRows rows;
    private final ColumnValues values;
    /** Who reads where no scope of hints tells; gives null for nobody. */
    private final Supplier<String> reader;
    /** Of the current row, by column. */
    private final Object[] seen;

    private TransformedRows(MergedRows rows, ColumnValues values, Supplier<String> reader) {
        this.reader = reader;
        this.rows = rows;
        this.values = values;
        this.seen = new Object[values.results().size()];
    }

    /**
     * Rows as they are seen.
     *
     * @param values which of them rules transform; may be null
     * @param reader who reads, asked for each row; gives null for nobody
     */
    public static MergedRows of(MergedRows rows, @Nullable ColumnValues values, Supplier<@Nullable String> reader) {
        return values == null || !values.decorates() ? rows : new TransformedRows(rows, values, reader);
    }

    @Override
    public boolean next() throws SQLException {
        if (!rows.next()) {
            return false;
        }
        String told = reader.get();
        if (told == null || HintValues.current().reader() != null) {
            see();
            return true;
        }
        try (ShardingHint scope = ShardingHint.open()) {
            scope.setReader(told);
            see();
        }
        return true;
    }

    private void see() throws SQLException {
        for (int column = 1; column <= seen.length; column++) {
            StoredColumn stored = values.result(column);
            if (stored != null) {
                seen[column - 1] = stored.seen(plain(column));
            }
        }
    }

    private Object plain(int column) throws SQLException {
        ResultSet source = rows.source(column);
        if (source != null) {
            Object value = source.getObject(column);
            return value instanceof Clob ? source.getString(column) : value;
        }
        Object value = rows.value(column);
        return value instanceof HeldValue held ? held.object() : value;
    }

    @Override
    public @Nullable ResultSet source(int column) {
        return values.result(column) == null ? rows.source(column) : null;
    }

    @Override
    public Object value(int column) {
        return values.result(column) == null ? rows.value(column) : seen[column - 1];
    }
}
