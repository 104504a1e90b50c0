package org.shardingjdbc.engine.internal.result;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ErrorCode;

/**
 * Rows that we make ourselves: explanations, lists of tables, generated keys. Forward only, but for
 * {@link ScrollableLocalResultSet}, and read-only; not thread-safe.
 */
public class LocalResultSet extends ForwardResultSet {
    private final List<LocalColumn> columns;
    private final List<Object[]> rows;
    private int current = -1;

    /**
     * @param owner told when this is closed; {@link ResultOwner#NONE} when there is nothing to do
     * @param rows each with one value per column, null for NULL; not changed while this is read. Values are of the
     *     classes that drivers return, or of java.time
     * @param dialect how numbers and truth values read as text
     */
    public LocalResultSet(ResultOwner owner, List<LocalColumn> columns, List<Object[]> rows, Dialect dialect) {
        super(owner, dialect);
        this.columns = List.copyOf(columns);
        this.rows = rows;
    }

    @Override
    boolean advance() {
        current++;
        return current < rows.size();
    }

    /** Goes to a row, 0-based; elsewhere when there is no such row. */
    final void moveTo(int row) {
        current = row;
    }

    @Override
    Object value(int column) {
        return rows.get(current)[column - 1];
    }

    @Override
    int columnCount() {
        return columns.size();
    }

    @Override
    public int findColumn(String label) throws SQLException {
        checkOpen();
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).label().equalsIgnoreCase(label)) {
                return i + 1;
            }
        }
        throw SqlErrors.of(ErrorCode.COLUMN_LABEL_UNKNOWN, label);
    }

    @Override
    public ResultSetMetaData getMetaData() throws SQLException {
        checkOpen();
        return new LocalMetaData(columns);
    }

    @Override
    public int getHoldability() throws SQLException {
        checkOpen();
        return HOLD_CURSORS_OVER_COMMIT;
    }

    @Override
    public int getFetchSize() throws SQLException {
        checkOpen();
        return 0;
    }

    @Override
    public void setFetchSize(int rows) throws SQLException {
        checkOpen();
        if (rows < 0) {
            throw SqlErrors.of(ErrorCode.ARGUMENT_OUT_OF_RANGE, "ResultSet.setFetchSize", rows);
        }
    }

    @Override
    public @Nullable SQLWarning getWarnings() throws SQLException {
        checkOpen();
        return null;
    }

    @Override
    public void clearWarnings() throws SQLException {
        checkOpen();
    }
}
