package org.shardingjdbc.merge.internal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/**
 * The same rows twice in one database: whole in a table {@code t}, and spread over tables {@code t_0}, {@code t_1}, ...
 */
final class SplitTable implements AutoCloseable {
    private final Connection connection;
    private final Dialect dialect;
    private final int shards;
    private final List<Statement> opened = new ArrayList<>();

    private SplitTable(Connection connection, Dialect dialect, int shards) {
        this.connection = connection;
        this.dialect = dialect;
        this.shards = shards;
    }

    /** @param columns as in CREATE TABLE */
    static SplitTable create(DatabaseKind kind, String name, String columns, int shards) throws SQLException {
        TestServer server = TestServer.of(kind);
        server.createDatabase(name);
        SplitTable table = new SplitTable(server.dataSource(name).getConnection(), dialect(kind), shards);
        table.execute("CREATE TABLE t (" + columns + ")");
        for (int i = 0; i < shards; i++) {
            table.execute("CREATE TABLE t_" + i + " (" + columns + ")");
        }
        return table;
    }

    private static Dialect dialect(DatabaseKind kind) {
        return switch (kind) {
            case H2 -> Dialects.H2;
            case POSTGRESQL -> Dialects.POSTGRESQL;
            case MARIADB -> Dialects.MARIADB;
            case MYSQL -> Dialects.MYSQL;
        };
    }

    Dialect dialect() {
        return dialect;
    }

    Connection connection() {
        return connection;
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Inserts a row into the whole table and one shard's. */
    void insert(int shard, @Nullable Object... values) throws SQLException {
        insertInto("t", values);
        insertInto("t_" + shard, values);
    }

    private void insertInto(String table, Object... values) throws SQLException {
        String marks = "?" + ", ?".repeat(values.length - 1);
        try (PreparedStatement statement =
                connection.prepareStatement("INSERT INTO " + table + " VALUES (" + marks + ")")) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            statement.executeUpdate();
        }
    }

    /** Runs a query on the whole table. */
    ResultSet whole(String sql) throws SQLException {
        return query(sql);
    }

    /** Runs a query that names the table {@code t_} on every shard. */
    List<ResultSet> shards(String sql) throws SQLException {
        List<ResultSet> results = new ArrayList<>();
        for (int i = 0; i < shards; i++) {
            results.add(query(sql.replace("t_", "t_" + i)));
        }
        return results;
    }

    private ResultSet query(String sql) throws SQLException {
        Statement statement = connection.createStatement();
        opened.add(statement);
        return statement.executeQuery(sql);
    }

    /** Closes the results of all queries so far. */
    void closeResults() throws SQLException {
        for (Statement statement : opened) {
            statement.close();
        }
        opened.clear();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
