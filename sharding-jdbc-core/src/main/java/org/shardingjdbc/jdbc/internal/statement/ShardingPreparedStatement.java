package org.shardingjdbc.jdbc.internal.statement;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Calendar;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.driver.CachedStatements;
import org.shardingjdbc.engine.internal.execute.driver.StatementOptions;
import org.shardingjdbc.engine.internal.execute.driver.StatementShape;
import org.shardingjdbc.engine.internal.execute.driver.UnitStatements;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRequest;
import org.shardingjdbc.engine.internal.parameter.Parameters;
import org.shardingjdbc.engine.internal.parameter.Parameters.Setter;
import org.shardingjdbc.engine.internal.parameter.RowSets;
import org.shardingjdbc.engine.internal.parameter.StreamSource;
import org.shardingjdbc.engine.internal.result.Counts;
import org.shardingjdbc.engine.internal.result.ExpectedResult;
import org.shardingjdbc.engine.internal.session.Session;
import org.shardingjdbc.engine.internal.statement.InterruptiblePlanning;
import org.shardingjdbc.engine.internal.statement.logic.PreparedDescription;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.internal.value.CalendarTimestamp;
import org.shardingjdbc.rule.internal.value.ShardingValues;

/**
 * A prepared statement of a logical connection. Its SQL is planned when it is prepared, so that wrong SQL fails there,
 * and the plan is asked for again at each execution, because rules and tables may have changed.
 *
 * <p>Each call of a setter is recorded with its own arguments. Values that the application may change afterwards
 * (dates, byte arrays) are copied; streams are read when the statement is executed.
 *
 * <p>Not thread-safe, but for {@link #cancel}.
 */
public class ShardingPreparedStatement extends ShardingStatement implements PreparedStatement {
    private DeployedPlan deployed;
    /** What the setters were given; the same object as long as the statement lives. */
    final Parameters parameters;

    private final GeneratedKeyRequest keys;
    /** Null until a statement may be kept. */
    private @Nullable CachedStatements cached;

    /** The batch that is added to, emptied when it was executed; null until a row set is added. */
    private @Nullable RowSets rowSets;

    private @Nullable UnitStatements statements;

    /**
     * Plans the SQL.
     *
     * @throws SQLException when the SQL is wrong or refused
     */
    public ShardingPreparedStatement(StatementHome home, StatementShape shape, String sql, GeneratedKeyRequest keys)
            throws SQLException {
        this(home, home.session(), shape, InterruptiblePlanning.plan(home.session(), sql), keys);
    }

    /**
     * A statement whose plan is known.
     *
     * @param deployed the plan of the SQL
     */
    public ShardingPreparedStatement(
            StatementHome home,
            Session session,
            StatementShape shape,
            DeployedPlan deployed,
            GeneratedKeyRequest keys) {
        super(home, session, shape, StatementOptions.PREPARED);
        this.parameters = new Parameters(deployed.parameterCount());
        this.deployed = deployed;
        this.keys = keys;
    }

    /**
     * Closes the statement when the database, which reads a text when it is prepared, does not know the text either.
     *
     * @throws SQLException the error of the database
     */
    public void requireUnderstood() throws SQLException {
        requireUnderstood(deployed);
    }

    @Override
    public String text() {
        return deployed.sql();
    }

    @Override
    protected DeployedPlan planNow() {
        if (!session.isCurrent(deployed)) {
            deployed = planUntilStopped(() -> session.plans().plan(deployed));
        }
        return deployed;
    }

    // ---- execution ----

    @Override
    protected void forgetPrepared() throws SQLException {
        if (cached != null) {
            cached.clear();
        }
    }

    @Override
    protected void endUnneededStreams() {
        if (spooled != null) {
            parameters.endUnneeded(spooled, rowSets);
        }
    }

    @Override
    public ResultSet executeQuery() throws SQLException {
        run(keys, ExpectedResult.ROWS, parameters);
        ResultSet shown = results.rows();
        if (shown == null) {
            // another thread has closed this statement meanwhile
            throw SqlErrors.of(ErrorCode.STATEMENT_CLOSED);
        }
        return shown;
    }

    @Override
    public int executeUpdate() throws SQLException {
        return Counts.toInt(executeLargeUpdate());
    }

