package org.shardingjdbc.jdbc.pull;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** What is computed of rows and then pulled keeps its value, whatever type its database declares it to have. */
class PulledAveragesTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              autoTables:
                t: &by_id
                  actualDataSources: ds_0,ds_1
                  shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: by_id}}
                u: *by_id
              shardingAlgorithms:
                by_id: {type: MOD, props: {sharding-count: 4}}
            """;

    private static final int ROWS = 3;

    private static final List<String> EXPRESSIONS = List.of(
            "AVG(EXTRACT(YEAR FROM born))",
            "AVG(EXTRACT(DAY FROM born))",
            "AVG(EXTRACT(HOUR FROM seen))",
            "AVG(CHAR_LENGTH(name))",
            "AVG(number + 1)",
            "AVG(-number)",
            "AVG(COALESCE(number, 0))",
            "AVG(price * number)",
            "SUM(EXTRACT(YEAR FROM born))",
            "MAX(EXTRACT(YEAR FROM born)) * 1000",
            "AVG(number)",
            "SUM(price)");

    private static final List<String> EXPRESSIONS_OF_MYSQL = List.of(
            "AVG(DAYOFWEEK(born))",
            "AVG(YEARWEEK(born))",
            "AVG(QUARTER(born))",
            "AVG(TO_DAYS(born))",
            "AVG(EXTRACT(YEAR_MONTH FROM born))",
            "AVG(MICROSECOND(seen))",
            "AVG(PERIOD_ADD(202401, 1))",
            "AVG(number DIV 1)",
            "AVG(IF(number > 0, 1, 2024))",
            "ROUND(AVG(DAYOFWEEK(born)), 1)",
            "AVG(DISTINCT DAYOFWEEK(born)) + 1",
            "SUM(DAYOFWEEK(born))",
            "STDDEV_POP(DAYOFWEEK(born))");

    /** In the session's mode as it begins, and in one where databases cut what a column cannot hold. */
    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void keepTheirValues(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards =
                        Fixture.on(kind, "averages").rules(RULES).open(ShardingDataSourceFactory::create);
                ShardingDataSource dataSource = shards.another();
                Connection sharded = dataSource.getConnection();
                Connection plain = shards.plain().getConnection()) {
            for (Connection each : List.of(sharded, plain)) {
                fill(each);
            }
            for (String mode : kind.speaksMySql() ? List.of("@@sql_mode", "''") : List.of("")) {
                List<String> expressions = new ArrayList<>(EXPRESSIONS);
                if (kind.speaksMySql()) {
                    execute(sharded, "SET sql_mode = " + mode);
                    execute(plain, "SET sql_mode = " + mode);
                    expressions.addAll(EXPRESSIONS_OF_MYSQL);
                }
                for (String expression : expressions) {
                    // of one row each: a table that the database makes by itself would be as narrow as its declaration
                    List<String> values = new ArrayList<>();
                    for (int id = 1; id <= ROWS; id++) {
                        values.addAll(read(plain, "SELECT " + expression + " FROM t WHERE id = " + id));
                    }
                    String grouped = "(SELECT id, " + expression + " AS a FROM t GROUP BY id) p";
                    String joined = " JOIN u ON p.id <> u.id WHERE u.id = 9 ORDER BY p.id";
                    assertThat(read(sharded, "SELECT p.a FROM " + grouped + joined))
                            .as(mode + " " + expression)
                            .isEqualTo(values);
                    String nested = "(SELECT id, a FROM " + grouped + ") p";
                    assertThat(read(sharded, "SELECT p.a FROM " + nested + joined))
                            .as(mode + " nested " + expression)
                            .isEqualTo(values);
                }
            }
        }
    }

    private static void fill(Connection connection) throws SQLException {
        execute(
                connection,
                "CREATE TABLE t (id INT NOT NULL PRIMARY KEY, born DATE, seen TIMESTAMP(6) NULL, name VARCHAR(5), number INT,"
                        + " price DECIMAL(3,1))");
        execute(connection, "CREATE TABLE u (id INT NOT NULL PRIMARY KEY)");
        execute(
                connection,
                "INSERT INTO t (id, born, seen, name, number, price) VALUES"
                        + " (1, DATE '2024-02-29', TIMESTAMP '2024-02-29 10:11:12.999999', 'abcde', 2147483646, 99.9),"
                        + " (2, DATE '9999-12-31', TIMESTAMP '2024-12-31 23:59:59.999999', 'a', -128, -99.9),"
                        + " (3, DATE '2024-03-02', NULL, NULL, NULL, NULL)");
        execute(connection, "INSERT INTO u (id) VALUES (1), (9)");
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<String> read(Connection connection, String sql) throws SQLException {
        List<String> values = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                values.add(rows.getString(1));
            }
        }
        return values;
    }
}
