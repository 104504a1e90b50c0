package org.shardingjdbc.jdbc.internal.connection;

import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.ClientInfoStatus;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.ShardingKey;
import java.sql.Statement;
import java.sql.Struct;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.Closing;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.deployment.Deployments;
import org.shardingjdbc.engine.internal.execute.deployment.Holdabilities;
import org.shardingjdbc.engine.internal.execute.driver.StatementShape;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRequest;
import org.shardingjdbc.engine.internal.session.JoinedSessions;
import org.shardingjdbc.engine.internal.session.Session;
import org.shardingjdbc.engine.internal.statement.InterruptiblePlanning;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.internal.metadata.MetadataHome;
import org.shardingjdbc.jdbc.internal.metadata.ShardingDatabaseMetaData;
import org.shardingjdbc.jdbc.internal.statement.QueryAsCall;
import org.shardingjdbc.jdbc.internal.statement.ShardingPreparedStatement;
import org.shardingjdbc.jdbc.internal.statement.ShardingStatement;
import org.shardingjdbc.jdbc.internal.statement.StatementHome;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.hint.KeyHint;
import org.shardingjdbc.transaction.TransactionalConnection;

/**
 * A connection to the logic database. It looks like one connection and has as many physical ones as its statements need
 * at a moment. Closing it closes its statements, rolls back what is open and gives all physical connections back. As
 * JDBC has it, one thread at a time uses it; {@link #abort} may be called by any.
 */
public final class ShardingConnection implements TransactionalConnection, StatementHome, MetadataHome {
    private final Session session;
    private final LogicStatement.OpenStatements statements = new LogicStatement.OpenStatements();
    /** Null until a driver is asked. */
    private volatile @Nullable DriverConnections drivers;
    /** Whether other connections use the session too: then the session goes on when this connection is closed. */
    private final boolean joined;

    /** The value that the application has set; the driver may tell another one. */
    private int holdability = Holdabilities.UNSET;
    /** The holdability of statements for which the application asks for none. */
    private StatementShape shape = StatementShape.DEFAULT;
    /** The sharding key of this connection, not of others of the session; null for none. */
    private @Nullable KeyHint key;

    private volatile boolean closed;

    /** @param joined whether the connection is one of several in a transaction of the application's coordinator */
    public ShardingConnection(Session session, boolean joined) {
        this.session = session;
        this.joined = joined;
    }

    /** @throws SQLException when the connection is closed, or the transaction is over of which it was a part */
    private void checkOpen() throws SQLException {
        if (closed) {
            throw SqlErrors.of(ErrorCode.CLOSED, "connection");
        }
        if (joined && session.isClosed()) {
            throw SqlErrors.of(ErrorCode.TRANSACTION_GIVEN_UP);
        }
        session.checkOpen();
    }

    /** The part that makes and answers what only drivers can; a closed connection asks none for anything. */
    private DriverConnections drivers() throws SQLException {
        checkOpen();
        if (drivers == null) {
            drivers = new DriverConnections(session);
        }
        return drivers;
    }

    @Override
    public Connection connection() {
        return this;
    }

    @Override
    public Session session() {
        return session;
    }

    @Override
    public HintValues hints() {
        HintValues scopes = HintValues.current();
        return key == null ? scopes : scopes.of(key);
    }

    @Override
    public Statement statementOfMetadata() {
        return new ShardingStatement(this, StatementShape.DEFAULT);
    }

    private <T extends ShardingStatement> T opened(T statement) {
        statements.add(statement);
        return statement;
    }

    // ---- statements

    @Override
    public Statement createStatement() throws SQLException {
        checkOpen();
        return opened(new ShardingStatement(this, shape));
    }

    @Override
    public Statement createStatement(int type, int concurrency) throws SQLException {
        checkOpen();
        return opened(new ShardingStatement(this, shape(type, concurrency, holdability)));
    }

