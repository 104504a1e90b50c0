package org.shardingjdbc.transaction.xa.crash;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** A DataSource whose statements end the process at a point of the protocol, as {@code kill -9} would. */
final class StoppingDataSource {
    private final StopPoint point;
    private final AtomicInteger executed = new AtomicInteger();
    /** Not before the first transaction was seen to work. */
    private volatile boolean armed;

    StoppingDataSource(StopPoint point) {
        this.point = point;
    }

    void arm() {
        armed = true;
    }

    DataSource around(DataSource dataSource) {
        return proxy(DataSource.class, dataSource);
    }

    private <T> T proxy(Class<T> type, T target) {
        InvocationHandler handler = (self, method, arguments) -> {
            boolean sql = method.getName().equals("execute") && arguments[0] instanceof String;
            String text = sql ? (String) arguments[0] : "";
            if (armed && point.isBefore(text, executed.get())) {
                Runtime.getRuntime().halt(1);
            }
            Object result;
            try {
                result = method.invoke(target, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
            if (armed && point.isOfPhase(text) && point.isAfter(text, executed.incrementAndGet())) {
                Runtime.getRuntime().halt(1);
            }
            if (result instanceof Connection connection) {
                return proxy(Connection.class, connection);
            }
            return method.getName().equals("createStatement") ? proxy(Statement.class, (Statement) result) : result;
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