    @Override
    public long executeLargeUpdate() throws SQLException {
        run(keys, ExpectedResult.COUNT, parameters);
        return results.updateCount();
    }

    @Override
    public boolean execute() throws SQLException {
        run(keys, ExpectedResult.ANY, parameters);
        return results.rows() != null;
    }

    @Override
    public UnitStatements unitStatements(GeneratedKeyRequest driverKeys, long maxRowsOfShard) {
        CachedStatements keeper = cached();
        if (statements == null || !statements.areFor(driverKeys, maxRowsOfShard)) {
            statements = unitStatements(driverKeys, maxRowsOfShard, keeper);
        }
        return statements;
    }

    /**
     * The driver's statements that are kept for the next execution. On a connection that may, or may not, outlive the
     * execution, the first execution keeps none: most statements are executed once.
     */
    @Override
    public @Nullable CachedStatements cachedOn(PhysicalConnection connection) {
        if (!connection.isKept() && !(executed && connection.mayOutliveExecution())) {
            return null;
        }
        return cached();
    }

    private CachedStatements cached() {
        if (cached == null) {
            cached = new CachedStatements();
        }
        if (executed) {
            cached.executedBefore();
        }
        return cached;
    }

    @Override
    void optionsChanged() throws SQLException {
        statements = null;
        forgetPrepared();
    }

    // ---- parameters ----

    @Override
    public void setNull(int index, int jdbcType) throws SQLException {
        record(index, Setter.NULL, null, jdbcType);
    }

    @Override
    public void setNull(int index, int jdbcType, String typeName) throws SQLException {
        record(index, Setter.NULL_OF_TYPE, null, new Setter.TypedNull(jdbcType, typeName));
    }

    @Override
    public void setBoolean(int index, boolean value) throws SQLException {
        record(index, Setter.BOOLEAN, value, null);
    }

    @Override
    public void setByte(int index, byte value) throws SQLException {
        record(index, Setter.BYTE, value, null);
    }

    @Override
    public void setShort(int index, short value) throws SQLException {
        record(index, Setter.SHORT, value, null);
    }

    @Override
    public void setInt(int index, int value) throws SQLException {
        record(index, Setter.INT, value, null);
    }

    @Override
    public void setLong(int index, long value) throws SQLException {
        record(index, Setter.LONG, value, null);
    }

    @Override
    public void setFloat(int index, float value) throws SQLException {
        record(index, Setter.FLOAT, value, null);
    }

    @Override
    public void setDouble(int index, double value) throws SQLException {
        record(index, Setter.DOUBLE, value, null);
    }

    @Override
    public void setBigDecimal(int index, BigDecimal value) throws SQLException {
        record(index, Setter.BIG_DECIMAL, value, null);
    }

    @Override
    public void setString(int index, String value) throws SQLException {
        record(index, Setter.STRING, value, null);
    }

    @Override
    public void setNString(int index, String value) throws SQLException {
        record(index, Setter.NSTRING, value, null);
    }

    @Override
    public void setBytes(int index, byte[] value) throws SQLException {
        record(index, Setter.BYTES, value == null ? null : value.clone(), null);
    }

    @Override
    public void setDate(int index, Date value) throws SQLException {
        record(index, Setter.DATE, (Date) copy(value), null);
    }

    @Override
    public void setTime(int index, Time value) throws SQLException {
        record(index, Setter.TIME, (Time) copy(value), null);
    }

    @Override
    public void setTimestamp(int index, Timestamp value) throws SQLException {
        record(index, Setter.TIMESTAMP, (Timestamp) copy(value), null);
    }

    @Override
    public void setDate(int index, Date value, Calendar calendar) throws SQLException {
        if (calendar == null) {
            setDate(index, value);
            return;
        }
        recordInZone(index, Setter.DATE_IN_ZONE, copy(value), calendar);
    }

    @Override
    public void setTime(int index, Time value, Calendar calendar) throws SQLException {
        if (calendar == null) {
            setTime(index, value);
            return;
        }
        recordInZone(index, Setter.TIME_IN_ZONE, copy(value), calendar);
    }

