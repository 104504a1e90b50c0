package org.shardingjdbc.jdbc.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/**
 * A column that a driver shows as a truth value is placed by what it is defined as, whichever setter gives its values.
 */
class TruthColumnsTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              tables:
                t:
                  actualDataNodes: ds_${0..1}.t
                  databaseStrategy: {standard: {shardingColumn: flag, shardingAlgorithmName: by_flag}}
              shardingAlgorithms:
                by_flag: ALGORITHM
            """;
    private static final String MOD = "{type: MOD, props: {sharding-count: 2}}";
    private static final String HASH_MOD = "{type: HASH_MOD, props: {sharding-count: 2}}";
    private static final String INLINE = "{type: INLINE, props: {algorithm-expression: \"ds_${flag % 2}\"}}";

    private record Case(DatabaseKind kind, String type, String algorithm) {}

    @TestFactory
    Stream<DynamicTest> oneValueIsOnOneDataNode() {
        List<Case> cases = new ArrayList<>();
        for (DatabaseKind kind : List.of(DatabaseKind.MYSQL, DatabaseKind.MARIADB)) {
            for (String type : List.of("TINYINT(1)", "BOOLEAN", "BIT(1)", "TINYINT(1) UNSIGNED", "BIT(8)")) {
                for (String algorithm : List.of(MOD, HASH_MOD, INLINE)) {
                    cases.add(new Case(kind, type, algorithm));
                }
            }
        }
        return cases.stream().map(each -> DynamicTest.dynamicTest(each.toString(), () -> run(each)));
    }

    private static void run(Case each) throws Exception {
        String rules = RULES.replace("ALGORITHM", each.algorithm);
        try (Fixture<ShardingDataSource> shards =
                        Fixture.on(each.kind, "truths").rules(rules).open(ShardingDataSourceFactory::create);
                Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS t");
            statement.execute("CREATE TABLE t (id INT PRIMARY KEY, flag " + each.type + " NOT NULL)");
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t (id, flag) VALUES (?, ?)")) {
                for (int id = 0; id < 8; id++) {
                    insert.setInt(1, id);
                    switch (id / 2) {
                        case 0 -> insert.setInt(2, id % 2);
                        case 1 -> insert.setBoolean(2, id % 2 == 1);
                        case 2 -> insert.setLong(2, id % 2);
                        default -> insert.setObject(2, (short) (id % 2));
                    }
                    insert.executeUpdate();
                }
            }
            statement.executeUpdate("INSERT INTO t (id, flag) VALUES (8, 0), (9, 1), (10, FALSE), (11, TRUE)");
            for (int flag = 0; flag < 2; flag++) {
                try (Connection node = shards.raw(flag).getConnection();
                        Statement there = node.createStatement();
                        ResultSet rows = there.executeQuery("SELECT COUNT(*), SUM(flag + 0 = " + flag + ") FROM t")) {
                    rows.next();
                    assertThat(rows.getInt(1)).as("rows of ds_%s", flag).isEqualTo(6);
                    assertThat(rows.getInt(2)).as("of them those of %s", flag).isEqualTo(6);
                }
                assertFound(connection, "SELECT id FROM t WHERE flag = " + flag + " ORDER BY id", null, flag);
                assertFound(connection, "SELECT id FROM t WHERE flag = ? ORDER BY id", flag, flag);
                assertFound(connection, "SELECT id FROM t WHERE flag = ? ORDER BY id", flag == 1, flag);
                assertFound(connection, "SELECT id FROM t WHERE flag IN (?, 5) ORDER BY id", (long) flag, flag);
            }
            try (ResultSet rows =
                    statement.executeQuery("SELECT flag + 0, COUNT(*) FROM t GROUP BY flag ORDER BY flag")) {
                rows.next();
                assertThat(rows.getInt(1)).isZero();
                assertThat(rows.getInt(2)).isEqualTo(6);
            }
            assertThat(statement.executeUpdate("DELETE FROM t WHERE flag = 1")).isEqualTo(6);
        }
    }

    private static void assertFound(Connection connection, String sql, Object value, int flag) throws SQLException {
        List<Integer> found = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            if (value != null) {
                select.setObject(1, value);
            }
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    found.add(rows.getInt(1));
                }
            }
        }
        assertThat(found)
                .as("%s with %s", sql, value)
                .containsExactly(flag, flag + 2, flag + 4, flag + 6, flag + 8, flag + 10);
    }
}
