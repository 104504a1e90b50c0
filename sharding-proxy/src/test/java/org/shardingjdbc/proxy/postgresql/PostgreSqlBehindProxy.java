package org.shardingjdbc.proxy.postgresql;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import java.util.function.UnaryOperator;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.proxy.ProxyOptions;
import org.shardingjdbc.proxy.ShardingProxy;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;
import org.shardingjdbc.testkit.fixture.FixtureDescription;

/** A plain PostgreSQL, and a proxy before two databases with two tables each; for tests. */
final class PostgreSqlBehindProxy implements AutoCloseable {
    private static final String DATABASE = "logic";

    private final Fixture<ShardingDataSource> fixture;
    private final ShardingProxy proxy;
    private final String plainName;

    private PostgreSqlBehindProxy(Fixture<ShardingDataSource> fixture, ShardingProxy proxy, String plainName) {
        this.fixture = fixture;
        this.proxy = proxy;
        this.plainName = plainName;
    }

    static PostgreSqlBehindProxy start(String name) throws SQLException, IOException {
        return start(name, UnaryOperator.identity());
    }

    /** @param options adds to those of a proxy that trusts everyone */
    static PostgreSqlBehindProxy start(String name, UnaryOperator<ProxyOptions> options)
            throws SQLException, IOException {
        return start(
                name,
                description -> description
                        .grid("t_order", "user_id", "order_id")
                        .grid("t_value", "user_id", "id")
                        .broadcast("t_dict"),
                options);
    }

    /** @param tables says which tables there are */
    static PostgreSqlBehindProxy start(
            String name, UnaryOperator<FixtureDescription> tables, UnaryOperator<ProxyOptions> options)
            throws SQLException, IOException {
        Fixture<ShardingDataSource> fixture =
                tables.apply(Fixture.on(DatabaseKind.POSTGRESQL, name)).open(PostgreSqlBehindProxy::open);
        ShardingProxy proxy = ShardingProxy.start(
                java.util.Map.of(DATABASE, fixture.sharded()),
                options.apply(ProxyOptions.onPort(0).trustEveryone()));
        return new PostgreSqlBehindProxy(fixture, proxy, name);
    }

    private static ShardingDataSource open(InputStream yaml) throws SQLException, IOException {
        String text = new String(yaml.readAllBytes(), StandardCharsets.UTF_8)
                .replace("\"\n    username", "?binaryTransfer=false\"\n    username");
        return ShardingDataSourceFactory.create(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    ShardingProxy proxy() {
        return proxy;
    }

    Fixture<ShardingDataSource> fixture() {
        return fixture;
    }

    /** Through the proxy. */
    Connection connect(String... properties) throws SQLException {
        return connect("jdbc:postgresql://127.0.0.1:" + proxy.port() + "/" + DATABASE, properties);
    }

    /** To the plain database. */
    Connection connectPlain(String... properties) throws SQLException {
        return connect(fixture.server().jdbcUrl(plainName), properties);
    }

    private Connection connect(String url, String... properties) throws SQLException {
        Properties all = new Properties();
        all.setProperty("user", fixture.server().user());
        all.setProperty("password", fixture.server().password());
        for (int i = 0; i < properties.length; i += 2) {
            all.setProperty(properties[i], properties[i + 1]);
        }
        return DriverManager.getConnection(url, all);
    }

    /** Where a client that is no Java finds the proxy: host, port, database. */
    String[] address() {
        return new String[] {"127.0.0.1", String.valueOf(proxy.port()), DATABASE};
    }

    /** Where it finds the plain database. */
    String[] plainAddress() {
        String url = fixture.server().jdbcUrl(plainName);
        String rest = url.substring(url.indexOf("//") + 2);
        int slash = rest.indexOf('/');
        int colon = rest.indexOf(':');
        return new String[] {"127.0.0.1", rest.substring(colon + 1, slash), plainName};
    }

    @Override
    public void close() throws SQLException {
        proxy.close();
        fixture.close();
    }
}
