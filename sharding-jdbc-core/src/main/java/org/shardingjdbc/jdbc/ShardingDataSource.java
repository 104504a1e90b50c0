package org.shardingjdbc.jdbc;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.ConnectionBuilder;
import java.sql.SQLException;
import java.sql.ShardingKey;
import java.sql.ShardingKeyBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.door.Doors;
import org.shardingjdbc.engine.internal.door.SessionDoors;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.execute.deployment.Deployments;
import org.shardingjdbc.engine.observe.ObserverRegistration;
import org.shardingjdbc.engine.observe.StatementObserver;
import org.shardingjdbc.engine.observe.Statistics;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.advise.Advice;
import org.shardingjdbc.jdbc.check.BrokenDependence;
import org.shardingjdbc.jdbc.check.CheckOptions;
import org.shardingjdbc.jdbc.check.CheckReport;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.governance.Governance;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions;
import org.shardingjdbc.jdbc.internal.check.DeploymentCheck;
import org.shardingjdbc.jdbc.internal.connection.KeyedConnectionBuilder;
import org.shardingjdbc.jdbc.internal.connection.ShardingConnection;
import org.shardingjdbc.jdbc.internal.connection.SubkeysKey;
import org.shardingjdbc.jdbc.internal.running.RunningDataSource;
import org.shardingjdbc.jdbc.internal.running.StatementPlanning;
import org.shardingjdbc.plan.Explanation;

/**
 * Several databases that look like one. Safe for all threads; one for as long as the application runs, closed at its
 * end.
 *
 * <p>Connections are light: they take physical connections from the pools when statements need them. An application
 * needs no other pool around it, and may have one.
 */
public final class ShardingDataSource implements DataSource, AutoCloseable {
    private final RunningDataSource running;
    private final Deployments deployments;
    private final ShardingConnection.Opener connections;
    private volatile int loginTimeoutSeconds;
    private volatile @Nullable PrintWriter logWriter;