    @Override
    public void setTimestamp(int index, Timestamp value, Calendar calendar) throws SQLException {
        if (calendar == null) {
            setTimestamp(index, value);
            return;
        }
        recordInZone(index, Setter.TIMESTAMP_IN_ZONE, copy(value), calendar);
    }

    @Override
    public void setObject(int index, Object value) throws SQLException {
        if (StreamSource.isStream(value)) {
            recordObjectStream(index, value, null);
            return;
        }
        record(index, Setter.OBJECT, copy(value), null);
    }

    @Override
    public void setObject(int index, Object value, int jdbcType) throws SQLException {
        if (StreamSource.isStream(value)) {
            recordObjectStream(index, value, jdbcType);
            return;
        }
        record(index, Setter.OBJECT_OF_TYPE, copy(value), jdbcType);
    }

    @Override
    public void setObject(int index, Object value, int jdbcType, int scaleOrLength) throws SQLException {
        Setter.TypeAndScale type = new Setter.TypeAndScale(jdbcType, scaleOrLength);
        if (StreamSource.isStream(value)) {
            recordObjectStream(index, value, type);
            return;
        }
        record(index, Setter.OBJECT_OF_TYPE_AND_SCALE, copy(value), type);
    }

    @Override
    public void setObject(int index, Object value, SQLType sqlType) throws SQLException {
        if (StreamSource.isStream(value)) {
            recordObjectStream(index, value, sqlType);
            return;
        }
        record(index, Setter.OBJECT_OF_SQL_TYPE, copy(value), sqlType);
    }

    @Override
    public void setObject(int index, Object value, SQLType sqlType, int scaleOrLength) throws SQLException {
        Setter.SqlTypeAndScale type = new Setter.SqlTypeAndScale(sqlType, scaleOrLength);
        if (StreamSource.isStream(value)) {
            recordObjectStream(index, value, type);
            return;
        }
        record(index, Setter.OBJECT_OF_SQL_TYPE_AND_SCALE, copy(value), type);
    }

    @Override
    public void setRef(int index, Ref value) throws SQLException {
        record(index, Setter.REF, value, null);
    }

    @Override
    public void setArray(int index, Array value) throws SQLException {
        record(index, Setter.ARRAY, value, null);
    }

    @Override
    public void setURL(int index, URL value) throws SQLException {
        record(index, Setter.URL, value, null);
    }

    @Override
    public void setRowId(int index, RowId value) throws SQLException {
        record(index, Setter.ROW_ID, value, null);
    }

    @Override
    public void setAsciiStream(int index, InputStream value) throws SQLException {
        recordStream(index, Setter.ASCII_STREAM, value, StreamSource.LengthKind.NONE, -1);
    }

    @Override
    public void setAsciiStream(int index, InputStream value, int length) throws SQLException {
        recordStream(index, Setter.ASCII_STREAM, value, StreamSource.LengthKind.INT, length);
    }

    @Override
    public void setAsciiStream(int index, InputStream value, long length) throws SQLException {
        recordStream(index, Setter.ASCII_STREAM, value, StreamSource.LengthKind.LONG, length);
    }

    @Override
    @Deprecated
    public void setUnicodeStream(int index, InputStream value, int length) throws SQLException {
        recordStream(index, Setter.UNICODE_STREAM, value, StreamSource.LengthKind.INT, length);
    }

    @Override
    public void setBinaryStream(int index, InputStream value) throws SQLException {
        recordStream(index, Setter.BINARY_STREAM, value, StreamSource.LengthKind.NONE, -1);
    }

    @Override
    public void setBinaryStream(int index, InputStream value, int length) throws SQLException {
        recordStream(index, Setter.BINARY_STREAM, value, StreamSource.LengthKind.INT, length);
    }

    @Override
    public void setBinaryStream(int index, InputStream value, long length) throws SQLException {
        recordStream(index, Setter.BINARY_STREAM, value, StreamSource.LengthKind.LONG, length);
    }

    @Override
    public void setCharacterStream(int index, Reader value) throws SQLException {
        recordStream(index, Setter.CHARACTER_STREAM, value, StreamSource.LengthKind.NONE, -1);
    }

    @Override
    public void setCharacterStream(int index, Reader value, int length) throws SQLException {
        recordStream(index, Setter.CHARACTER_STREAM, value, StreamSource.LengthKind.INT, length);
    }

