package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/**
 * PostgreSQL: parts of WITH that write beside a query over a sharded table; each row is written once, and counted once.
 */
class WritingCommonTablesTest {
    private static Fixture<ShardingDataSource> fixture;

    @BeforeAll
    static void open() throws Exception {
        fixture = Fixture.on(DatabaseKind.POSTGRESQL, "writing_common_tables")
                .sharded("t_car", "id", 4)
                .sharded("t_vehicle", "id", 4)
                .binding("t_car,t_vehicle")
                .open(ShardingDataSourceFactory::create);
        fixture.onBoth(
                "CREATE TABLE t_car (id BIGINT PRIMARY KEY, doors INT)",
                "CREATE TABLE t_vehicle (id BIGINT PRIMARY KEY, maker TEXT)");
    }

    @AfterAll
    static void close() throws SQLException {
        fixture.close();
    }

    private static List<String> rows(Statement statement, String sql) throws SQLException {
        List<String> found = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(sql)) {
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= columns; i++) {
                    row.append(rows.getString(i)).append(' ');
                }
                found.add(row.toString());
            }
        }
        found.sort(null);
        return found;
    }

    private static List<String> answer(DataSource dataSource, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DELETE FROM t_car");
            statement.execute("DELETE FROM t_vehicle");
            for (int i = 0; i < 20; i++) {
                statement.execute("INSERT INTO t_car (id, doors) VALUES (" + i + ", " + i % 5 + ")");
                statement.execute("INSERT INTO t_vehicle (id, maker) VALUES (" + i + ", 'maker " + i % 3 + "')");
            }
            List<String> all = new ArrayList<>(rows(statement, sql));
            all.addAll(rows(statement, "SELECT id, doors FROM t_car"));
            all.addAll(rows(statement, "SELECT id, maker FROM t_vehicle"));
            return all;
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "WITH u AS (UPDATE t_car SET doors = doors + 1 RETURNING id) SELECT COUNT(*) FROM t_car",
                "WITH u AS (UPDATE t_car SET doors = doors + 1 WHERE doors > 2) SELECT id, maker FROM t_vehicle",
                "WITH d AS (DELETE FROM t_car WHERE doors > 2 RETURNING id) SELECT COUNT(*) FROM t_vehicle",
                "WITH ids AS (SELECT id FROM t_car WHERE doors > 1), u AS (UPDATE t_car SET doors = doors + 1) SELECT count(*) FROM ids",
                "WITH ids(id) AS (SELECT c.id FROM t_car c WHERE c.doors > 1), u(id) AS (UPDATE t_car c SET doors = c.doors + 1"
                        + " WHERE c.id IN (SELECT i.id FROM ids i) RETURNING id) SELECT count(*) FROM ids",
                "WITH ids(id) AS MATERIALIZED (SELECT c.id FROM t_car c JOIN t_vehicle v ON c.id = v.id WHERE c.doors > 1),"
                        + " u(id) AS (UPDATE t_car c SET doors = c.doors + 1 WHERE c.id IN (SELECT i.id FROM ids i) RETURNING c.id),"
                        + " w(id) AS (UPDATE t_vehicle v SET maker = 'x' WHERE v.id IN (SELECT i.id FROM ids i) RETURNING v.id)"
                        + " SELECT count(*) FROM ids",
                "WITH ids(id) AS (SELECT c.id FROM t_car c JOIN t_vehicle v ON c.id = v.id WHERE v.maker = 'maker 1'),"
                        + " d(id) AS (DELETE FROM t_car c WHERE c.id IN (SELECT i.id FROM ids i) RETURNING c.id),"
                        + " e(id) AS (DELETE FROM t_vehicle v WHERE v.id IN (SELECT i.id FROM ids i) RETURNING v.id)"
                        + " SELECT count(*) FROM ids",
                "WITH u AS (UPDATE t_car SET doors = 9 WHERE id = 3) SELECT id, doors FROM t_car WHERE id = 4",
                "WITH u AS (UPDATE t_car SET doors = 9) SELECT id, doors FROM t_car WHERE id = 4",
                "WITH u AS (UPDATE t_car SET doors = 9 WHERE id = 3) SELECT COUNT(*), MAX(doors) FROM t_car",
                "WITH u AS (UPDATE t_car SET doors = 9 WHERE id = 3) SELECT COUNT(*), MAX(doors) FROM t_car WHERE id = 8",
                "WITH u AS (UPDATE t_car SET doors = 9) SELECT id FROM t_vehicle ORDER BY id LIMIT 3",
                "WITH u AS (UPDATE t_car SET doors = 9) SELECT DISTINCT maker FROM t_vehicle",
                "WITH d AS (DELETE FROM t_car WHERE doors = 1) UPDATE t_vehicle SET maker = 'y' WHERE id < 5 RETURNING id, maker",
                "WITH d AS (DELETE FROM t_car WHERE id = 7) DELETE FROM t_vehicle WHERE id = 8 RETURNING id"
            })
    void areWrittenOnce(String sql) throws SQLException {
        assertThat(answer(fixture.sharded(), sql)).isEqualTo(answer(fixture.plain(), sql));
    }

    /** Rows that are made have one place, and rows that are returned meet others. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "WITH u AS (UPDATE t_car SET doors = doors + 1 RETURNING id) SELECT 1",
                "WITH n AS (INSERT INTO t_car (id, doors) VALUES (100, 1) RETURNING id) SELECT COUNT(*) FROM t_vehicle",
                "WITH u AS (UPDATE t_car SET doors = 9 RETURNING id), w AS (DELETE FROM t_vehicle WHERE id < 4)"
                        + " SELECT u.id FROM u JOIN t_vehicle v ON v.id = u.id"
            })
    void othersAreRefused(String sql) {
        assertThatThrownBy(() -> answer(fixture.sharded(), sql)).hasMessageStartingWith("SHD-");
    }
}
