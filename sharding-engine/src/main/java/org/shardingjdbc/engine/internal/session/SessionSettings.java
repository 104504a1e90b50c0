package org.shardingjdbc.engine.internal.session;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Executor;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.session.transaction.SessionVariables;

/**
 * What the user set on the logical connection and physical ones must be given. One per session; one thread at a time
 * uses it.
 *
 * <p>Isolation, read-only mode and network timeout are reset by the pool when a connection goes back; catalog, schema,
 * client info and SET statements are undone by us, or the connection is not used again.
 */
final class SessionSettings {
    /** Of a session on which nothing is set; not to be changed. */
    static final SessionSettings NONE = new SessionSettings();

    /** What PostgreSQL calls the list of schemas that are searched. */
    static final String SEARCH_PATH = "search_path";

    private Boolean readOnly;
    private Integer isolation;
    private String catalog;
    private String schema;
    private Integer networkTimeoutMillis;
    private Executor networkExecutor;
    private Properties clientInfo;
    private SessionVariables variables = SessionVariables.NONE;

    /** Whether a connection as the pool gives it is not good enough; then the session keeps those that it prepared. */
    boolean any;
    /** Whether unqualified names are looked up elsewhere than the data sources' connections begin. */
    boolean elsewhere;

    /** Something was set: what executions ask is answered once for all of them. */
    private void changed() {
        boolean placed = catalog != null || schema != null;
        any = placed
                || readOnly != null
                || isolation != null
                || networkTimeoutMillis != null
                || clientInfo != null
                || !variables.isEmpty();
        elsewhere = placed || variables.sets(SEARCH_PATH);
    }

    /** Only what decides where unqualified names are looked up; equal to another one that decides the same. */
    Schema sessionSchema() {
        return new Schema(catalog, schema, variables.only(SEARCH_PATH));
    }

    // Setters take null for what connections have anyway.

    Boolean readOnly() {
        return readOnly;
    }

    void readOnly(Boolean value) {
        readOnly = value;
        changed();
    }

    Integer isolation() {
        return isolation;
    }

    void isolation(Integer value) {
        isolation = value;
        changed();
    }

    String catalog() {
        return catalog;
    }

    void catalog(String value) {
        catalog = value;
        changed();
    }

    String schema() {
        return schema;
    }

    void schema(String value) {
        schema = value;
        changed();
    }

    Integer networkTimeoutMillis() {
        return networkTimeoutMillis;
    }

    void networkTimeout(Executor executor, Integer millis) {
        networkExecutor = executor;
        networkTimeoutMillis = millis;
        changed();
    }

    Properties clientInfo() {
        return clientInfo;
    }

    void clientInfo(Properties value) {
        clientInfo = value;
        changed();
    }

    SessionVariables variables() {
        return variables;
    }

    void variables(SessionVariables value) {
        variables = value;
        changed();
    }

    /**
     * Gives a connection that comes from the pool what the session has set.
     *
     * @param readOnlySettings the names of settings by which a session is read-only
     */
    void applyTo(PhysicalConnection physical, Set<String> readOnlySettings) throws SQLException {
        applyButReadOnlyTo(physical, readOnlySettings);
        applyVariables(physical, readOnlySettings, true);
        if (readOnly != null) {
            physical.jdbc().setReadOnly(readOnly);
        }
    }

    /** As {@link #applyTo}, for a connection on which tables of our own are written. */
    void applyButReadOnlyTo(PhysicalConnection physical, Set<String> readOnlySettings) throws SQLException {
        Connection connection = physical.jdbc();
        if (networkTimeoutMillis != null) {
            connection.setNetworkTimeout(networkExecutor, networkTimeoutMillis);
        }
        if (catalog != null) {
            physical.altering().catalog();
            connection.setCatalog(catalog);
        }
        if (schema != null) {
            physical.altering().schema();
            connection.setSchema(schema);
        }
        if (clientInfo != null) {
            physical.altering().clientInfo();
            connection.setClientInfo(clientInfo);
        }
        applyVariables(physical, readOnlySettings, false);
        if (isolation != null) {
            connection.setTransactionIsolation(isolation);
        }
    }

    private void applyVariables(PhysicalConnection physical, Set<String> readOnlySettings, boolean ofReadOnly)
            throws SQLException {
        for (SessionVariables.Setting setting : variables.settings()) {
            if (readOnlySettings.containsAll(setting.names()) == ofReadOnly) {
                physical.altering().set(setting.sql(), setting.values(), setting.names());
            }
        }
    }

    /**
     * Where a session looks up unqualified names since it was switched. Immutable; equal ones find the same tables.
     *
     * @param catalog null when it was not switched
     * @param schema null when it was not switched
     * @param path statements that set the list of schemas that are searched
     */
    record Schema(String catalog, String schema, List<SessionVariables.Setting> path) {
        Schema {
            path = List.copyOf(path);
        }

        /** Brings a connection there; its release brings it back. */
        void enter(PhysicalConnection connection) throws SQLException {
            if (catalog != null) {
                connection.altering().catalog();
                connection.jdbc().setCatalog(catalog);
            }
            if (schema != null) {
                connection.altering().schema();
                connection.jdbc().setSchema(schema);
            }
            for (SessionVariables.Setting setting : path) {
                connection.altering().set(setting.sql(), setting.values(), setting.names());
            }
        }
    }
}
