package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** DELETE ... RETURNING whose subquery finds nothing, so that the databases see that nothing can be deleted. */
class DeleteReturningTest {
    private static final String DELETE =
            "DELETE FROM t_note WHERE author = 1 AND author IN (SELECT n.author FROM t_note n WHERE n.author > %d)"
                    + " RETURNING id";

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void aQueryReturnsNoRowsOrTheDeletedOnes(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards = Fixture.on(kind, "delete_returning")
                        .dataSources(1)
                        .sharded("t_note", "id", 3)
                        .open(ShardingDataSourceFactory::create);
                Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_note (id INT NOT NULL PRIMARY KEY, author INT)");
            statement.executeUpdate("INSERT INTO t_note (id, author) VALUES (0, 1), (1, 1), (2, 2)");
            try (ResultSet none = statement.executeQuery(DELETE.formatted(100))) {
                assertThat(none.next()).isFalse();
            }
            int deleted = 0;
            try (ResultSet rows = statement.executeQuery(DELETE.formatted(0))) {
                while (rows.next()) {
                    assertThat(rows.getInt("id")).isIn(0, 1);
                    deleted++;
                }
            }
            assertThat(deleted).isEqualTo(2);
        }
    }
}
