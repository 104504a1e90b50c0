package org.shardingjdbc.jdbc.pull;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fault.JdbcCall;
import org.shardingjdbc.testkit.fault.JdbcProbe;
import org.shardingjdbc.testkit.fixture.Fixture;

/** What PostgreSQL is told of the rows that were pulled before it combines them. */
class PulledStatisticsTest {
    private static final int ROWS = 1_200;

    private final JdbcProbe probe = new JdbcProbe();
    private Fixture<ShardingDataSource> shards;

    @BeforeEach
    void open() throws SQLException, IOException {
        shards = Fixture.on(DatabaseKind.POSTGRESQL, "counted")
                .sharded("t", "id", 4)
                .pool("maximumPoolSize: 3")
                .through(probe)
                .open(ShardingDataSourceFactory::create);
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (id INT PRIMARY KEY, a INT, b VARCHAR(20))");
            StringBuilder insert = new StringBuilder("INSERT INTO t VALUES (0, 0, 'b0')");
            for (int i = 1; i < ROWS; i++) {
                insert.append(", (").append(i).append(", ").append(i / 2).append(", 'b')");
            }
            statement.execute(insert.toString());
        }
        probe.reset();
    }

    @AfterEach
    void close() throws SQLException {
        shards.close();
    }

    private long count(String sql) throws SQLException {
        probe.reset();
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** The statements that begin so, of texts of several too. */
    private List<String> told(String word) {
        return probe.calls().stream()
                .map(JdbcCall::sql)
                .flatMap(sql -> Stream.of(sql.split("; ")))
                .filter(sql -> sql.startsWith(word))
                .distinct()
                .toList();
    }

    @Test
    void tablesOfManyRowsAreCounted() throws SQLException {
        assertThat(count("SELECT COUNT(*) FROM t x JOIN t y ON x.a = y.a")).isEqualTo(2L * ROWS);
        assertThat(told("ANALYZE")).containsExactly("ANALYZE shd_leaf_0, shd_leaf_1");
        assertThat(told("CREATE INDEX")).isEmpty();
    }

    @Test
    void aQueryForEachRowAroundItFindsItsRowsByAnIndex() throws SQLException {
        assertThat(count("SELECT COUNT(*) FROM t x WHERE x.id > (SELECT MIN(y.id) FROM t y WHERE y.a = x.a)"))
                .isEqualTo(ROWS / 2);
        assertThat(told("CREATE INDEX")).containsExactly("CREATE INDEX ON shd_leaf_1 (\"a\")");
        assertThat(told("ANALYZE")).containsExactly("ANALYZE shd_leaf_0, shd_leaf_1");
    }

    @Test
    void fewRowsAreNotCounted() throws SQLException {
        assertThat(count("SELECT COUNT(*) FROM t x JOIN t y ON x.a = y.a WHERE x.a < 10 AND y.a < 10"))
                .isEqualTo(40);
        assertThat(told("ANALYZE")).isEmpty();
    }

    @Test
    void rowsAreInsertedByOneParameterForEachColumn() throws SQLException {
        assertThat(count("SELECT COUNT(*) FROM t x JOIN t y ON x.a = y.a AND y.b = 'b'"))
                .isEqualTo(2L * ROWS - 2);
        assertThat(told("INSERT"))
                .containsExactly(
                        "INSERT INTO shd_leaf_0 SELECT * FROM unnest(CAST(? AS pg_catalog.int4[])) /* int4 */",
                        "INSERT INTO shd_leaf_1 SELECT * FROM unnest(CAST(? AS pg_catalog.int4[]), CAST(? AS"
                                + " pg_catalog.varchar[])) /* int4 varchar */");
    }

    @Test
    void tablesAreMadeAndFilledInOneRoundTrip() throws SQLException {
        assertThat(count("SELECT COUNT(*) FROM t x JOIN t y ON x.a = y.a")).isEqualTo(2L * ROWS);
        assertThat(probe.calls().stream()
                        .map(JdbcCall::sql)
                        .filter(sql -> sql.contains("INTO shd_leaf"))
                        .distinct())
                .singleElement()
                .asString()
                .startsWith("CREATE TEMPORARY TABLE shd_leaf_0")
                .endsWith("; ANALYZE shd_leaf_0, shd_leaf_1");
    }
}