    /** @param wanted a holdability, or -1 for the driver's */
    private static StatementShape shape(int type, int concurrency, int wanted) throws SQLException {
        boolean typeKnown = type == ResultSet.TYPE_FORWARD_ONLY
                || type == ResultSet.TYPE_SCROLL_INSENSITIVE
                || type == ResultSet.TYPE_SCROLL_SENSITIVE;
        boolean known = typeKnown
                && (concurrency == ResultSet.CONCUR_READ_ONLY || concurrency == ResultSet.CONCUR_UPDATABLE)
                && (wanted == -1 || isHoldability(wanted));
        if (!known) {
            throw SqlErrors.of(
                    ErrorCode.ARGUMENT_OUT_OF_RANGE, "A statement", type + ", " + concurrency + ", " + wanted);
        }
        return new StatementShape(type, concurrency, wanted);
    }

    private static boolean isHoldability(int value) {
        return value == ResultSet.HOLD_CURSORS_OVER_COMMIT || value == ResultSet.CLOSE_CURSORS_AT_COMMIT;
    }

    private static int given(int wanted) throws SQLException {
        if (!isHoldability(wanted)) {
            throw SqlErrors.of(ErrorCode.ARGUMENT_OUT_OF_RANGE, "A statement's holdability", wanted);
        }
        return wanted;
    }

    @Override
    public Statement createStatement(int type, int concurrency, int resultSetHoldability) throws SQLException {
        checkOpen();
        return opened(new ShardingStatement(this, shape(type, concurrency, given(resultSetHoldability))));
    }

    private PreparedStatement prepare(String sql, StatementShape shape, GeneratedKeyRequest keys) throws SQLException {
        DeployedPlan plan = closed ? null : session.kept(sql);
        if (plan == null) {
            checkOpen();
            plan = InterruptiblePlanning.plan(session, sql);
        }
        ShardingPreparedStatement prepared = new ShardingPreparedStatement(this, session, shape, plan, keys);
        statements.add(prepared);
        if (!plan.isPlain()) {
            prepared.requireUnderstood();
        }
        return prepared;
    }