    @Override
    public void setCharacterStream(int index, Reader value, long length) throws SQLException {
        recordStream(index, Setter.CHARACTER_STREAM, value, StreamSource.LengthKind.LONG, length);
    }

    @Override
    public void setNCharacterStream(int index, Reader value) throws SQLException {
        recordStream(index, Setter.NCHARACTER_STREAM, value, StreamSource.LengthKind.NONE, -1);
    }

    @Override
    public void setNCharacterStream(int index, Reader value, long length) throws SQLException {
        recordStream(index, Setter.NCHARACTER_STREAM, value, StreamSource.LengthKind.LONG, length);
    }

    @Override
    public void setBlob(int index, InputStream value) throws SQLException {
        recordStream(index, Setter.BLOB_STREAM, value, StreamSource.LengthKind.NONE, -1);
    }

    @Override
    public void setBlob(int index, InputStream value, long length) throws SQLException {
        recordStream(index, Setter.BLOB_STREAM, value, StreamSource.LengthKind.LONG, length);
    }

    @Override
    public void setClob(int index, Reader value) throws SQLException {
        recordStream(index, Setter.CLOB_READER, value, StreamSource.LengthKind.NONE, -1);
    }

    @Override
    public void setClob(int index, Reader value, long length) throws SQLException {
        recordStream(index, Setter.CLOB_READER, value, StreamSource.LengthKind.LONG, length);
    }

    @Override
    public void setNClob(int index, Reader value) throws SQLException {
        recordStream(index, Setter.NCLOB_READER, value, StreamSource.LengthKind.NONE, -1);
    }

    @Override
    public void setNClob(int index, Reader value, long length) throws SQLException {
        recordStream(index, Setter.NCLOB_READER, value, StreamSource.LengthKind.LONG, length);
    }

    @Override
    public void setBlob(int index, Blob value) throws SQLException {
        recordStream(index, Setter.BLOB, value, StreamSource.LengthKind.NONE, -1);
    }

    @Override
    public void setClob(int index, Clob value) throws SQLException {
        recordStream(index, Setter.CLOB, value, StreamSource.LengthKind.NONE, -1);
    }

    @Override
    public void setNClob(int index, NClob value) throws SQLException {
        recordStream(index, Setter.NCLOB, value, StreamSource.LengthKind.NONE, -1);
    }

    @Override
    public void setSQLXML(int index, SQLXML value) throws SQLException {
        recordStream(index, Setter.SQL_XML, value, StreamSource.LengthKind.NONE, -1);
    }

    @Override
    public void clearParameters() throws SQLException {
        checkOpen();
        parameters.clear();
        dropSpools();
    }

    private void record(int index, Setter setter, @Nullable Object value, @Nullable Object detail) throws SQLException {
        checkOpen();
        try {
            parameters.set(index, setter, value, detail);
        } catch (RuntimeException e) {
            throw told(e, null);
        }
    }

    private void recordStream(int index, Setter setter, Object given, StreamSource.LengthKind kind, long length)
            throws SQLException {
        record(index, setter, opaque(given), new StreamSource(given, kind, length, null));
    }

    private void recordObjectStream(int index, Object given, @Nullable Object type) throws SQLException {
        StreamSource source = new StreamSource(given, StreamSource.LengthKind.NONE, -1, type);
        record(index, Setter.OBJECT_STREAM, opaque(given), source);
    }

    /** Routing cannot look into a stream. */
    private static @Nullable Object opaque(Object given) {
        return given == null ? null : ShardingValues.UNKNOWN;
    }

    /** Routing sees what the database will store: the value as it reads in the calendar's zone. */
    private void recordInZone(int index, Setter setter, Object value, Calendar calendar) throws SQLException {
        Setter.InZone given = new Setter.InZone((java.util.Date) value, (Calendar) calendar.clone());
        record(index, setter, value == null ? null : inZone(given.value(), calendar), given);
    }

