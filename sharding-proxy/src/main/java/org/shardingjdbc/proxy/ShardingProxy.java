package org.shardingjdbc.proxy;

import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.proxy.internal.authority.Users;
import org.shardingjdbc.proxy.internal.mysql.MySqlProtocol;
import org.shardingjdbc.proxy.internal.operation.HealthEndpoint;
import org.shardingjdbc.proxy.internal.operation.ManagedProxy;
import org.shardingjdbc.proxy.internal.operation.ServerStatistics;
import org.shardingjdbc.proxy.internal.postgresql.PostgreSqlProtocol;
import org.shardingjdbc.proxy.internal.server.LogicDatabases;
import org.shardingjdbc.proxy.internal.server.Protocol;
import org.shardingjdbc.proxy.internal.server.ProxyServer;
import org.shardingjdbc.proxy.internal.server.ServerLimits;
import org.shardingjdbc.proxy.internal.server.ServerTls;
import org.shardingjdbc.proxy.observe.ProxyStatistics;

/**
 * A server that looks like one database of the kind of those behind it, for clients that are no Java. It lives in the
 * process of the data source that it serves, whose pools, rules and registry its clients share. Safe for all threads.
 */
@Incubating
public final class ShardingProxy implements AutoCloseable {
    private final ProxyServer server;
    private final @Nullable ServerTls tls;

    private final ProxyStatistics statistics;
    private final @Nullable HealthEndpoint health;
    private final @Nullable ManagedProxy managed;

    private ShardingProxy(
            ProxyServer server, @Nullable ServerTls tls, @Nullable HealthEndpoint health, boolean managed) {
        this.server = server;
        this.tls = tls;
        this.health = health;
        this.statistics = new ServerStatistics(server);
        this.managed = managed ? new ManagedProxy(statistics, server.port()) : null;
    }

    /**
     * Serves one logic database, under the name that its configuration gives it.
     *
     * @param dataSource a {@link ShardingDataSource}, or what unwraps to one; it is to be closed after the proxy
     * @return one that listens
     * @throws IOException when it cannot listen there, or a certificate cannot be read
     * @throws SQLException when the data source is none of ours, a database does not answer, or no protocol is spoken
     *     for its kind
     */
    public static ShardingProxy start(DataSource dataSource, ProxyOptions options) throws IOException, SQLException {
        ShardingDataSource served = served(dataSource);
        return open(Map.of(served.databaseName(), served), options);
    }

    /**
     * Serves several logic databases, of which a client chooses one by its name. All are of one kind.
     *
     * @param dataSources by the names that clients use; not empty
     * @return one that listens
     * @throws IOException as for one
     * @throws SQLException as for one
     */
    public static ShardingProxy start(Map<String, ? extends DataSource> dataSources, ProxyOptions options)
            throws IOException, SQLException {
        Map<String, ShardingDataSource> served = new LinkedHashMap<>();
        for (Map.Entry<String, ? extends DataSource> each : dataSources.entrySet()) {
            served.put(each.getKey(), served(each.getValue()));
        }
        return open(served, options);
    }

    private static ShardingDataSource served(DataSource dataSource) throws SQLException {
        return dataSource instanceof ShardingDataSource itself ? itself : dataSource.unwrap(ShardingDataSource.class);
    }

    private static ShardingProxy open(Map<String, ShardingDataSource> served, ProxyOptions options)
            throws IOException, SQLException {
        LogicDatabases databases = new LogicDatabases(served);
        ServerLimits limits = options.limits();
        Users users = new Users(options.users(), options.everyone());
        ServerTls tls = tls(options);
        ProxyServer server = new ProxyServer(
                new InetSocketAddress(options.host(), options.port()),
                protocol(databases, users, limits, options.loadsLocalFiles()),
                limits,
                tls,
                options.loadBalancers(),
                options.patience());
        return new ShardingProxy(server, tls, health(options, server, databases), options.managed());
    }

    private static @Nullable HealthEndpoint health(ProxyOptions options, ProxyServer server, LogicDatabases databases)
            throws IOException {
        if (options.healthPort() == null) {
            return null;
        }
        InetSocketAddress address = new InetSocketAddress(options.host(), options.healthPort());
        try {
            return new HealthEndpoint(address, server, databases, options.metrics());
        } catch (IOException e) {
            server.close();
            throw new IOException("The proxy cannot tell its health on " + address + ": " + e.getMessage(), e);
        }
    }

    private static @Nullable ServerTls tls(ProxyOptions options) throws IOException {
        File certificate = options.certificate();
        File key = options.certificateKey();
        if (certificate == null || key == null) {
            if (options.clientAuthorities() != null) {
                throw new IllegalArgumentException("Certificates of clients need one of the proxy");
            }
            return null;
        }
        return new ServerTls(certificate, key, options.clientAuthorities(), options.clientCertificateRequired());
    }

    private static Protocol protocol(LogicDatabases databases, Users users, ServerLimits limits, boolean localFiles)
            throws SQLException {
        String product;
        try (Connection connection = databases.first().getConnection()) {
            product = connection.getMetaData().getDatabaseProductName();
        }
        return switch (product) {
            case "MySQL", "MariaDB" -> new MySqlProtocol(databases, users, limits, localFiles);
            case "PostgreSQL" -> new PostgreSqlProtocol(databases, users, limits);
            default ->
                throw new SQLException(
                        "No wire protocol is spoken for " + product + ": the proxy knows those of PostgreSQL and MySQL",
                        "0A000");
        };
    }

    /** On which it listens. */
    public int port() {
        return server.port();
    }

    /** How many clients are connected now. */
    public int clients() {
        return server.sessions().count();
    }

    /** What it has done, and who is there. */
    public ProxyStatistics statistics() {
        return statistics;
    }

    /**
     * On which it tells its health.
     *
     * @throws IllegalStateException when it does not, as {@link ProxyOptions#health} has it
     */
    public int healthPort() {
        if (health == null) {
            throw new IllegalStateException("the options of this proxy have no port for its health");
        }
        return health.port();
    }

    /**
     * Reads the files of certificates now, where they have changed; connections that are there stay as they are.
     *
     * @throws IOException when they cannot be read, or do not belong together; then all stays as it was
     */
    public void reloadCertificates() throws IOException {
        if (tls != null) {
            tls.reload();
        }
    }

    /**
     * Takes no more clients, waits for open transactions as long as {@link ProxyOptions#patience} says, tells all
     * clients that it ends, and ends. Doing it twice changes nothing.
     */
    @Override
    public void close() {
        server.close();
        if (health != null) {
            health.close();
        }
        if (managed != null) {
            managed.close();
        }
    }
}
