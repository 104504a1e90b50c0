package org.shardingjdbc.feature.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;

/**
 * Random queries over the same rows with limits and without: each is answered alike, or is refused by a limit's code.
 * {@code -Dlimits.seed} and {@code -Dlimits.statements} repeat and lengthen it.
 */
@Tag("random")
class RandomLimitsTest {
    private static final String DATABASES = """
            dataSources:
              ds_0: {jdbcUrl: 'jdbc:h2:mem:rlimits_0;DB_CLOSE_DELAY=-1'}
              ds_1: {jdbcUrl: 'jdbc:h2:mem:rlimits_1;DB_CLOSE_DELAY=-1'}
            rules:
            - !SHARDING
              tables:
                t:
                  actualDataNodes: ds_${0..1}.t_${0..1}
                  databaseStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: by_id}}
                  tableStrategy: {standard: {shardingColumn: k, shardingAlgorithmName: by_k}}
              shardingAlgorithms:
                by_id: {type: INLINE, props: {algorithm-expression: 'ds_${id % 2}'}}
                by_k: {type: INLINE, props: {algorithm-expression: 't_${k % 2}'}}
            """;
    private static final String LIMITS = """
            - !LIMITS
              limits:
                nodes: {maxDataNodes: 3}
                rows: {maxRowsReturned: 8}
                held: {maxRowsHeld: 6}
            """;
    private static final Set<Integer> CODES = Set.of(
            ErrorCode.LIMIT_NODES.number(), ErrorCode.LIMIT_ROWS_RETURNED.number(), ErrorCode.LIMIT_ROWS_HELD.number());

    private final long seed = Long.getLong("limits.seed", 7);
    private final Random random = new Random(seed);

    @Test
    void limitsRefuseAndChangeNothingElse() throws SQLException {
        int answered = 0;
        int refused = 0;
        for (String database : List.of("rlimits_0", "rlimits_1")) {
            on(database, "CREATE TABLE t_0 (id INT, k INT, v INT)");
            on(database, "CREATE TABLE t_1 (id INT, k INT, v INT)");
        }
        try (ShardingDataSource free = open(DATABASES);
                ShardingDataSource limited = open(DATABASES + LIMITS)) {
            try (Connection connection = free.getConnection();
                    Statement insert = connection.createStatement()) {
                for (int i = 0; i < 40; i++) {
                    insert.executeUpdate("INSERT INTO t (id, k, v) VALUES (" + random.nextInt(6) + ", "
                            + random.nextInt(4) + ", " + random.nextInt(20) + ")");
                }
            }
            for (int i = 0; i < Integer.getInteger("limits.statements", 600); i++) {
                String sql = query();
                Answer wanted = answer(free, sql);
                Answer got = answer(limited, sql);
                if (got.error() != null && wanted.error() == null) {
                    assertThat(CODES).as("seed %d: %s: %s", seed, sql, got).contains(got.code());
                    int before = Math.min(got.rows().size(), wanted.rows().size());
                    assertThat(wanted.rows().subList(0, before))
                            .as("seed %d: %s", seed, sql)
                            .isEqualTo(got.rows());
                    refused++;
                } else {
                    assertThat(got).as("seed %d: %s", seed, sql).isEqualTo(wanted);
                    answered++;
                }
            }
        } finally {
            on("rlimits_0", "SHUTDOWN");
            on("rlimits_1", "SHUTDOWN");
        }
        assertThat(answered).isGreaterThan(100);
        assertThat(refused).isGreaterThan(100);
    }

    /** @param rows those that came before the error, if there was one */
    private record Answer(List<String> rows, int code, String error) {}

    private String query() {
        String where = List.of("", " WHERE " + condition(), " WHERE " + condition() + " AND " + condition())
                .get(random.nextInt(3));
        String limit = random.nextBoolean() ? "" : " LIMIT " + (1 + random.nextInt(12));
        return switch (random.nextInt(6)) {
            case 0 -> "SELECT id, k, v FROM t" + where + " ORDER BY v, id, k" + limit;
            case 1 -> "SELECT v, COUNT(*) AS c, MIN(k) FROM t" + where + " GROUP BY v ORDER BY v" + limit;
            case 2 -> "SELECT v, COUNT(*) AS c FROM t" + where + " GROUP BY v ORDER BY c, v" + limit;
            case 3 -> "SELECT DISTINCT k, v FROM t" + where + " ORDER BY k, v" + limit;
            case 4 -> "SELECT COUNT(DISTINCT v), SUM(k), AVG(id) FROM t" + where;
            default ->
                "SELECT a.v, b.k FROM t a JOIN t b ON a.v = b.v"
                        + where.replace("id", "a.id").replace("k ", "a.k ").replace("v ", "a.v ") + " ORDER BY a.v, b.k"
                        + limit;
        };
    }

    private String condition() {
        String column = List.of("id", "k", "v").get(random.nextInt(3));
        return switch (random.nextInt(3)) {
            case 0 -> column + " = " + random.nextInt(6);
            case 1 -> column + " IN (" + random.nextInt(6) + ", " + random.nextInt(6) + ")";
            default -> column + " < " + random.nextInt(20);
        };
    }

    private static Answer answer(ShardingDataSource dataSource, String sql) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                StringBuilder row = new StringBuilder();
                for (int column = 1; column <= columns; column++) {
                    row.append(rows.getString(column)).append('|');
                }
                found.add(row.toString());
            }
            return new Answer(found, 0, null);
        } catch (SQLException e) {
            return new Answer(found, e.getErrorCode(), e.getMessage());
        }
    }

    private static ShardingDataSource open(String yaml) throws SQLException {
        return ShardingDataSourceFactory.create(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)));
    }

    private static void on(String database, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:" + database + ";DB_CLOSE_DELAY=-1");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
