package org.shardingjdbc.engine.internal.result;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.List;
import java.util.Map;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.merge.internal.row.MergedRows;

/**
 * The merged rows of several shards, read-only, and forward only but for {@link ScrollableResultSet}. A getter goes to
 * the shard's own result set when the value came from one as it is, so that conversions are the driver's; only computed
 * and held values are converted here. Not thread-safe.
 */
public class MergedResultSet extends ForwardResultSet {
    /** Tells the columns of a result, without derived ones and with logic names, when somebody asks. */
    @FunctionalInterface
    public interface Description {
        ResultSetMetaData columns() throws SQLException;
    }

    private final List<ResultSet> shards;
    private final MergedRows rows;
    private final int derivedColumns;
    private final LogicNames names;
    private Description description;
    private ResultSetMetaData metaData;
    private int columnCount = -1;
    private ResultSet lastSource;

    /**
     * @param owner told when this is closed, and then closes {@code shards}
     * @param shards the drivers' result sets, at least one; the first one's metadata is this one's
     * @param rows over {@code shards}
     * @param derivedColumns how many trailing columns of a shard's row are hidden
     * @param dialect of the shards
     */
    public MergedResultSet(
            ResultOwner owner,
            List<ResultSet> shards,
            MergedRows rows,
            int derivedColumns,
            Dialect dialect,
            LogicNames names) {
        super(owner, dialect);
        this.shards = shards;
        this.rows = rows;
        this.derivedColumns = derivedColumns;
        this.names = names;
    }

    /** Its columns are told by that and not by the first shard's result. Returns this. */
    public MergedResultSet describedBy(Description other) {
        description = other;
        return this;
    }

