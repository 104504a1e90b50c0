package org.shardingjdbc.governance.jdbc.internal;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.governance.Repository;
import org.shardingjdbc.governance.RepositoryProps;
import org.shardingjdbc.governance.RepositoryProvider;

/** Opens repositories of type JDBC. Stateless. */
public final class JdbcRepositories implements RepositoryProvider {
    private static final int CONNECTIONS = 2;
    private static final int TIME_TO_LIVE_SECONDS = 30;
    private static final int OPERATION_MILLIS = 3_000;
    private static final int POLL_MILLIS = 1_000;
    /** What the column of keys has room for. */
    private static final int LONGEST_NAMESPACE = 100;

    @Override
    public String type() {
        return "JDBC";
    }

    @Override
    public Repository open(RepositoryProps props) {
        HikariConfig config = new HikariConfig();
        // Named for ShardingSphere's sake: the URL says it.
        props.text("provider");
        String url = props.required("jdbc_url");
        String namespace = props.text("namespace", "sharding");
        if (namespace.length() > LONGEST_NAMESPACE) {
            throw new ShardingException(
                    ErrorCode.GOVERNANCE_MISCONFIGURED,
                    "repository.props.namespace has " + namespace.length() + " characters, and " + LONGEST_NAMESPACE
                            + " at most are stored");
        }
        long timeToLive = TimeUnit.SECONDS.toNanos(props.number("timeToLiveSeconds", TIME_TO_LIVE_SECONDS));
        int poll = props.number("pollIntervalMilliseconds", POLL_MILLIS);
        config.setJdbcUrl(url);
        config.setUsername(props.text("username", "sa"));
        config.setPassword(props.text("password", ""));
        config.setMaximumPoolSize(CONNECTIONS);
        config.setMinimumIdle(1);
        config.setInitializationFailTimeout(-1);
        config.setPoolName("sharding-jdbc-registry");
        int operation = props.number("operationTimeoutMilliseconds", OPERATION_MILLIS);
        props.refuseOthers();
        if (TimeUnit.NANOSECONDS.toMillis(timeToLive) < 3L * poll) {
            throw new ShardingException(
                    ErrorCode.GOVERNANCE_MISCONFIGURED,
                    "repository.props.timeToLiveSeconds must be three pollIntervalMilliseconds or more");
        }
        requireDriver(url);
        try {
            config.setConnectionTimeout(operation);
            config.setValidationTimeout(Math.min(operation, config.getValidationTimeout()));
            return new JdbcRepository(new RegistryTables(new HikariDataSource(config), namespace), timeToLive, poll);
        } catch (RuntimeException e) {
            throw ShardingException.causedBy(e, ErrorCode.GOVERNANCE_MISCONFIGURED, e.getMessage());
        }
    }

    /** The pool would tell the whole URL, with the password that may be in it. */
    private static void requireDriver(String url) {
        try {
            DriverManager.getDriver(url);
        } catch (SQLException e) {
            int end = url.indexOf(':', url.indexOf(':') + 1);
            throw new ShardingException(
                    ErrorCode.GOVERNANCE_MISCONFIGURED,
                    "no driver on the class path takes repository.props.jdbc_url, which begins with '"
                            + url.substring(0, Math.max(0, end)) + "'");
        }
    }
}
