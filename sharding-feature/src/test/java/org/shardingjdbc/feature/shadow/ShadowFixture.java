package org.shardingjdbc.feature.shadow;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/**
 * Two data sources, each with a shadow, on one server: {@code p_0}, {@code p_1} and {@code s_0}, {@code s_1}. User 9 is
 * a test; so is who writes {@code test...} in a note.
 */
final class ShadowFixture implements AutoCloseable {
    static final List<String> NAMES = List.of("p_0", "p_1", "s_0", "s_1");

    static final String SHADOW = """
            - !SHADOW
              dataSources:
                ds_0: {productionDataSourceName: p_0, shadowDataSourceName: s_0}
                ds_1: {productionDataSourceName: p_1, shadowDataSourceName: s_1}
              tables:
                t_order:
                  dataSourceNames: [ds_0, ds_1]
                  shadowAlgorithmNames: [ins, sel, upd, del, note, hint]
                t_item:
                  dataSourceNames: [ds_0, ds_1]
                  shadowAlgorithmNames: [ins, sel, upd, del]
              defaultShadowAlgorithmName: hint
              shadowAlgorithms:
                ins: {type: VALUE_MATCH, props: {operation: insert, column: user_id, value: 9}}
                sel: {type: VALUE_MATCH, props: {operation: select, column: user_id, value: 9}}
                upd: {type: VALUE_MATCH, props: {operation: update, column: user_id, value: 9}}
                del: {type: VALUE_MATCH, props: {operation: delete, column: user_id, value: 9}}
                note: {type: REGEX_MATCH, props: {operation: insert, column: note, regex: 'test.*'}}
                hint: {type: SQL_HINT}
            """;

    static final String SHARDING = """
            - !SHARDING
              tables:
                t_order:
                  actualDataNodes: ds_${0..1}.t_order_${0..1}
                  databaseStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: by_id}}
                  tableStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: order_by_id}}
                  keyGenerateStrategy: {column: id, keyGeneratorName: snowflake}
                t_item:
                  actualDataNodes: ds_${0..1}.t_item
                  databaseStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: by_id}}
              shardingAlgorithms:
                by_id: {type: INLINE, props: {algorithm-expression: 'ds_${id % 2}', allow-range-query-with-inline-sharding: true}}
                order_by_id:
                  type: INLINE
                  props:
                    algorithm-expression: 't_order_${id.intdiv(2) % 2}'
                    allow-range-query-with-inline-sharding: true
              keyGenerators:
                snowflake: {type: SNOWFLAKE, props: {worker-id: 1}}
            - !BROADCAST
              tables: [t_country]
            - !SINGLE
              tables: ['*.*']
              defaultDataSource: ds_0
            """;

    private final TestServer server;
    private final String prefix;
    private final ShardingDataSource dataSource;

    private ShadowFixture(TestServer server, String prefix, String rules) throws SQLException {
        this.server = server;
        this.prefix = prefix;
        for (String name : NAMES) {
            server.createDatabase(prefix + name);
        }
        this.dataSource = open(rules);
    }

    /** Empty databases, and tables made by both sides' definitions. */
    static ShadowFixture on(DatabaseKind kind, String name) throws SQLException {
        String prefix = name + "_" + kind.name().toLowerCase(Locale.ROOT) + "_";
        ShadowFixture fixture = new ShadowFixture(TestServer.of(kind), prefix, SHADOW + SHARDING);
        fixture.onBoth("CREATE TABLE t_order (id BIGINT PRIMARY KEY, user_id INT, note VARCHAR(20))");
        fixture.onBoth("CREATE TABLE t_item (id BIGINT PRIMARY KEY, user_id INT, note VARCHAR(20))");
        fixture.onBoth("CREATE TABLE t_country (id BIGINT PRIMARY KEY, note VARCHAR(20))");
        fixture.onBoth("CREATE TABLE t_one (id BIGINT PRIMARY KEY, note VARCHAR(20))");
        return fixture;
    }

    /** Another one over the same databases. */
    ShardingDataSource open(String rules) throws SQLException {
        return ShardingDataSourceFactory.create(
                new ByteArrayInputStream(yaml(rules).getBytes(StandardCharsets.UTF_8)));
    }

    String yaml(String rules) {
        StringBuilder yaml = new StringBuilder("dataSources:\n");
        for (String name : NAMES) {
            yaml.append("  ")
                    .append(name)
                    .append(": {jdbcUrl: '")
                    .append(server.jdbcUrl(prefix + name))
                    .append("', username: '")
                    .append(server.user())
                    .append("', password: '")
                    .append(server.password())
                    .append("', maximumPoolSize: 4}\n");
        }
        return yaml.append("rules:\n").append(rules).toString();
    }

    ShardingDataSource dataSource() {
        return dataSource;
    }

    void onBoth(String definition) throws SQLException {
        execute("/* SHARDING_HINT: SHADOW=both */ " + definition);
    }

    void execute(String... sqls) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : sqls) {
                statement.execute(sql);
            }
        }
    }

    List<String> query(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            return rows(statement.executeQuery(sql));
        }
    }

    /** The notes of a table on one side, whichever data node they are on. */
    List<String> notes(char side, String table) throws SQLException {
        List<String> notes = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            for (String actual : table.equals("t_order") ? List.of("t_order_0", "t_order_1") : List.of(table)) {
                if (table.equals("t_one") && i == 1) {
                    continue;
                }
                notes.addAll(on(side + "_" + i, "SELECT note FROM " + actual));
            }
        }
        notes.sort(null);
        return notes;
    }

    /** Asks one of the databases itself. */
    List<String> on(String name, String sql) throws SQLException {
        try (Connection connection = server.dataSource(prefix + name).getConnection();
                Statement statement = connection.createStatement()) {
            return statement.execute(sql) ? rows(statement.getResultSet()) : List.of();
        }
    }

    /** Empties all tables of both sides. */
    void clear() throws SQLException {
        for (String hint : List.of("", "/* SHARDING_HINT: SHADOW=true */ ")) {
            for (String table : List.of("t_order", "t_item", "t_country", "t_one")) {
                execute(hint + "DELETE FROM " + table);
            }
        }
    }

    static List<String> rows(ResultSet result) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (result) {
            while (result.next()) {
                rows.add(result.getString(1));
            }
        }
        return rows;
    }

    @Override
    public void close() throws SQLException {
        dataSource.close();
        for (String name : NAMES) {
            server.dropDatabase(prefix + name);
        }
    }
}
