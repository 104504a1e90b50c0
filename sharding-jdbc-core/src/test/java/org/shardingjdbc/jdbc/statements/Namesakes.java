package org.shardingjdbc.jdbc.statements;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.compare.PlainAndSharded;
import org.shardingjdbc.testkit.fixture.Fixture;

/**
 * A sharded, a broadcast and a single table in the default schema, and tables of their names with other columns in the
 * schema {@code s2} of one data source, of MySQL and MariaDB in a second database; and the same in a plain database.
 */
final class Namesakes implements AutoCloseable {
    /** Of both schemas. */
    static final List<String> TABLES =
            List.of("t_order", "t_country", "pair", "s2.pair", "s2.t_order", "s2.t_country", "s2.only1");

    private static final String RULES = """
            rules:
              - !SHARDING
                tables:
                  t_order:
                    actualDataNodes: ds_${0..1}.t_order_${0..1}
                    databaseStrategy:
                      standard:
                        shardingColumn: user_id
                        shardingAlgorithmName: mod_2
                    tableStrategy:
                      standard:
                        shardingColumn: order_id
                        shardingAlgorithmName: mod_2
                shardingAlgorithms:
                  mod_2:
                    type: MOD
                    props:
                      sharding-count: 2
              - !BROADCAST
                tables:
                  - t_country
              - !SINGLE
                tables:
                  - "*.*"
                  - ds_0.s2.only1
                  - ds_0.s2.pair
                  - ds_0.s2.t_order
                  - ds_0.s2.t_country
                  - ds_0.s2.child
                  - ds_0.s2.copied
                  - ds_0.s2.v
                defaultDataSource: ds_1
            """;

    private final DatabaseKind kind;
    private final Fixture<ShardingDataSource> fixture;
    private final PlainAndSharded both;
    private final DataSource plain;
    /** Where databases are schemas, a server on which the plain database has its own second one; else null. */
    private final TestServer own;

    /** @param name of the databases */
    Namesakes(DatabaseKind kind, String name) throws SQLException, IOException {
        this.kind = kind;
        fixture = Fixture.on(kind, name).rules(RULES).open(ShardingDataSourceFactory::create);
        if (kind.speaksMySql()) {
            own = TestServer.own(kind);
            own.createDatabase(name);
            plain = own.dataSource(name);
            fixture.server().createDatabase("s2");
            own.createDatabase("s2");
        } else {
            own = null;
            plain = fixture.plain();
            for (DataSource each : List.of(plain, fixture.raw(0), fixture.raw(1))) {
                run(each, "CREATE SCHEMA s2");
            }
        }
        both = new PlainAndSharded(plain, fixture.sharded());
        both.setUp(
                "CREATE TABLE t_order (order_id INT PRIMARY KEY, user_id INT NOT NULL, status VARCHAR(20))",
                "CREATE TABLE t_country (code VARCHAR(10) PRIMARY KEY, name VARCHAR(20))",
                "CREATE TABLE pair (x INT PRIMARY KEY, y VARCHAR(10))");
        onOwners(
                "CREATE TABLE s2.pair (y VARCHAR(10), x INT PRIMARY KEY, z INT)",
                "CREATE TABLE s2.t_order (status INT, user_id VARCHAR(10), order_id VARCHAR(10) PRIMARY KEY)",
                "CREATE TABLE s2.t_country (name INT, code VARCHAR(10) PRIMARY KEY, more INT)",
                "CREATE TABLE s2.only1 (word VARCHAR(10), id INT PRIMARY KEY)");
    }

    /** Runs statements on the plain database, and past us on the data source that has the tables of s2. */
    void onOwners(String... statements) throws SQLException {
        run(plain, statements);
        run(fixture.raw(0), statements);
    }

    private static void run(DataSource source, String... statements) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    DatabaseKind kind() {
        return kind;
    }

    PlainAndSharded both() {
        return both;
    }

    /** A data source behind the sharded one. */
    DataSource raw(int dataSource) {
        return fixture.raw(dataSource);
    }

    /** Gives all tables their rows. */
    void fill() throws SQLException {
        for (Connection connection : List.of(both.plain(), both.sharded())) {
            try (Statement statement = connection.createStatement()) {
                for (String table : TABLES) {
                    statement.execute("DELETE FROM " + table);
                }
                statement.execute("INSERT INTO t_order (order_id, user_id, status) VALUES (1, 1, 'a'), (2, 2, 'b'),"
                        + " (3, 2, 'c'), (4, 3, 'd'), (5, 3, NULL)");
                statement.execute("INSERT INTO t_country (code, name) VALUES ('p', 'Peru'), ('q', 'Qatar')");
                statement.execute("INSERT INTO pair (x, y) VALUES (1, 'c'), (2, 'b'), (9, 'a')");
                statement.execute(
                        "INSERT INTO s2.pair (y, x, z) VALUES ('b', 1, 30), ('n', 2, 20), ('a', 3, 10), ('z', 8, 7), ('y', 9, NULL)");
                statement.execute(
                        "INSERT INTO s2.t_order (status, user_id, order_id) VALUES (7, 'seven', '1'), (8, 'eight', '2')");
                statement.execute("INSERT INTO s2.t_country (name, code, more) VALUES (5, 'p', 1), (6, 'r', 2)");
                statement.execute("INSERT INTO s2.only1 (word, id) VALUES ('uno', 1), ('due', 2), ('sei', 6)");
            }
        }
    }

    @Override
    public void close() throws SQLException {
        both.close();
        fixture.close();
        if (own != null) {
            own.end();
        }
    }
}
