package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** DELETE ... RETURNING whose subquery finds nothing, so that the databases see that nothing can be deleted. */
class DeleteReturningTest {
    private static final String DELETE =
            "DELETE FROM t_note WHERE author = 1 AND author IN (SELECT n.author FROM t_note n WHERE n.author > %d)"
                    + " RETURNING id";

    private static DataSource create(DatabaseKind kind) throws Exception {
        TestServer server = TestServer.of(kind);
        String yaml = """
                dataSources:
                  ds_0:
                    jdbcUrl: "%s"
                    username: "%s"
                    password: "%s"
                rules:
                - !SHARDING
                  tables:
                    t_note:
                      actualDataNodes: ds_0.t_note_${0..2}
                      tableStrategy:
                        standard:
                          shardingColumn: id
                          shardingAlgorithmName: by_id
                  shardingAlgorithms:
                    by_id:
                      type: MOD
                      props:
                        sharding-count: 3
                """.formatted(server.createDatabase("delete_returning"), server.user(), server.password());
        return ShardingDataSourceFactory.create(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void aQueryReturnsNoRowsOrTheDeletedOnes(DatabaseKind kind) throws Exception {
        DataSource dataSource = create(kind);
        try (AutoCloseable pools = (AutoCloseable) dataSource;
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(pools).isNotNull();
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
