package org.shardingjdbc.jdbc.internal.execute;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * What a session changed on a connection and its pool does not reset, and how it was before. One per connection in use,
 * made for the first change; one thread at a time uses it.
 */
final class Alterations {
    /** In the place of a name that the driver did not tell, so that it cannot be brought back. */
    private static final String UNKNOWN = "";

    private final ShardPool pool;
    private final Connection jdbc;
    private final List<String> variables = new ArrayList<>();
    private Properties clientInfo;
    private String catalog;
    private String schema;
    private boolean state;

    Alterations(ShardPool pool, Connection jdbc) {
        this.pool = pool;
        this.jdbc = jdbc;
    }

    /** The client info is about to change. A driver may give what it goes on changing, so it is copied. */
    void clientInfo() throws SQLException {
        if (clientInfo == null) {
            clientInfo = copy(jdbc.getClientInfo());
        }
    }

    private static Properties copy(Properties live) {
        Properties copy = new Properties();
        for (String name : live.stringPropertyNames()) {
            copy.setProperty(name, live.getProperty(name));
        }
        return copy;
    }

    /** The catalog is about to change. */
    void catalog() throws SQLException {
        if (catalog == null) {
            catalog = orUnknown(jdbc.getCatalog());
        }
    }

    /** The schema is about to change. */
    void schema() throws SQLException {
        String variable = pool.dialect().sessions().schemaVariable();
        if (variable != null) {
            variables(List.of(variable));
        } else if (schema == null) {
            schema = orUnknown(jdbc.getSchema());
        }
    }

    private static String orUnknown(String name) {
        return name == null ? UNKNOWN : name;
    }

    /** These variables are about to change. */
    void variables(List<String> names) {
        variables.addAll(names);
    }

    /** Locks may be taken that last for the session, and the like. */
    void state() {
        state = true;
    }

    /**
     * Undoes all of it.
     *
     * @return false when that is not possible; the connection must not be used again
     */
    boolean undo() throws SQLException {
        boolean moved = catalog != null || schema != null;
        if ((moved || state || !variables.isEmpty()) && !jdbc.getAutoCommit()) {
            // What is undone inside a transaction that ends by a rollback would come back.
            jdbc.rollback();
            jdbc.setAutoCommit(true);
        }
        if (state) {
            for (String sql : pool.dialect().sessions().endSessionState()) {
                run(sql);
            }
        }
        for (String name : variables) {
            String reset = pool.resetVariable(name);
            if (reset == null) {
                return false;
            }
            run(reset);
        }
        if (UNKNOWN.equals(catalog) || UNKNOWN.equals(schema)) {
            return false;
        }
        if (catalog != null) {
            jdbc.setCatalog(catalog);
        }
        if (schema != null) {
            jdbc.setSchema(schema);
        }
        if (clientInfo != null) {
            jdbc.setClientInfo(clientInfo);
        }
        return true;
    }

    private void run(String sql) throws SQLException {
        try (Statement statement = jdbc.createStatement()) {
            statement.execute(sql);
        }
    }
}
