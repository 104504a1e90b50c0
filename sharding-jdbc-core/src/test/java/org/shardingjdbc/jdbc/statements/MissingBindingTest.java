package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** Where tables are joined on their sharding columns, what is missing is their being declared binding tables. */
class MissingBindingTest {
    @Test
    void theErrorTellsWhatToDeclareWhereTheJoinIsRight() throws Exception {
        try (Fixture<ShardingDataSource> shards = Fixture.on(DatabaseKind.H2, "unbound")
                        .sharded("t", "uid", 4)
                        .sharded("f", "uid", 4)
                        .open(ShardingDataSourceFactory::create);
                Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (uid INT PRIMARY KEY, a INT)");
            statement.execute("CREATE TABLE f (uid INT PRIMARY KEY, a INT)");
            assertThatThrownBy(() ->
                            statement.executeQuery("SELECT t.a FROM t JOIN f ON t.uid = f.uid LIMIT 1 FOR UPDATE"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageStartingWith("SHD-4101")
                    .hasMessageEndingWith(
                            "They are joined on them, but are no binding tables: list \"t,f\" in bindingTables if both are"
                                    + " sharded alike.");
            assertThatThrownBy(
                            () -> statement.executeQuery("SELECT t.a FROM t JOIN f ON t.uid = f.a LIMIT 1 FOR UPDATE"))
                    .hasMessageStartingWith("SHD-4101")
                    .hasMessageNotContaining("bindingTables");
        }
    }
}
