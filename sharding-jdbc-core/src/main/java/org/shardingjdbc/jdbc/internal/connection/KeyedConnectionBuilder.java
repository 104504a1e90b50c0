package org.shardingjdbc.jdbc.internal.connection;

import java.sql.Connection;
import java.sql.ConnectionBuilder;
import java.sql.SQLException;
import java.sql.ShardingKey;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Opens connections with a sharding key. Not thread-safe. */
public final class KeyedConnectionBuilder implements ConnectionBuilder {
    private final DataSource dataSource;
    private @Nullable String user;
    private @Nullable String password;
    private @Nullable ShardingKey key;
    private @Nullable ShardingKey superKey;

    public KeyedConnectionBuilder(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    @Override
    public ConnectionBuilder user(String username) {
        user = username;
        return this;
    }

    @Override
    public ConnectionBuilder password(String secret) {
        password = secret;
        return this;
    }

    @Override
    public ConnectionBuilder shardingKey(ShardingKey shardingKey) {
        key = shardingKey;
        return this;
    }

    @Override
    public ConnectionBuilder superShardingKey(ShardingKey superShardingKey) {
        superKey = superShardingKey;
        return this;
    }

    @Override
    public Connection build() throws SQLException {
        if (user != null || password != null) {
            return dataSource.getConnection(user, password);
        }
        Connection connection = dataSource.getConnection();
        try {
            connection.setShardingKey(key, superKey);
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }
}
