package org.shardingjdbc.engine.internal.execute.pool;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Sessions;

/**
 * What a session changed on a connection and the pool does not reset, with the values before. One per connection in
 * use, made for the first change; used by one thread at a time.
 */
public final class Alterations {
    /** Stands for a name that the driver did not return, so that it cannot be restored. */
    private static final String UNKNOWN = "";

    private final Connection jdbc;
    private final Sessions sessions;
    private final Function<String, @Nullable String> resetVariable;
    private final List<String> variables = new ArrayList<>();
    private @Nullable Properties clientInfo;
    private @Nullable String catalog;
    private @Nullable String schema;
    private boolean state;

    /** @param resetVariable gives the statement that resets a variable, or null when there is none */
    Alterations(Connection jdbc, Sessions sessions, Function<String, @Nullable String> resetVariable) {
        this.jdbc = jdbc;
        this.sessions = sessions;
        this.resetVariable = resetVariable;
    }

    /** The client info is about to change. It is copied, as a driver may return the object that it goes on changing. */
    public void clientInfo() throws SQLException {
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
    public void catalog() throws SQLException {
        if (catalog == null) {
            catalog = orUnknown(jdbc.getCatalog());
        }
    }

    /** The schema is about to change. */
    public void schema() throws SQLException {
        String variable = sessions.schemaVariable();
        if (variable != null) {
            variables.add(variable);
        } else if (schema == null) {
            schema = orUnknown(jdbc.getSchema());
        }
    }

    private static String orUnknown(@Nullable String name) {
        return name == null ? UNKNOWN : name;
    }

    /**
     * Runs a SET statement.
     *
     * @param values of its placeholders
     * @param names the variables that it sets
     */
    public void set(String sql, List<Object> values, List<String> names) throws SQLException {
        variables.addAll(names);
        SideStatements.run(jdbc, sql, values);
    }

    /** A statement is about to leave values in these variables of the user. */
    public void left(Collection<String> names) {
        variables.addAll(names);
    }

    /** Locks, or other state that lasts for the session, may be taken. */
    void state() {
        state = true;
    }

    /** Whether there are locks or other state that lasts for the session, as far as the database says. */
    boolean hasState() throws SQLException {
        String question = sessions.asksForSessionState();
        if (question == null) {
            return true;
        }
        try (Statement statement = jdbc.createStatement();
                ResultSet rows = statement.executeQuery(question)) {
            return rows.next();
        }
    }

    /**
     * Undoes all changes.
     *
     * @return false when that is not possible; the connection must not be used again
     */
    boolean undo() throws SQLException {
        boolean moved = catalog != null || schema != null;
        if ((moved || state || !variables.isEmpty()) && !jdbc.getAutoCommit()) {
            // Undone inside a transaction that ends by a rollback, the changes would come back.
            jdbc.rollback();
            jdbc.setAutoCommit(true);
        }
        if (state) {
            for (String sql : sessions.endSessionState()) {
                SideStatements.run(jdbc, sql);
            }
        }
        for (String name : variables) {
            String reset = resetVariable.apply(name);
            if (reset == null) {
                return false;
            }
            SideStatements.run(jdbc, reset);
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
}
