package org.shardingjdbc.engine.internal.session;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.session.transaction.SessionVariables;

/**
 * The attributes of a logical connection besides its transaction. Each change goes to the connections that the session
 * keeps, and is remembered for those that join later. One per session; used by one thread at a time.
 */
public final class SessionAttributes {
    private final SessionState state;
    private final ConnectionSupply supply;
    private final SessionTransactions transactions;
    private final SchemaSwitch schema;
    /** Who reads, as the client info {@link #readerName} said; null where it did not say. */
    private @Nullable String reader;

    private @Nullable String readerName;

    SessionAttributes(SessionState state, ConnectionSupply supply) {
        this.state = state;
        this.supply = supply;
        this.transactions = supply.transactions();
        this.schema = new SchemaSwitch(state, supply, this);
    }

    /** A change of a physical connection. */
    @FunctionalInterface
    interface Change {
        void on(PhysicalConnection connection) throws SQLException;
    }

    /**
     * Changes the connections that the session keeps, and remembers the change for those that join later. When one of
     * the connections refuses, nothing is remembered, and the kept connections are not used again.
     */
    void change(Change change, Consumer<SessionSettings> memory) throws SQLException {
        change(change, memory, false);
    }

    /**
     * As {@link #change}, on one connection at least, so that the database says at once whether it accepts the change.
     */
    void tryChange(Change change, Consumer<SessionSettings> memory) throws SQLException {
        change(change, memory, true);
    }

    private void change(Change change, Consumer<SessionSettings> memory, boolean tried) throws SQLException {
        state.lock.lock();
        try {
            state.checkOpen();
            if (tried) {
                holdOne();
            }
            boolean changed = false;
            for (PhysicalConnection home : state.held.homes()) {
                if (home == null) {
                    continue;
                }
                try {
                    change.on(home);
                    changed = true;
                } catch (SQLException e) {
                    if (changed) {
                        home.unfit();
                        spoil(e);
                    } else if (tried) {
                        supply.settle(home);
                    }
                    throw SqlErrors.onDataSource(e, home.dataSourceName());
                }
            }
            memory.accept(state.changed());
            supply.relax();
        } finally {
            state.lock.unlock();
        }
    }

    /** Kept connections differ from each other now: none of them is used again. */
    private void spoil(SQLException cause) {
        if (transactions.current() == null) {
            state.held.drop();
        } else {
            transactions.current().fail(cause);
        }
    }

    /**
     * Runs a SET on the connections that the session keeps, on one at least. Remembers it for connections that join
     * later.
     */
    void variable(SessionVariables.Setting setting) throws SQLException {
        state.lock.lock();
        try {
            state.checkOpen();
            if (transactions.isOpen()) {
                transactions.ensure().checkUsable();
            }
            SessionVariables before = state.settings.variables();
            holdOne();
            runVariable(setting);
            state.changed().variables(before.with(setting));
        } finally {
            state.lock.unlock();
        }
    }

    private void holdOne() throws SQLException {
        if (state.held.noHome()) {
            Deployment deployment = state.deployment();
            PhysicalConnection first = supply.one(
                    supply.choice().home(deployment, deployment.rules().defaultDataSource()), null);
            // No execution is going to use it and leave the guard that it has entered.
            first.leaveUnused();
            if (!first.isKept()) {
                state.held.keep(first);
            }
        }
    }

    private void runVariable(SessionVariables.Setting setting) throws SQLException {
        boolean changed = false;
        for (PhysicalConnection home : state.held.homes()) {
            if (home == null) {
                continue;
            }
            try {
                home.altering().set(setting.sql(), setting.values(), setting.names());
                changed = true;
            } catch (SQLException e) {
                if (transactions.current() != null && state.deployment().failureAbortsTransaction()) {
                    transactions.current().fail(e);
                } else if (changed) {
                    spoil(e);
                } else {
                    supply.settle(home);
                }
                throw SqlErrors.onDataSource(e, home.dataSourceName());
            }
        }
    }

    /** Catalog and schema. */
    public SchemaSwitch schema() {
        return schema;
    }

    /** Never {@link Connection#TRANSACTION_NONE}. */
    public int isolation() throws SQLException {
        if (state.settings.isolation() != null) {
            return state.settings.isolation();
        }
        return state.deployment().defaults().isolation();
    }

    /** Sets the isolation level. The database accepts or refuses levels that JDBC does not know. */
    public void isolation(int level) throws SQLException {
        Integer remembered = level == state.deployment().defaults().isolation() ? null : Integer.valueOf(level);
        boolean known = level == Connection.TRANSACTION_READ_UNCOMMITTED
                || level == Connection.TRANSACTION_READ_COMMITTED
                || level == Connection.TRANSACTION_REPEATABLE_READ
                || level == Connection.TRANSACTION_SERIALIZABLE;
        change(
                connection -> connection.jdbc().setTransactionIsolation(level),
                memory -> memory.isolation(remembered),
                !known);
    }

    public boolean readOnly() {
        return state.settings.readOnly() != null && state.settings.readOnly();
    }

    public void readOnly(boolean value) throws SQLException {
        if (state.settings.readOnly() != null || value) {
            Boolean remembered = value ? Boolean.TRUE : null;
            change(connection -> connection.jdbc().setReadOnly(value), memory -> memory.readOnly(remembered));
        }
    }

    /** 0 for no timeout. */
    public int networkTimeoutMillis() throws SQLException {
        Integer set = state.settings.networkTimeoutMillis();
        return set == null ? state.deployment().defaults().networkTimeoutMillis() : set;
    }

    public void networkTimeout(Executor executor, int millis) throws SQLException {
        boolean asAlways = millis == state.deployment().defaults().networkTimeoutMillis();
        Integer remembered = asAlways ? null : Integer.valueOf(millis);
        change(
                connection -> connection.jdbc().setNetworkTimeout(executor, millis),
                memory -> memory.networkTimeout(executor, remembered));
    }

    /** The client info that was set on drivers, or null when none was. */
    public @Nullable Properties clientInfo() {
        return state.settings.clientInfo();
    }

    /** The name of the client info by which the connection may say who reads; null where it must not. */
    public @Nullable String readerClientInfo() {
        return state.deployment().executionRules().readerClientInfo();
    }

    /** Who reads, as the connection says; null where it does not say, or must not any more. */
    public @Nullable String reader() {
        return reader != null && Objects.equals(readerName, readerClientInfo()) ? reader : null;
    }

    /**
     * Sets all client info, if the driver accepts it. The entry that says who reads is remembered here, and no driver
     * gets it.
     */
    public void clientInfo(Properties properties) throws SQLException {
        String name = readerClientInfo();
        Object told = name == null ? null : properties.remove(name);
        if (told == null || !properties.isEmpty() || clientInfo() != null) {
            change(
                    connection -> {
                        connection.altering().clientInfo();
                        connection.jdbc().setClientInfo(properties);
                    },
                    memory -> memory.clientInfo(properties),
                    !properties.isEmpty());
        }
        readerName = name;
        reader = told == null ? null : told.toString();
    }
}
