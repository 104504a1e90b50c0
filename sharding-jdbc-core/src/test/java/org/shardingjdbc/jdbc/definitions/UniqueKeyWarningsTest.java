package org.shardingjdbc.jdbc.definitions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** A unique key that holds within each data node only is warned of when it is made. */
class UniqueKeyWarningsTest {
    private static Fixture<ShardingDataSource> open(DatabaseKind kind) throws SQLException, IOException {
        return Fixture.on(kind, "unique_keys")
                .dataSources(1)
                .sharded("t", "id", 2)
                .sharded("o", "id", 1)
                .single("ds_0.s")
                .open(ShardingDataSourceFactory::create);
    }

    private static List<String> warnings(Connection connection, String sql, boolean prepared) throws SQLException {
        List<String> all = new ArrayList<>();
        try (Statement statement = prepared ? connection.prepareStatement(sql) : connection.createStatement()) {
            if (prepared) {
                ((PreparedStatement) statement).execute();
            } else {
                statement.execute(sql);
            }
            collect(statement, all);
        }
        return all;
    }

    private static void collect(Statement statement, List<String> all) throws SQLException {
        for (SQLWarning each = statement.getWarnings(); each != null; each = each.getNextWarning()) {
            assertThat(each.getSQLState()).isEqualTo("01000");
            all.add(each.getMessage().substring(0, each.getMessage().indexOf(':')));
        }
    }

    private static String lacking(String key) {
        return "The unique key (" + key + ") of the sharded table t lacks the sharding column id";
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void keysWithoutTheShardingColumnAreWarnedOf(DatabaseKind kind) throws SQLException, IOException {
        try (Fixture<ShardingDataSource> shards = open(kind);
                Connection connection = shards.sharded().getConnection()) {
            String drop = "DROP TABLE t";
            assertThat(warnings(connection, "CREATE TABLE t (id INT PRIMARY KEY, a INT, b INT)", false))
                    .isEmpty();
            assertThat(warnings(connection, "CREATE UNIQUE INDEX t_a ON t (a, b)", false))
                    .containsExactly(lacking("a, b"));
            assertThat(warnings(connection, "CREATE UNIQUE INDEX t_b ON t (b DESC, id)", false))
                    .isEmpty();
            assertThat(warnings(connection, "CREATE INDEX t_plain ON t (b)", false))
                    .isEmpty();
            assertThat(warnings(connection, "ALTER TABLE t ADD CONSTRAINT t_u UNIQUE (b)", true))
                    .containsExactly(lacking("b"));
            assertThat(warnings(connection, "ALTER TABLE t ADD CONSTRAINT t_w UNIQUE (b, id)", true))
                    .isEmpty();
            assertThat(warnings(connection, drop, false)).isEmpty();
            assertThat(warnings(
                            connection,
                            "CREATE TABLE t (id INT NOT NULL, a INT UNIQUE, b INT NOT NULL, PRIMARY KEY (b),"
                                    + " CONSTRAINT t_v UNIQUE (id, a))",
                            true))
                    .containsExactlyInAnyOrder(lacking("a"), lacking("b"));
            assertThat(warnings(connection, drop, false)).isEmpty();
            assertThat(warnings(connection, "CREATE TABLE t (id INT, a INT NOT NULL)", false))
                    .isEmpty();
            assertThat(warnings(connection, "ALTER TABLE t ADD PRIMARY KEY (a)", false))
                    .containsExactly(lacking("a"));
            // of one data node, and of one table
            assertThat(warnings(connection, "CREATE TABLE o (id INT, a INT UNIQUE)", false))
                    .isEmpty();
            assertThat(warnings(connection, "CREATE TABLE s (id INT, a INT UNIQUE)", false))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DatabaseKind.class,
            names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void expressionsAndBeginningsOfColumnsDoNotPlaceRows(DatabaseKind kind) throws SQLException, IOException {
        try (Fixture<ShardingDataSource> shards = open(kind);
                Connection connection = shards.sharded().getConnection()) {
            if (kind == DatabaseKind.POSTGRESQL) {
                warnings(connection, "CREATE TABLE t (id INT PRIMARY KEY, a TEXT)", false);
                assertThat(warnings(connection, "CREATE UNIQUE INDEX t_a ON t (lower(a), (id % 2), a)", false))
                        .containsExactly(lacking("a"));
                assertThat(warnings(
                                connection, "CREATE UNIQUE INDEX t_b ON t USING btree (a COLLATE \"C\", id)", false))
                        .isEmpty();
                return;
            }
            assertThat(warnings(connection, "CREATE TABLE t (id VARCHAR(9), a INT, UNIQUE KEY t_a (a, id(3)))", false))
                    .containsExactly(lacking("a"));
            assertThat(warnings(connection, "CREATE UNIQUE INDEX t_b ON t (`id`, a)", false))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void aBatchKeepsTheWarningsOfItsTexts(DatabaseKind kind) throws SQLException, IOException {
        try (Fixture<ShardingDataSource> shards = open(kind);
                Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            statement.addBatch("CREATE TABLE t (id INT NOT NULL, a INT NOT NULL, b INT UNIQUE)");
            statement.addBatch("INSERT INTO t (id, a) VALUES (1, 1), (2, 2)");
            statement.addBatch("CREATE UNIQUE INDEX t_a ON t (a)");
            statement.addBatch("CREATE TABLE s (id INT, a INT UNIQUE)");
            statement.addBatch("UPDATE t SET a = a + 1 WHERE id > 0");
            assertThat(statement.executeBatch()).containsExactly(0, 2, 0, 0, 2);
            List<String> all = new ArrayList<>();
            collect(statement, all);
            assertThat(all).containsExactly(lacking("b"), lacking("a"));

            all.clear();
            statement.addBatch("DELETE FROM t WHERE id = 2");
            statement.executeBatch();
            collect(statement, all);
            assertThat(all).isEmpty();

            statement.addBatch("CREATE UNIQUE INDEX t_ab ON t (a, b)");
            statement.addBatch("INSERT INTO t (id, a) VALUES (1, NULL)");
            assertThatThrownBy(statement::executeBatch).isInstanceOf(BatchUpdateException.class);
            collect(statement, all);
            assertThat(all).containsExactly(lacking("a, b"));

            all.clear();
            try (PreparedStatement prepared = connection.prepareStatement("CREATE UNIQUE INDEX t_ba ON t (b, a)")) {
                prepared.addBatch();
                prepared.executeBatch();
                collect(prepared, all);
            }
            assertThat(all).containsExactly(lacking("b, a"));
        }
    }
}
