package org.shardingjdbc.feature.encrypt.backfill;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A DataSource on whose connections something is done before an UPDATE is prepared. */
final class BeforeUpdates {
    private BeforeUpdates() {}

    /** What is done. */
    interface Action {
        void run() throws SQLException;
    }

    static DataSource of(DataSource source, Action action) {
        return (DataSource) proxy(DataSource.class, source, action);
    }

    private static Object proxy(Class<?> type, Object target, Action action) {
        return Proxy.newProxyInstance(
                BeforeUpdates.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (method.getName().equals("prepareStatement") && ((String) arguments[0]).startsWith("UPDATE ")) {
                        action.run();
                    }
                    Object result = invoke(target, method, arguments);
                    return result instanceof Connection ? proxy(Connection.class, result, action) : result;
                });
    }

    private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