    private static Object inZone(java.util.Date value, Calendar calendar) {
        Instant instant = Instant.ofEpochMilli(value.getTime());
        ZoneId zone = calendar.getTimeZone().toZoneId();
        if (value instanceof Timestamp timestamp) {
            return new CalendarTimestamp(timestamp.toInstant().atZone(zone).toOffsetDateTime());
        }
        return value instanceof Time
                ? instant.atZone(zone).toLocalTime()
                : instant.atZone(zone).toLocalDate();
    }

    /** A value that the application cannot change any more. */
    private static Object copy(Object value) {
        if (value instanceof java.util.Date date) {
            return date.clone();
        }
        if (value instanceof byte[] bytes) {
            return bytes.clone();
        }
        return value instanceof Calendar calendar ? calendar.clone() : value;
    }

    // ---- batches ----

    @Override
    public void addBatch() throws SQLException {
        checkOpen();
        try {
            parameters.requireAll();
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
        if (rowSets == null) {
            rowSets = new RowSets(parameters.count());
        }
        rowSets.add(parameters);
    }

    @Override
    public void clearBatch() throws SQLException {
        checkOpen();
        rowSets = null;
        dropSpools();
    }

    @Override
    public long[] executeLargeBatch() throws SQLException {
        checkOpen();
        return observed(text(), this::runBatch);
    }

    private long[] runBatch() throws SQLException {
        RowSets added = rowSets;
        try {
            results.closeAll();
            dropSpools();
            if (added == null || added.size() == 0) {
                return new long[0];
            }
            return runBatch(keys, added);
        } catch (RuntimeException e) {
            throw told(e, text());
        } finally {
            if (added != null) {
                added.clear();
            }
            dropSpools();
        }
    }

    // ---- metadata ----

    @Override
    public @Nullable ResultSetMetaData getMetaData() throws SQLException {
        checkOpen();
        ResultSet rows = results.rows();
        if (rows != null && !rows.isClosed()) {
            return rows.getMetaData();
        }
        try {
            return new PreparedDescription(this, planNow()).ofRows();
        } catch (RuntimeException e) {
            throw told(e, text());
        }
    }

    @Override
    public ParameterMetaData getParameterMetaData() throws SQLException {
        checkOpen();
        try {
            return KnownParameters.of(this, planNow());
        } catch (RuntimeException e) {
            throw told(e, text());
        }
    }

    // ---- life ----

    /** Removes the copies of streams that no parameter and no row set needs any more. */
    private void dropSpools() {
        if (spooled != null) {
            endUnneededStreams();
        }
    }

    @Override
    protected void release() throws SQLException {
        rowSets = null;
        if (spooled != null) {
            parameters.clear();
            dropSpools();
        }
        if (cached != null) {
            session.clear(cached);
        }
    }

    // ---- methods of Statement that a PreparedStatement must not be asked for ----

    private static SQLException takesNoSql(String method) {
        return SqlErrors.of(ErrorCode.SQL_ON_PREPARED_STATEMENT, method);
    }

    @Override
    public ResultSet executeQuery(String other) throws SQLException {
        throw takesNoSql("executeQuery");
    }

    @Override
    public boolean execute(String other) throws SQLException {
        throw takesNoSql("execute");
    }

    @Override
    public boolean execute(String other, int autoGeneratedKeys) throws SQLException {
        throw takesNoSql("execute");
    }

    @Override
    public boolean execute(String other, int[] columnIndexes) throws SQLException {
        throw takesNoSql("execute");
    }

    @Override
    public boolean execute(String other, String[] columnNames) throws SQLException {
        throw takesNoSql("execute");
    }

    @Override
    public long executeLargeUpdate(String other) throws SQLException {
        throw takesNoSql("executeUpdate");
    }

    @Override
    public long executeLargeUpdate(String other, int autoGeneratedKeys) throws SQLException {
        throw takesNoSql("executeUpdate");
    }

    @Override
    public long executeLargeUpdate(String other, int[] columnIndexes) throws SQLException {
        throw takesNoSql("executeUpdate");
    }

    @Override
    public long executeLargeUpdate(String other, String[] columnNames) throws SQLException {
        throw takesNoSql("executeUpdate");
    }

    @Override
    public void addBatch(String other) throws SQLException {
        throw takesNoSql("addBatch");
    }

    @Override
    public String toString() {
        return "ShardingPreparedStatement: " + text();
    }
}
