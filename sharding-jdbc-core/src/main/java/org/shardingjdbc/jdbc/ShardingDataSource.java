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
import org.shardingjdbc.jdbc.command.CommandTarget;
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
 * Several databases that look like one. Safe for all threads; an application opens one at its start and closes it at
 * its end.
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
     * Replaces rules, props and data sources at one moment. Executions that begin afterwards use the new ones; those
     * that run already end by the old ones. A data source whose configuration is the same keeps its pool; the pools of
     * others are closed when their last connection is given back. The size of the executor does not change. If there is
     * a registry, the configuration is written there as the next version, and all instances take it.
     *
     * @throws SQLException when the configuration has mistakes, a data source cannot be connected to, or the registry
     *     does not take it; then nothing has changed
     */
    public void reconfigure(ShardingConfiguration configuration) throws SQLException {
        reconfigure(configuration, ReconfigureOptions.AT_ONCE);
    }

    /**
     * As {@link #reconfigure(ShardingConfiguration)}, and then waits as the options say: until nothing of this data
     * source runs by the old configuration any more, until the other instances of its registry have taken the new one,
     * or both.
     *
     * @throws SQLException as above; also SHD-7016 where something still ran by the old configuration when the time was
     *     over, and an error where an instance does not take the new one or there is no registry. The options say which
     *     configuration is used then
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
     * The plan of a statement with the data nodes that these parameters lead to. Executes nothing.
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
     * Which data nodes executions of a statement may reach, for all values of its parameters, and how the statement
     * could reach fewer. Executes nothing. What rules decide only by the values of an execution, such as limits, is
     * left out.
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
     * Counts of what this data source has done. Executions are counted from the first call of this method on, or from
     * the start where the prop {@code statistics-enabled} or {@code jmx-enabled} is true; until then counting costs
     * nothing.
     *
     * @return a live view, the same at each call, for all threads
     */
    public Statistics statistics() {
        return running.observation().statistics();
    }

    /**
     * Calls an observer for each statement of all connections that begins from now on, until the registration or this
     * data source is closed.
     *
     * @param observer called by the threads that execute the statements
     */
    public ObserverRegistration observe(StatementObserver observer) {
        return running.observation().observe(observer);
    }

    /** The name of the logic database in the configuration. */
    public String databaseName() {
        return deployments.current().databaseName();
    }

    /** The configuration that is current now. */
    public ShardingConfiguration configuration() {
        return running.configuration();
    }

    /**
     * Searches the binding tables that declare dependences ({@code order_id -> user_id}) for rows that break them.
     * Joins would miss such rows. Reads every row of these tables in one transaction, as a stream. That is no snapshot
     * of all data sources: rows that are written meanwhile may be reported, too.
     *
     * @param atMost after how many broken keys the search stops
     * @return empty where all dependences hold
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
     * Compares the databases with the configuration: whether each node, and each replica, has the same tables, columns,
     * indexes and keys, and whether rows are on the nodes where the rules look for them. Changes nothing. A database
     * that does not answer is reported as a finding and does not end the check.
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
     * This object; {@link Doors}, the entry for front ends other than JDBC; {@link CommandTarget}, which commands are
     * about; or, where there is only one data source, an object of its pool.
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
        if (type == CommandTarget.class) {
            return type.cast(running.commands());
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
                || type == CommandTarget.class
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
     * A token of everything that was committed so far in the groups of primaries and replicas. A read that gets it
     * later, in this process or in another one, gives the token to
     * {@link org.shardingjdbc.rule.hint.ShardingHint#seeWrites} and then reads from a replica only if that replica has
     * all of it. Asks each primary.
     *
     * @return a text of characters that are allowed in an HTTP header; never null
     * @throws SQLException when a primary does not answer
     */
    public String writesToken() throws SQLException {
        checkOpen();
        return running.writesToken();
    }

    /**
     * The actual tables of a logic table with their data sources, such as {@code ds_0.t_order_1}, in configured order.
     * Data sources have the names of {@link #dataSources()}; of a group it is the primary.
     *
     * @param table compared without case; a table that no rule names is in the data source where it was found, and one
     *     that does not exist yet in the default one
     * @throws SQLException when a database cannot be asked, or this data source is closed
     */
    public List<String> dataNodes(String table) throws SQLException {
        checkOpen();
        try {
            return deployments.current().dataNodes(table);
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    /** Whether {@link #close} was called; {@link #getConnection()} throws an SQLException then. */
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
