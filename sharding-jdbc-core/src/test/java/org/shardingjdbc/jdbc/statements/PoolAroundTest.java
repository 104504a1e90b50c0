package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.internal.connection.ShardingConnection;
import org.shardingjdbc.testkit.DatabaseKind;

/** An application may pool our connections; what we refuse does not cost it one. */
class PoolAroundTest {
    @Test
    void refusalsLeaveThePooledConnectionWhereItIs() throws SQLException, IOException {
        try (StatementShards shards = StatementShards.create(DatabaseKind.H2, "pooled")) {
            HikariConfig config = new HikariConfig();
            config.setDataSource(shards.sharded());
            config.setMaximumPoolSize(1);
            try (HikariDataSource pool = new HikariDataSource(config)) {
                Connection logical;
                try (Connection connection = pool.getConnection();
                        Statement statement = connection.createStatement()) {
                    logical = connection.unwrap(ShardingConnection.class);
                    assertThatThrownBy(() -> statement.setCursorName("c"))
                            .isInstanceOf(SQLFeatureNotSupportedException.class);
                    assertThatThrownBy(() -> statement.executeQuery(
                                    "SELECT order_id, ROW_NUMBER() OVER (ORDER BY status) FROM t_order FOR UPDATE"))
                            .isInstanceOf(SQLFeatureNotSupportedException.class);
                    assertThatThrownBy(() -> statement.executeQuery("SELECT FROM WHERE"))
                            .isInstanceOf(SQLException.class);
                    assertThatThrownBy(() -> statement.executeUpdate("INSERT INTO t_config VALUES ('a', 'b', 'c')"))
                            .isInstanceOf(SQLException.class);
                    assertThat(statement.executeUpdate("INSERT INTO t_config VALUES ('a', 'b')"))
                            .isEqualTo(1);
                }
                try (Connection connection = pool.getConnection()) {
                    assertThat(connection.unwrap(ShardingConnection.class)).isSameAs(logical);
                }
            }
        }
    }
}
