package org.shardingjdbc.engine.internal.session;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.session.transaction.SessionVariables;

/**
 * The settings of the logical connection that physical connections must be given. One per session; used by one thread
 * at a time.
 *
 * <p>The pool resets isolation, read-only mode and network timeout when a connection goes back. Catalog, schema, client
 * info and SET statements are undone by this library, or the connection is not used again.
 */
final class SessionSettings {
    /** The settings of a session on which nothing is set; not to be changed. */
    static final SessionSettings NONE = new SessionSettings();

    /** PostgreSQL's name of the list of schemas in which names are looked up. */
    static final String SEARCH_PATH = "search_path";

    private @Nullable Boolean readOnly;
    private @Nullable Integer isolation;
    private @Nullable String catalog;
    private @Nullable String schema;
    private @Nullable Integer networkTimeoutMillis;
    private @Nullable Executor networkExecutor;
    private @Nullable Properties clientInfo;
    private SessionVariables variables = SessionVariables.NONE;

    /**
     * Whether connections need more than the pool gives them. Then the session keeps the connections that it prepared.
     */
    boolean any;
    /** Whether unqualified names are looked up elsewhere than in the schemas in which the pools' connections begin. */
    boolean elsewhere;

    /** A setting was changed: computes {@link #any} and {@link #elsewhere}, which each execution reads. */
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

    /** The settings that decide where unqualified names are looked up. Equal ones decide the same. */
    Schema sessionSchema() {
        return new Schema(catalog, schema, variables.only(SEARCH_PATH));
    }

    // Setters take null for the value that connections of the pool have already.

    @Nullable
    Boolean readOnly() {
        return readOnly;
    }

    void readOnly(@Nullable Boolean value) {
        readOnly = value;
        changed();
    }

    @Nullable
    Integer isolation() {
        return isolation;
    }

    void isolation(@Nullable Integer value) {
        isolation = value;
        changed();
    }

    @Nullable
    String catalog() {
        return catalog;
    }

    void catalog(@Nullable String value) {
        catalog = value;
        changed();
    }

    @Nullable
    String schema() {
        return schema;
    }

    void schema(@Nullable String value) {
        schema = value;
        changed();
    }

    @Nullable
    Integer networkTimeoutMillis() {
        return networkTimeoutMillis;
    }

    void networkTimeout(Executor executor, @Nullable Integer millis) {
        networkExecutor = executor;
        networkTimeoutMillis = millis;
        changed();
    }

    @Nullable
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
     * Gives the settings of the session to a connection that comes from the pool.
     *
     * @param readOnlySettings the names of the variables that make a session read-only
     */
    void applyTo(PhysicalConnection physical, Set<String> readOnlySettings) throws SQLException {
        applyButReadOnlyTo(physical, readOnlySettings);
        applyVariables(physical, readOnlySettings, true);
        if (readOnly != null) {
            physical.jdbc().setReadOnly(readOnly);
        }
    }

    /** As {@link #applyTo} without read-only mode, for a connection on which tables of our own are written. */
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
     * Where a session looks up unqualified names after its schema was switched. Immutable; equal values find the same
     * tables.
     *
     * @param catalog null when the catalog was not switched
     * @param schema null when the schema was not switched
     * @param path statements that set the list of schemas in which names are looked up
     */
    record Schema(@Nullable String catalog, @Nullable String schema, List<SessionVariables.Setting> path) {
        Schema {
            path = List.copyOf(path);
        }

        /** Switches a connection to this schema; the release of the connection switches it back. */
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
