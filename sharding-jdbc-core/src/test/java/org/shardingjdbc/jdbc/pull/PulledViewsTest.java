package org.shardingjdbc.jdbc.pull;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** Views of one data source whose rows are pulled into another one, which has to be told their columns. */
class PulledViewsTest {
    private static List<String> rows(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> all = new ArrayList<>();
            while (rows.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    row.add(rows.getString(i));
                }
                all.add(String.join(" ", row));
            }
            return all;
        }
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void columnsAreThoseOfTheViewAndNotOfItsTable(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards = Fixture.on(kind, "pulled_views")
                        .single("\"*.*\"")
                        .prepared(0, "CREATE TABLE s (id INT PRIMARY KEY)", "INSERT INTO s VALUES (1), (2), (3)")
                        .prepared(
                                1,
                                "CREATE TABLE r (id INT PRIMARY KEY, a INT, name VARCHAR(20))",
                                "INSERT INTO r VALUES (10, 1, 'p'), (11, 1, 'q'), (12, 2, 'z')",
                                "CREATE VIEW v_group AS SELECT a AS k, COUNT(*) AS n, MAX(id) AS id, MAX(name) AS name FROM r GROUP BY a",
                                "CREATE VIEW v_count AS SELECT a AS id, COUNT(*) AS name FROM r GROUP BY a",
                                "CREATE VIEW v_swap AS SELECT a AS id, id AS a, name AS text FROM r")
                        .open(ShardingDataSourceFactory::create);
                Connection connection = shards.sharded().getConnection()) {
            for (boolean autoCommit : new boolean[] {true, false}) {
                connection.setAutoCommit(autoCommit);
                assertThat(rows(
                                connection,
                                "SELECT s.id, v.n, v.id, v.name FROM s JOIN v_group v ON s.id = v.k ORDER BY s.id"))
                        .containsExactly("1 2 11 q", "2 1 12 z");
                assertThat(rows(
                                connection,
                                "SELECT s.id, v.a, v.text FROM s LEFT JOIN v_swap v ON s.id = v.id ORDER BY 1, 2"))
                        .containsExactlyInAnyOrder("1 10 p", "1 11 q", "2 12 z", "3 null null");
                try (Statement statement = connection.createStatement();
                        ResultSet counts = statement.executeQuery(
                                "SELECT s.id, v.name FROM s JOIN v_count v ON s.id = v.id WHERE s.id = 1")) {
                    assertThat(counts.getMetaData().getColumnType(2)).isEqualTo(Types.BIGINT);
                    assertThat(counts.next()).isTrue();
                    assertThat(counts.getLong(2)).isEqualTo(2);
                }
            }
            connection.rollback();
        }
    }
}