    /**
     * @throws SQLException when the configuration has mistakes, or a data source cannot be connected to; nothing is
     *     open then
     */
    ShardingDataSource(ShardingConfiguration configuration) throws SQLException {
        try {
            this.running = new RunningDataSource(configuration);
            this.deployments = running.deployments();
            this.connections = new ShardingConnection.Opener(deployments);
            running.start();
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    /**
     * Replaces rules, props and data sources at one moment: executions that begin afterwards see the new ones, those
     * that run end on the old ones. Data sources that stay as they were configured keep their pools; pools of others
     * close when their last connection comes back. The size of the executor stays. Where there is a registry, it is
     * written there as the next version, and all instances take it.
     *
     * @throws SQLException when the configuration has mistakes, a data source cannot be connected to, or the registry
     *     does not take it; then nothing has changed
     */
    public void reconfigure(ShardingConfiguration configuration) throws SQLException {
        reconfigure(configuration, ReconfigureOptions.AT_ONCE);
    }

    /**
     * As {@link #reconfigure(ShardingConfiguration)}, and waits as the options say: until nothing runs by the
     * configuration of before any more, of this data source, and for the other instances of its registry.
     *
     * @throws SQLException also SHD-7016, when something still ran when the time was over, and when there is no
     *     registry whose instances could be waited for, or one of them does not take it; which configuration counts
     *     then, the options say
     */
    public void reconfigure(ShardingConfiguration configuration, ReconfigureOptions options) throws SQLException {
        checkOpen();
        try {
            running.reconfigure(configuration, options);
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    /**
     * The registry that governs this data source.
     *
     * @throws SQLException when none is configured
     */
    public Governance governance() throws SQLException {
        checkOpen();
        try {
            return running.governance();
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    /**
     * What a statement would do, without doing it.
     *
     * @param sql not preceded by EXPLAIN
     * @param parameters the values of its placeholders, null for NULL
     * @return a tree of operators, which its {@code toString} draws
     * @throws SQLException when the SQL is wrong; a refused statement is explained as such
     */
    public Explanation explain(String sql, @Nullable Object... parameters) throws SQLException {
        checkOpen();
        try {
            return StatementPlanning.explain(deployments.current(), sql, parameters);
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    /**
     * Where the executions of a statement go, whatever its parameters are, and what would make it better. Nothing is
     * executed; what rules decide by the values of an execution, such as limits, is not told.
     *
     * @param sql with placeholders or literals; a wrong or refused statement is advised on as such
     * @throws SQLException when a database cannot be asked for definitions that are needed
     */
    public Advice advise(String sql) throws SQLException {
        checkOpen();
        try {
            return StatementPlanning.advise(deployments.current(), sql);
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    /**
     * What it has done. Executions are counted from the first call on, or from the start where the prop
     * {@code statistics-enabled} or {@code jmx-enabled} says so; until then they cost nothing.
     */
    public Statistics statistics() {
        return running.observation().statistics();
    }

    /**
     * Tells an observer of the statements that begin from now on, of all connections, until the registration is closed
     * or this data source is.
     */
    public ObserverRegistration observe(StatementObserver observer) {
        return running.observation().observe(observer);
    }

    /** What the configuration calls the logic database. */
    public String databaseName() {
        return deployments.current().databaseName();
    }

    /** The configuration that is current now. */
    public ShardingConfiguration configuration() {
        return running.configuration();
    }

    /**
     * Looks over all rows of the binding tables that declare dependences ({@code order_id -> user_id}) for such as
     * break them, which joins would miss. Reads every row of these tables in one transaction, as a stream; not a
     * snapshot of all data sources, so that rows that others write meanwhile may be reported.
     *
     * @param atMost how many keys are reported before it stops
     * @return empty when all dependences hold
     * @throws SQLException when this data source is closed, or a database cannot be read
     */
    public List<BrokenDependence> brokenDependences(int atMost) throws SQLException {
        checkOpen();
        try {
            return DeploymentCheck.dependences(deployments.current(), atMost, connections);
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    /** {@link #check(CheckOptions)} of all tables, with samples of their rows. */
    public CheckReport check() throws SQLException {
        return check(CheckOptions.standard());
    }

    /**
     * Looks whether the databases are as the configuration says: tables, columns, indexes and keys on each node,
     * replicas with them, and whether rows are on the nodes where the rules look for them. Changes nothing. A database
     * that does not answer is a finding.
     *
     * @throws SQLException when this data source is closed, or the thread is interrupted
     */
    public CheckReport check(CheckOptions options) throws SQLException {
        checkOpen();
        try {
            return DeploymentCheck.run(deployments.current(), options, connections);
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        return connections.open();
    }

    /** Refused: users and passwords are those of the data sources. */
    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw SqlErrors.refuse(
                "getConnection with a user",
                "users and passwords are configured for each data source; call it without");
    }

    /** Makes the keys of {@link #createConnectionBuilder()} and of {@link Connection#setShardingKey(ShardingKey)}. */
    @Override
    public ShardingKeyBuilder createShardingKeyBuilder() {
        return new SubkeysKey.Builder();
    }

    /**
     * Opens connections with a sharding key. A user and a password are refused, as by {@link #getConnection(String,
     * String)}.
     */
    @Override
    public ConnectionBuilder createConnectionBuilder() {
        return new KeyedConnectionBuilder(this);
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return logWriter;
    }

    /** Kept and not used: logs go through slf4j. */
    @Override
    public void setLogWriter(@Nullable PrintWriter out) {
        logWriter = out;
    }

    /** Kept and not used: how long a connection is waited for is each pool's {@code connectionTimeout}. */
    @Override
    public void setLoginTimeout(int seconds) {
        loginTimeoutSeconds = seconds;
    }

    @Override
    public int getLoginTimeout() {
        return loginTimeoutSeconds;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getLogger("org.shardingjdbc");
    }

    /**
     * This object; {@link Doors}, by which a face that is not JDBC enters; or, where there is only one data source,
     * what its pool is of.
     *
     * @throws SQLException when there is nothing of that type
     */
    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        if (type == Doors.class) {
            return type.cast(new SessionDoors(deployments));
        }
        Deployment deployment = deployments.current();
        if (deployment.dataSources() == 1 && type.isInstance(deployment.pool(0).connections())) {
            return type.cast(deployment.pool(0).connections());
        }
        throw SqlErrors.of(ErrorCode.NO_SUCH_WRAPPED_TYPE, "The data source", type.getName());
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        Deployment deployment = deployments.current();
        return type.isInstance(this)
                || type == Doors.class
                || deployment.dataSources() == 1
                        && type.isInstance(deployment.pool(0).connections());
    }

    /** The physical data sources by name, for monitoring; not to be closed or changed. */
    public Map<String, DataSource> dataSources() {
        Map<String, DataSource> result = new LinkedHashMap<>();
        running.pools().forEach(pool -> result.put(pool.name(), pool.connections()));
        return result;
    }

    /**
     * How far each group of a primary and replicas is written now: a token for whoever reads next and must see what was
     * committed before, in this process or in another one, with
     * {@link org.shardingjdbc.rule.hint.ShardingHint#seeWrites}. Asks each primary.
     *
     * @return a text of the characters that a header may hold
     * @throws SQLException when a primary does not answer
     */
    public String writesToken() throws SQLException {
        checkOpen();
        return running.writesToken();
    }

    /**
     * Where the rows of a logic table are: its actual tables with their data sources, as {@code ds_0.t_order_1}, in
     * configured order. A data source is called as {@link #dataSources()} calls it; of one that others stand for, it is
     * the one that is written.
     *
     * @param table compared without case; one that no rule names is where it was found
     */
    public List<String> dataNodes(String table) throws SQLException {
        checkOpen();
        try {
            return deployments.current().dataNodes(table);
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    /** Whether {@link #close} was called; then it gives no connections any more. */
    public boolean isClosed() {
        return running.isClosed();
    }

    private void checkOpen() throws SQLException {
        if (deployments.areClosed()) {
            throw SqlErrors.of(ErrorCode.CLOSED, "data source");
        }
    }

    /** Closes all pools, those of connections in use too, and ends all threads. Doing it twice changes nothing. */
    @Override
    public void close() {
        running.close();
    }
}
