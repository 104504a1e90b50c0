package org.shardingjdbc.jdbc.internal.session;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.shardingjdbc.jdbc.internal.error.SqlErrors;
import org.shardingjdbc.jdbc.internal.execute.Deployment;
import org.shardingjdbc.jdbc.internal.execute.PhysicalConnection;

/**
 * What is set on a logical connection besides its transaction: each change goes to the connections that the session
 * keeps, and is remembered for those that join later. One per session; one thread at a time uses it.
 */
public final class SessionAttributes {
    private final Session session;
    private final SchemaSwitch schema;

    SessionAttributes(Session session) {
        this.session = session;
        this.schema = new SchemaSwitch(session);
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

    /** As {@link #change}, on one connection at least, so that the database says at once whether it can be done. */
    void tryChange(Change change, Consumer<SessionSettings> memory) throws SQLException {
        change(change, memory, true);
    }

    private void change(Change change, Consumer<SessionSettings> memory, boolean tried) throws SQLException {
        session.lock().lock();
        try {
            session.checkOpen();
            if (tried) {
                holdOne();
            }
            boolean changed = false;
            for (PhysicalConnection home : session.held().homes()) {
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
                        session.settle(home);
                    }
                    throw SqlErrors.onDataSource(e, home.dataSourceName());
                }
            }
            memory.accept(session.settings());
            session.relax();
        } finally {
            session.lock().unlock();
        }
    }

    /** Kept connections differ from each other: none is used for anything else. */
    private void spoil(SQLException cause) {
        if (session.transactions().current() == null) {
            session.held().drop();
        } else {
            session.transactions().current().fail(cause);
        }
    }

    /**
     * Runs a SET on the connections that the session keeps, at least on one, and remembers it for those that join
     * later.
     */
    void variable(SessionVariables.Setting setting) throws SQLException {
        session.lock().lock();
        try {
            session.checkOpen();
            if (session.transactions().isOpen()) {
                session.transactions().ensure().checkUsable();
            }
            SessionVariables before = session.settings().variables();
            holdOne();
            runVariable(setting);
            session.settings().variables(before.with(setting));
        } finally {
            session.lock().unlock();
        }
    }

    private void holdOne() throws SQLException {
        if (session.held().noHome()) {
            Deployment deployment = session.deployment();
            PhysicalConnection first =
                    session.supply().one(deployment.pool(deployment.rules().defaultDataSource()));
            if (!first.isKept()) {
                session.held().keep(first);
            }
        }
    }

    private void runVariable(SessionVariables.Setting setting) throws SQLException {
        boolean changed = false;
        for (PhysicalConnection home : session.held().homes()) {
            if (home == null) {
                continue;
            }
            try {
                home.altering().set(setting.sql(), setting.values(), setting.names());
                changed = true;
            } catch (SQLException e) {
                if (session.transactions().current() != null
                        && session.dialect().sessions().failureAbortsTransaction()) {
                    session.transactions().current().fail(e);
                } else if (changed) {
                    spoil(e);
                } else {
                    session.settle(home);
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
        if (session.settings().isolation() != null) {
            return session.settings().isolation();
        }
        return session.deployment().defaults().isolation();
    }

    /** Levels that JDBC does not know are the database's to accept or refuse. */
    public void isolation(int level) throws SQLException {
        Integer remembered = level == session.deployment().defaults().isolation() ? null : Integer.valueOf(level);
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
        return session.settings().readOnly() != null && session.settings().readOnly();
    }

    public void readOnly(boolean value) throws SQLException {
        if (session.settings().readOnly() != null || value) {
            Boolean remembered = value ? Boolean.TRUE : null;
            change(connection -> connection.jdbc().setReadOnly(value), memory -> memory.readOnly(remembered));
        }
    }

    /** 0 for none. */
    public int networkTimeoutMillis() throws SQLException {
        Integer set = session.settings().networkTimeoutMillis();
        return set == null ? session.deployment().defaults().networkTimeoutMillis() : set;
    }

    public void networkTimeout(Executor executor, int millis) throws SQLException {
        boolean asAlways = millis == session.deployment().defaults().networkTimeoutMillis();
        Integer remembered = asAlways ? null : Integer.valueOf(millis);
        change(
                connection -> connection.jdbc().setNetworkTimeout(executor, millis),
                memory -> memory.networkTimeout(executor, remembered));
    }

    /** What was set, or null when nothing was. */
    public Properties clientInfo() {
        return session.settings().clientInfo();
    }

    public void clientInfo(Properties properties) throws SQLException {
        change(
                connection -> {
                    connection.altering().clientInfo();
                    connection.jdbc().setClientInfo(properties);
                },
                memory -> memory.clientInfo(properties));
    }
}
