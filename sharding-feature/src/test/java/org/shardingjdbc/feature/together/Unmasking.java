package org.shardingjdbc.feature.together;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import javax.sql.DataSource;

/**
 * JDBC objects that take masks off the values of results, and tell values that should have had one: those that hold
 * {@link #SECRET}, of statements that do not hold it themselves. A mask that comes twice is not taken off.
 */
final class Unmasking implements InvocationHandler {
    /** In all values of masked columns, and in no others. */
    static final String SECRET = "\u00a7";

    private static final List<Class<?>> WRAPPED = List.of(Connection.class, Statement.class, ResultSet.class);

    private final Object target;
    /** Whether the statement itself names a value of a masked column. */
    private boolean secretsSaid;

    private Unmasking(Object target, boolean secretsSaid) {
        this.target = target;
        this.secretsSaid = secretsSaid;
    }

    /** The data source with such results; closes what it is given. */
    static DataSource of(DataSource dataSource) {
        return (DataSource) Proxy.newProxyInstance(
                Unmasking.class.getClassLoader(),
                new Class<?>[] {DataSource.class, AutoCloseable.class},
                new Unmasking(dataSource, false));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (!(target instanceof ResultSet) && arguments != null) {
            secretsSaid |= Arrays.stream(arguments).anyMatch(Unmasking::holdsSecret);
        }
        Object result;
        try {
            result = method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
        if (target instanceof ResultSet && result instanceof String text) {
            return unmasked(text);
        }
        Class<?> type = method.getReturnType();
        if (result == null || WRAPPED.stream().noneMatch(each -> each.isAssignableFrom(type))) {
            return result;
        }
        boolean said = secretsSaid && !(target instanceof DataSource);
        if (target instanceof Connection) {
            secretsSaid = false;
        }
        return Proxy.newProxyInstance(
                Unmasking.class.getClassLoader(), new Class<?>[] {type}, new Unmasking(result, said));
    }

    private static boolean holdsSecret(Object argument) {
        return argument instanceof String text && text.contains(SECRET);
    }

    private String unmasked(String text) throws SQLException {
        if (TaggingMask.isMasked(text)) {
            return TaggingMask.unmasked(text);
        }
        if (text.contains(SECRET) && !secretsSaid) {
            throw new SQLException("A value of a masked column is shown without its mask");
        }
        return text;
    }
}