    @Override
    boolean advance() throws SQLException {
        try {
            return rows.next();
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    Object value(int column) {
        return rows.value(column);
    }

    @Override
    int columnCount() throws SQLException {
        if (columnCount < 0) {
            columnCount = shards.get(0).getMetaData().getColumnCount() - derivedColumns;
        }
        return columnCount;
    }

    /** The shard's result set on the row of the column; null when the value is ours. */
    private ResultSet rowOf(int column) throws SQLException {
        check(column);
        lastSource = rows.source(column);
        return lastSource;
    }

    @Override
    public boolean wasNull() throws SQLException {
        checkOpen();
        return lastSource != null ? lastSource.wasNull() : super.wasNull();
    }

    @Override
    public int findColumn(String label) throws SQLException {
        try {
            checkOpen();
            int column = shardColumn(label);
            if (column > columnCount()) {
                throw SqlErrors.of(ErrorCode.COLUMN_LABEL_UNKNOWN, label);
            }
            return column;
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    /** By its label; where the driver finds columns by their names too, also by the name that statements use. */
    private int shardColumn(String label) throws SQLException {
        ResultSet shard = shards.get(0);
        try {
            return shard.findColumn(label);
        } catch (SQLException e) {
            ResultSetMetaData actual = shard.getMetaData();
            for (int i = 1; i <= actual.getColumnCount(); i++) {
                String name = actual.getColumnName(i);
                String logic = LogicNames.columnName(actual, i, names);
                if (logic != null && !logic.equals(name) && logic.equalsIgnoreCase(label)) {
                    return shard.findColumn(name);
                }
            }
            throw e;
        }
    }

    @Override
    public ResultSetMetaData getMetaData() throws SQLException {
        try {
            checkOpen();
            if (metaData == null) {
                metaData = description == null
                        ? new ShardMetaData(shards.get(0).getMetaData(), derivedColumns, names)
                        : description.columns();
            }
            return metaData;
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    public int getHoldability() throws SQLException {
        try {
            checkOpen();
            return shards.get(0).getHoldability();
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    public int getFetchSize() throws SQLException {
        try {
            checkOpen();
            return shards.get(0).getFetchSize();
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    public void setFetchSize(int rows) throws SQLException {
        try {
            checkOpen();
            for (ResultSet shard : shards) {
                shard.setFetchSize(rows);
            }
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    /** The warnings of all shards, as a chain of copies. */
    @Override
    public SQLWarning getWarnings() throws SQLException {
        try {
            checkOpen();
            SQLWarning first = null;
            for (ResultSet shard : shards) {
                for (SQLWarning each = shard.getWarnings(); each != null; each = each.getNextWarning()) {
                    SQLWarning copy = new SQLWarning(each.getMessage(), each.getSQLState(), each.getErrorCode(), each);
                    if (first == null) {
                        first = copy;
                    } else {
                        first.setNextWarning(copy);
                    }
                }
            }
            return first;
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    public void clearWarnings() throws SQLException {
        try {
            checkOpen();
            for (ResultSet shard : shards) {
                shard.clearWarnings();
            }
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    public Array getArray(int column) throws SQLException {
        try {
            ResultSet row = rowOf(column);
            return row != null ? row.getArray(column) : super.getArray(column);
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    public InputStream getAsciiStream(int column) throws SQLException {
        try {
            ResultSet row = rowOf(column);
            return row != null ? row.getAsciiStream(column) : super.getAsciiStream(column);
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    public BigDecimal getBigDecimal(int column) throws SQLException {
        try {
            ResultSet row = rowOf(column);
            return row != null ? row.getBigDecimal(column) : super.getBigDecimal(column);
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    @Deprecated
    public BigDecimal getBigDecimal(int column, int scale) throws SQLException {
        try {
            ResultSet row = rowOf(column);
            return row != null ? row.getBigDecimal(column, scale) : super.getBigDecimal(column, scale);
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    public InputStream getBinaryStream(int column) throws SQLException {
        try {
            ResultSet row = rowOf(column);
            return row != null ? row.getBinaryStream(column) : super.getBinaryStream(column);
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    public Blob getBlob(int column) throws SQLException {
        try {
            ResultSet row = rowOf(column);
            return row != null ? row.getBlob(column) : super.getBlob(column);
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    public boolean getBoolean(int column) throws SQLException {
        try {
            ResultSet row = rowOf(column);
            return row != null ? row.getBoolean(column) : super.getBoolean(column);
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    public byte getByte(int column) throws SQLException {
        try {
            ResultSet row = rowOf(column);
            return row != null ? row.getByte(column) : super.getByte(column);
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    public byte[] getBytes(int column) throws SQLException {
        try {
            ResultSet row = rowOf(column);
            return row != null ? row.getBytes(column) : super.getBytes(column);
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    public Reader getCharacterStream(int column) throws SQLException {
        try {
            ResultSet row = rowOf(column);
            return row != null ? row.getCharacterStream(column) : super.getCharacterStream(column);
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    public Clob getClob(int column) throws SQLException {
        try {
            ResultSet row = rowOf(column);
            return row != null ? row.getClob(column) : super.getClob(column);
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    public Date getDate(int column) throws SQLException {
        try {
            ResultSet row = rowOf(column);
            return row != null ? row.getDate(column) : super.getDate(column);
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    public Date getDate(int column, Calendar calendar) throws SQLException {
        try {
            ResultSet row = rowOf(column);
            return row != null ? row.getDate(column, calendar) : super.getDate(column, calendar);
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    public double getDouble(int column) throws SQLException {
        try {
            ResultSet row = rowOf(column);
            return row != null ? row.getDouble(column) : super.getDouble(column);
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    public float getFloat(int column) throws SQLException {
        try {
            ResultSet row = rowOf(column);
            return row != null ? row.getFloat(column) : super.getFloat(column);
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    public int getInt(int column) throws SQLException {
        try {
            ResultSet row = rowOf(column);
            return row != null ? row.getInt(column) : super.getInt(column);
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    public long getLong(int column) throws SQLException {
        try {
            ResultSet row = rowOf(column);
            return row != null ? row.getLong(column) : super.getLong(column);
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    public Reader getNCharacterStream(int column) throws SQLException {
        try {
            ResultSet row = rowOf(column);
            return row != null ? row.getNCharacterStream(column) : super.getNCharacterStream(column);
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    public NClob getNClob(int column) throws SQLException {
        try {
            ResultSet row = rowOf(column);
            return row != null ? row.getNClob(column) : super.getNClob(column);
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    public String getNString(int column) throws SQLException {
        try {
            ResultSet row = rowOf(column);
            return row != null ? row.getNString(column) : super.getNString(column);
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    public Object getObject(int column) throws SQLException {
        try {
            ResultSet row = rowOf(column);
            return row != null ? row.getObject(column) : super.getObject(column);
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    public <T> T getObject(int column, Class<T> type) throws SQLException {
        try {
            ResultSet row = rowOf(column);
            return row != null ? row.getObject(column, type) : super.getObject(column, type);
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    public Object getObject(int column, Map<String, Class<?>> map) throws SQLException {
        try {
            ResultSet row = rowOf(column);
            return row != null ? row.getObject(column, map) : super.getObject(column, map);
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    public Ref getRef(int column) throws SQLException {
        try {
            ResultSet row = rowOf(column);
            return row != null ? row.getRef(column) : super.getRef(column);
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    public RowId getRowId(int column) throws SQLException {
        try {
            ResultSet row = rowOf(column);
            return row != null ? row.getRowId(column) : super.getRowId(column);
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    public SQLXML getSQLXML(int column) throws SQLException {
        try {
            ResultSet row = rowOf(column);
            return row != null ? row.getSQLXML(column) : super.getSQLXML(column);
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    public short getShort(int column) throws SQLException {
        try {
            ResultSet row = rowOf(column);
            return row != null ? row.getShort(column) : super.getShort(column);
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    public String getString(int column) throws SQLException {
        try {
            ResultSet row = rowOf(column);
            return row != null ? row.getString(column) : super.getString(column);
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    public Time getTime(int column) throws SQLException {
        try {
            ResultSet row = rowOf(column);
            return row != null ? row.getTime(column) : super.getTime(column);
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    public Time getTime(int column, Calendar calendar) throws SQLException {
        try {
            ResultSet row = rowOf(column);
            return row != null ? row.getTime(column, calendar) : super.getTime(column, calendar);
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    public Timestamp getTimestamp(int column) throws SQLException {
        try {
            ResultSet row = rowOf(column);
            return row != null ? row.getTimestamp(column) : super.getTimestamp(column);
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    public Timestamp getTimestamp(int column, Calendar calendar) throws SQLException {
        try {
            ResultSet row = rowOf(column);
            return row != null ? row.getTimestamp(column, calendar) : super.getTimestamp(column, calendar);
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    public URL getURL(int column) throws SQLException {
        try {
            ResultSet row = rowOf(column);
            return row != null ? row.getURL(column) : super.getURL(column);
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }

    @Override
    @Deprecated
    public InputStream getUnicodeStream(int column) throws SQLException {
        try {
            ResultSet row = rowOf(column);
            return row != null ? row.getUnicodeStream(column) : super.getUnicodeStream(column);
        } catch (RuntimeException e) {
            throw unexpected(e);
        }
    }
}
