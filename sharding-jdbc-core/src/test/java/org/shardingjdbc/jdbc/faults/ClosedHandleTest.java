package org.shardingjdbc.jdbc.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariDataSource;
import java.io.ByteArrayInputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.internal.connection.ShardingConnection;

/**
 * Connections of one transaction share a session, which goes on when one of them is closed: the closed one does nothing
 * to it any more.
 */
class ClosedHandleTest {
    /** What JDBC lets anybody do with a closed connection. */
    private static final Set<String> ALLOWED =
            Set.of("close", "isClosed", "abort", "isValid", "beginRequest", "endRequest");

    private static final String YAML = """
            dataSources:
              ds_0: {jdbcUrl: "jdbc:h2:mem:closed_handle;DB_CLOSE_DELAY=-1", username: sa, maximumPoolSize: 2}
            rules:
            - !SHARDING
              autoTables:
                t:
                  actualDataSources: ds_0
                  shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: mod}}
              shardingAlgorithms:
                mod: {type: MOD, props: {sharding-count: 2}}
            """;

    private ShardingDataSource dataSource;
    private Connection own;
    private Connection handle;

    @BeforeEach
    void open() throws Exception {
        dataSource = ShardingDataSourceFactory.create(new ByteArrayInputStream(YAML.getBytes(StandardCharsets.UTF_8)));
        own = dataSource.getConnection();
        handle = new ShardingConnection(own.unwrap(ShardingConnection.class).session(), true);
    }

    @AfterEach
    void close() throws SQLException {
        own.close();
        dataSource.close();
    }

    static Method[] methods() {
        return Arrays.stream(Connection.class.getMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()))
                .filter(method -> !ALLOWED.contains(method.getName()))
                .toArray(Method[]::new);
    }

    /** Arguments that an open connection takes. */
    private static Object[] arguments(Method method) {
        int[] shape = {ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY, ResultSet.HOLD_CURSORS_OVER_COMMIT};
        int next = method.getParameterCount() < 3 && !method.getName().equals("createStatement") ? 2 : 0;
        Object[] arguments = new Object[method.getParameterCount()];
        for (int i = 0; i < arguments.length; i++) {
            Class<?> type = method.getParameterTypes()[i];
            if (type == int.class) {
                arguments[i] = method.getName().endsWith("Timeout") ? 1 : shape[next++];
            } else if (type == boolean.class) {
                arguments[i] = true;
            } else if (type == String.class) {
                arguments[i] = method.getName().equals("prepareCall") ? "{? = call abs(1)}" : "SELECT 1";
            } else if (type == Class.class) {
                // not what our connection is itself, which it says at any time
                arguments[i] = org.h2.jdbc.JdbcConnection.class;
            } else if (type == Executor.class) {
                arguments[i] = (Executor) Runnable::run;
            } else if (type == Properties.class) {
                arguments[i] = new Properties();
            } else if (type == Map.class) {
                arguments[i] = Map.of();
            }
        }
        return arguments;
    }

    @ParameterizedTest
    @MethodSource("methods")
    void aClosedHandleRefuses(Method method) throws Exception {
        own.setNetworkTimeout(Runnable::run, 5_000);
        handle.close();
        Object[] arguments = arguments(method);
        Throwable told = catchThrowable(() -> {
            try {
                method.invoke(handle, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        });
        assertThat(told).isInstanceOf(SQLException.class).hasMessageContaining("This connection is closed");
        assertThat(((SQLException) told).getSQLState()).isEqualTo("08003");
        assertThat(own.getNetworkTimeout()).isEqualTo(5_000);
    }

    private int active() {
        HikariDataSource pool = (HikariDataSource) dataSource.dataSources().get("ds_0");
        return pool.getHikariPoolMXBean().getActiveConnections();
    }

    @Test
    void whatAHandleHasLentGoesBack() throws Exception {
        handle.prepareCall("{? = call abs(1)}");
        assertThat(active()).isEqualTo(1);
        handle.close();
        own.close();
        assertThat(active()).isZero();
    }
}
