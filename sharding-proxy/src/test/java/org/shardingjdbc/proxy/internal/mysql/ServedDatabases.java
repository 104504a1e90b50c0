package org.shardingjdbc.proxy.internal.mysql;

import java.io.IOException;
import java.sql.SQLException;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.proxy.ProxyOptions;
import org.shardingjdbc.proxy.ShardingProxy;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.fixture.Fixture;

/** A plain database, and a proxy before two others of the same server, over which tables are sharded. */
final class ServedDatabases implements AutoCloseable {
    static final String USER = "app";
    static final String PASSWORD = "secret";

    private final Fixture<ShardingDataSource> fixture;
    private final ShardingProxy proxy;
    private final String name;

    private ServedDatabases(Fixture<ShardingDataSource> fixture, ShardingProxy proxy, String name) {
        this.fixture = fixture;
        this.proxy = proxy;
        this.name = name;
    }

    static ServedDatabases start(DatabaseKind kind, String name) throws SQLException, IOException {
        return start(TestServer.of(kind), name, ProxyOptions.onPort(0));
    }

    static ServedDatabases start(TestServer server, String name, ProxyOptions options)
            throws SQLException, IOException {
        Fixture<ShardingDataSource> fixture = Fixture.on(
                        server.with("allowLocalInfile=false&tinyInt1isBit=false"), name)
                .dataSources(2)
                .grid("t_order", "user_id", "order_id")
                .grid("t_value", "shard", "id")
                .open(ShardingDataSourceFactory::create);
        ShardingProxy proxy = ShardingProxy.start(
                fixture.sharded(), options.user(USER, PASSWORD).user("nobody", ""));
        return new ServedDatabases(fixture, proxy, name);
    }

    /** The part of a URL that says where the plain database is. */
    String plainPlace() {
        String url = fixture.server().jdbcUrl(name);
        int end = url.indexOf('?');
        return url.substring(url.indexOf("://"), end < 0 ? url.length() : end);
    }

    String proxyPlace() {
        return "://127.0.0.1:" + proxy.port() + '/' + fixture.sharded().databaseName();
    }

    String plainUser() {
        return fixture.server().user();
    }

    String plainPassword() {
        return fixture.server().password();
    }

    ShardingDataSource sharded() {
        return fixture.sharded();
    }

    Fixture<ShardingDataSource> fixture() {
        return fixture;
    }

    ShardingProxy proxy() {
        return proxy;
    }

    @Override
    public void close() throws SQLException {
        proxy.close();
        fixture.close();
    }
}