    @Override
    public PreparedStatement prepareStatement(String sql) throws SQLException {
        return prepare(sql, shape, GeneratedKeyRequest.NONE);
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int type, int concurrency) throws SQLException {
        return prepare(sql, shape(type, concurrency, holdability), GeneratedKeyRequest.NONE);
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int type, int concurrency, int resultSetHoldability)
            throws SQLException {
        return prepare(sql, shape(type, concurrency, given(resultSetHoldability)), GeneratedKeyRequest.NONE);
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int autoGeneratedKeys) throws SQLException {
        try {
            return prepare(sql, shape, GeneratedKeyRequest.of(autoGeneratedKeys));
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int[] columnIndexes) throws SQLException {
        return prepare(sql, shape, GeneratedKeyRequest.of(columnIndexes));
    }

    @Override
    public PreparedStatement prepareStatement(String sql, String[] columnNames) throws SQLException {
        return prepare(sql, shape, GeneratedKeyRequest.of(columnNames));
    }

    @Override
    public CallableStatement prepareCall(String sql) throws SQLException {
        if (drivers().callsNothing(sql)) {
            return opened(new QueryAsCall(this, shape, sql));
        }
        return drivers().called(sql).prepareCall(drivers().withoutLeadingComments(sql));
    }

    @Override
    public CallableStatement prepareCall(String sql, int type, int concurrency) throws SQLException {
        if (drivers().callsNothing(sql)) {
            return opened(new QueryAsCall(this, shape(type, concurrency, holdability), sql));
        }
        return drivers().called(sql).prepareCall(drivers().withoutLeadingComments(sql), type, concurrency);
    }

    @Override
    public CallableStatement prepareCall(String sql, int type, int concurrency, int resultSetHoldability)
            throws SQLException {
        if (drivers().callsNothing(sql)) {
            return opened(new QueryAsCall(this, shape(type, concurrency, given(resultSetHoldability)), sql));
        }
        return drivers()
                .called(sql)
                .prepareCall(drivers().withoutLeadingComments(sql), type, concurrency, resultSetHoldability);
    }

    @Override
    public String nativeSQL(String sql) throws SQLException {
        return drivers().ask(connection -> connection.nativeSQL(sql));
    }

    // ---- transactions

    @Override
    public String getTransactionType() throws SQLException {
        checkOpen();
        return session.transactions().type();
    }

    @Override
    public void setTransactionType(@Nullable String type) throws SQLException {
        checkOpen();
        session.transactions().type(type);
    }

    @Override
    public void setAutoCommit(boolean autoCommit) throws SQLException {
        checkOpen();
        session.transactions().autoCommit(autoCommit);
    }

    @Override
    public boolean isInTransaction() throws SQLException {
        checkOpen();
        return session.transactions().isOpen();
    }

    @Override
    public boolean getAutoCommit() throws SQLException {
        checkOpen();
        return session.transactions().autoCommit();
    }

    @Override
    public void commit() throws SQLException {
        checkOpen();
        session.transactions().commit();
    }

    @Override
    public void rollback() throws SQLException {
        checkOpen();
        session.transactions().rollback();
    }

    @Override
    public Savepoint setSavepoint() throws SQLException {
        checkOpen();
        return session.transactions().setSavepoint(null);
    }

    @Override
    public Savepoint setSavepoint(String name) throws SQLException {
        checkOpen();
        return session.transactions().setSavepoint(name);
    }

    @Override
    public void rollback(Savepoint savepoint) throws SQLException {
        checkOpen();
        session.transactions().rollback(savepoint);
    }

    @Override
    public void releaseSavepoint(Savepoint savepoint) throws SQLException {
        checkOpen();
        session.transactions().release(savepoint);
    }

    @Override
    public void setTransactionIsolation(int level) throws SQLException {
        checkOpen();
        session.attributes().isolation(level);
    }

    @Override
    public int getTransactionIsolation() throws SQLException {
        checkOpen();
        return session.attributes().isolation();
    }

    @Override
    public void setReadOnly(boolean readOnly) throws SQLException {
        checkOpen();
        session.attributes().readOnly(readOnly);
    }

    @Override
    public boolean isReadOnly() throws SQLException {
        checkOpen();
        return session.attributes().readOnly();
    }

    // ---- settings

    @Override
    public void setCatalog(String catalog) throws SQLException {
        checkOpen();
        session.attributes().schema().catalog(catalog);
    }

    @Override
    public @Nullable String getCatalog() throws SQLException {
        checkOpen();
        return session.attributes().schema().catalog();
    }

    @Override
    public void setSchema(String schema) throws SQLException {
        checkOpen();
        session.attributes().schema().schema(schema);
    }

    @Override
    public @Nullable String getSchema() throws SQLException {
        checkOpen();
        return session.attributes().schema().schema();
    }

    @Override
    public void setHoldability(int newHoldability) throws SQLException {
        checkOpen();
        if (!isHoldability(newHoldability)) {
            throw SqlErrors.of(ErrorCode.ARGUMENT_OUT_OF_RANGE, "setHoldability", newHoldability);
        }
        holdability = newHoldability;
        shape = new StatementShape(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY, holdability);
    }

    @Override
    public int getHoldability() throws SQLException {
        checkOpen();
        return session.deployment().holdabilities().ofConnection(holdability);
    }

    @Override
    public void setNetworkTimeout(Executor executor, int milliseconds) throws SQLException {
        checkOpen();
        if (milliseconds < 0) {
            throw SqlErrors.of(ErrorCode.ARGUMENT_OUT_OF_RANGE, "setNetworkTimeout", milliseconds);
        }
        session.attributes().networkTimeout(executor, milliseconds);
    }

    @Override
    public int getNetworkTimeout() throws SQLException {
        checkOpen();
        return session.attributes().networkTimeoutMillis();
    }

    @Override
    public void setClientInfo(String name, String value) throws SQLClientInfoException {
        Properties properties = new Properties();
        if (session.attributes().clientInfo() != null) {
            properties.putAll(session.attributes().clientInfo());
        }
        addReader(properties);
        if (name == null) {
            throw clientInfo(SqlErrors.of(ErrorCode.ARGUMENT_OUT_OF_RANGE, "setClientInfo", "null"));
        }
        if (value == null) {
            properties.remove(name);
        } else {
            properties.setProperty(name, value);
        }
        setClientInfo(properties);
    }

    @Override
    public void setClientInfo(Properties properties) throws SQLClientInfoException {
        try {
            checkOpen();
            session.attributes().clientInfo(properties == null ? new Properties() : (Properties) properties.clone());
        } catch (SQLClientInfoException e) {
            throw e;
        } catch (SQLException e) {
            throw clientInfo(e);
        }
    }

    private static SQLClientInfoException clientInfo(SQLException error) {
        return new SQLClientInfoException(
                error.getMessage(),
                error.getSQLState(),
                error.getErrorCode(),
                Map.<String, ClientInfoStatus>of(),
                error);
    }

    @Override
    public @Nullable String getClientInfo(String name) throws SQLException {
        checkOpen();
        return name == null ? null : getClientInfo().getProperty(name);
    }

    @Override
    public Properties getClientInfo() throws SQLException {
        checkOpen();
        Properties set = session.attributes().clientInfo();
        Properties all = set == null ? drivers().ask(Connection::getClientInfo) : (Properties) set.clone();
        if (session.attributes().reader() == null) {
            return all;
        }
        Properties own = new Properties();
        if (all != null) {
            own.putAll(all);
        }
        addReader(own);
        return own;
    }

    private void addReader(Properties properties) {
        String reader = session.attributes().reader();
        if (reader != null) {
            properties.setProperty(session.attributes().readerClientInfo(), reader);
        }
    }

    @Override
    public Map<String, Class<?>> getTypeMap() throws SQLException {
        checkOpen();
        return Map.of();
    }

    @Override
    public void setTypeMap(Map<String, Class<?>> map) throws SQLException {
        checkOpen();
        if (map != null && !map.isEmpty()) {
            throw SqlErrors.refuse("setTypeMap", "types would have to be mapped alike by every shard's driver");
        }
    }

    // ---- sharding keys

    /** As {@link #setShardingKey(ShardingKey, ShardingKey)} without a super key. */
    @Override
    public void setShardingKey(ShardingKey shardingKey) throws SQLException {
        setShardingKey(shardingKey, null);
    }

    /**
     * Routes the statements that begin from now on by these values, as far as a statement does not restrict the
     * sharding columns itself. Rows are not filtered by the values.
     *
     * @param shardingKey for the columns of table strategies; those of database strategies, too, where there is no
     *     super key. Null for none
     * @param superShardingKey for the columns of database strategies; null for none
     */
    @Override
    public void setShardingKey(ShardingKey shardingKey, @Nullable ShardingKey superShardingKey) throws SQLException {
        checkOpen();
        key = SubkeysKey.hint(shardingKey, superShardingKey);
    }

    @Override
    public boolean setShardingKeyIfValid(ShardingKey shardingKey, int timeout) throws SQLException {
        return setShardingKeyIfValid(shardingKey, null, timeout);
    }

    /**
     * Sets the keys, if some table is sharded by as many columns and the connection answers.
     *
     * @param timeout in seconds, 0 for no limit
     * @return whether the keys were set
     */
    @Override
    public boolean setShardingKeyIfValid(ShardingKey shardingKey, @Nullable ShardingKey superShardingKey, int timeout)
            throws SQLException {
        checkOpen();
        if (timeout < 0) {
            throw SqlErrors.of(ErrorCode.ARGUMENT_OUT_OF_RANGE, "setShardingKeyIfValid", timeout);
        }
        KeyHint wanted = SubkeysKey.hint(shardingKey, superShardingKey);
        if (wanted != null && !session.deployment().rules().takes(wanted) || !session.isValid(timeout)) {
            return false;
        }
        key = wanted;
        return true;
    }

    // ---- objects that drivers make

    @Override
    public Clob createClob() throws SQLException {
        return drivers().ask(Connection::createClob);
    }

    @Override
    public Blob createBlob() throws SQLException {
        return drivers().ask(Connection::createBlob);
    }

    @Override
    public NClob createNClob() throws SQLException {
        return drivers().ask(Connection::createNClob);
    }

    @Override
    public SQLXML createSQLXML() throws SQLException {
        return drivers().ask(Connection::createSQLXML);
    }

    @Override
    public Array createArrayOf(String typeName, Object[] elements) throws SQLException {
        return drivers().ask(connection -> connection.createArrayOf(typeName, elements));
    }

    @Override
    public Struct createStruct(String typeName, Object[] attributes) throws SQLException {
        return drivers().ask(connection -> connection.createStruct(typeName, attributes));
    }

    // ---- metadata, warnings, life

    @Override
    public DatabaseMetaData getMetaData() throws SQLException {
        checkOpen();
        return new ShardingDatabaseMetaData(this);
    }

    @Override
    public @Nullable SQLWarning getWarnings() throws SQLException {
        checkOpen();
        return session.warnings();
    }

    @Override
    public void clearWarnings() throws SQLException {
        checkOpen();
        session.clearWarnings();
    }

    @Override
    public boolean isValid(int timeoutSeconds) throws SQLException {
        if (timeoutSeconds < 0) {
            throw SqlErrors.of(ErrorCode.ARGUMENT_OUT_OF_RANGE, "isValid", timeoutSeconds);
        }
        return !closed && session.isValid(timeoutSeconds);
    }

    @Override
    public boolean isClosed() {
        return closed || session.isClosed();
    }

    @Override
    public void close() throws SQLException {
        if (closed || !joined && session.isClosed()) {
            return;
        }
        closed = true;
        // Whatever fails, the session ends last: with it locks end, and connections go back.
        Throwable failure = statements.closeAll();
        try {
            if (drivers != null) {
                drivers.close();
            }
        } catch (RuntimeException | Error e) {
            failure = Closing.first(failure, e);
        }
        try {
            if (!joined) {
                session.close();
            }
        } catch (SQLException | RuntimeException | Error e) {
            failure = Closing.first(failure, e);
        }
        if (failure != null) {
            raise(failure);
        }
    }

    private static void raise(Throwable failure) throws SQLException {
        if (failure instanceof RuntimeException unchecked) {
            throw SqlErrors.unexpected(unchecked);
        }
        Closing.raise(failure);
    }

    @Override
    public void abort(Executor executor) throws SQLException {
        if (executor == null) {
            throw SqlErrors.of(ErrorCode.ARGUMENT_OUT_OF_RANGE, "abort", "no executor");
        }
        if (!isClosed()) {
            session.abort();
            try {
                executor.execute(this::closeAborted);
            } catch (RejectedExecutionException e) {
                // nobody else would ever give the connections back
                closeAborted();
            }
        }
    }

    private void closeAborted() {
        try {
            if (drivers != null) {
                drivers.abort();
            }
        } finally {
            closeAbortedSession();
        }
    }

    private void closeAbortedSession() {
        try {
            session.closeAborted();
        } catch (SQLException | RuntimeException e) {
            // Each call on a broken connection fails; it only matters that all connections are given back.
        }
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type != null && type.isInstance(this)) {
            return type.cast(this);
        }
        if (session.deployment().dataSources() == 1) {
            return drivers().only("unwrap").unwrap(type);
        }
        throw SqlErrors.of(ErrorCode.NO_SUCH_WRAPPED_TYPE, "The connection", type == null ? "null" : type.getName());
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        if (type != null && type.isInstance(this)) {
            return true;
        }
        return session.deployment().dataSources() == 1 && drivers().ask(connection -> connection.isWrapperFor(type));
    }

    /** Opens the connections that applications get. One per sharding data source; safe for all threads. */
    public static final class Opener {
        private final Deployments deployments;
        /** Null where no thread can be in a transaction of the application's coordinator. */
        private final @Nullable JoinedSessions joined;

        public Opener(Deployments deployments) {
            this.deployments = deployments;
            this.joined = deployments.mayJoin() ? new JoinedSessions(deployments) : null;
        }

        /**
         * Opens a connection with a session of its own; inside a transaction of the application's coordinator, one more
         * connection to the session of that transaction.
         *
         * @throws SQLException when the data source is closed
         */
        public Connection open() throws SQLException {
            if (deployments.areClosed()) {
                throw SqlErrors.of(ErrorCode.CLOSED, "data source");
            }
            Session surrounding = joined == null ? null : joined.current();
            if (surrounding != null) {
                return new ShardingConnection(surrounding, true);
            }
            Session session = new Session(deployments);
            HintValues hints = HintValues.current();
            if (hints != HintValues.NONE && hints.transactionType() != null) {
                session.transactions().type(hints.transactionType());
            }
            return new ShardingConnection(session, false);
        }
    }
}
