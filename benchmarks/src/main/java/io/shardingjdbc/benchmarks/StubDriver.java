package io.shardingjdbc.benchmarks;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.Properties;
import java.util.logging.Logger;

/**
 * H2 for everything but prepared SELECTs of orders, which it answers at once with one row, so that a benchmark measures
 * what stands above the driver. The proxies cost every contender the same few nanoseconds.
 */
public final class StubDriver implements Driver {
    private final Driver h2 = new org.h2.Driver();

    @Override
    public Connection connect(String url, Properties info) throws SQLException {
        Connection real = h2.connect(url, info);
        return proxy(Connection.class, (self, method, arguments) -> {
            if (method.getName().equals("prepareStatement") && ((String) arguments[0]).startsWith("SELECT status")) {
                return new CannedStatement((Connection) self, (String) arguments[0], real).proxy();
            }
            try {
                return method.invoke(real, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        });
    }

    private static <T> T proxy(Class<T> face, java.lang.reflect.InvocationHandler handler) {
        return face.cast(Proxy.newProxyInstance(StubDriver.class.getClassLoader(), new Class<?>[] {face}, handler));
    }

    /** A prepared statement whose result is always one row. */
    private static final class CannedStatement {
        private final Connection connection;
        private final ResultSetMetaData metaData;
        private PreparedStatement statement;

        CannedStatement(Connection connection, String sql, Connection real) throws SQLException {
            this.connection = connection;
            try (PreparedStatement template = real.prepareStatement(sql)) {
                metaData = template.getMetaData();
            }
        }

        PreparedStatement proxy() {
            statement =
                    StubDriver.proxy(PreparedStatement.class, (self, method, arguments) -> switch (method.getName()) {
                        case "executeQuery", "getResultSet" -> rows();
                        case "execute" -> true;
                        case "getConnection" -> connection;
                        case "getMetaData" -> metaData;
                        case "getUpdateCount" -> -1;
                        default -> nothing(method.getReturnType());
                    });
            return statement;
        }

        private ResultSet rows() {
            int[] row = {0};
            return StubDriver.proxy(ResultSet.class, (self, method, arguments) -> switch (method.getName()) {
                case "next" -> ++row[0] == 1;
                case "getString" -> "PAID";
                case "getObject" -> "PAID";
                case "getStatement" -> statement;
                case "getMetaData" -> metaData;
                default -> nothing(method.getReturnType());
            });
        }

        private static Object nothing(Class<?> type) {
            if (type == boolean.class) {
                return false;
            }
            if (type == int.class) {
                return 0;
            }
            return type == long.class ? (Object) 0L : null;
        }
    }

    @Override
    public boolean acceptsURL(String url) throws SQLException {
        return h2.acceptsURL(url);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return h2.getMajorVersion();
    }

    @Override
    public int getMinorVersion() {
        return h2.getMinorVersion();
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getGlobal();
    }
}
