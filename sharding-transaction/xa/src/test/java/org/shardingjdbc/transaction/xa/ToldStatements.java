package org.shardingjdbc.transaction.xa;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Statement;
import java.util.function.Consumer;
import javax.sql.DataSource;

/**
 * Tells of the SQL that plain statements of a DataSource execute by {@link Statement#execute(String)}, and of commits.
 */
public final class ToldStatements {
    /** What is told of {@link Connection#commit}. */
    public static final String COMMIT = "commit()";

    private final Consumer<String> before;
    private final Consumer<String> after;

    /**
     * @param before told of a text before it is executed
     * @param after told of a text when it was executed without an error
     */
    public ToldStatements(Consumer<String> before, Consumer<String> after) {
        this.before = before;
        this.after = after;
    }

    public DataSource of(DataSource dataSource) {
        return proxy(DataSource.class, dataSource);
    }

    private <T> T proxy(Class<T> type, T target) {
        InvocationHandler handler = (self, method, arguments) -> {
            String told = told(method.getName(), arguments);
            if (told != null) {
                before.accept(told);
            }
            Object result;
            try {
                result = method.invoke(target, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
            if (told != null) {
                after.accept(told);
            }
            if (result instanceof Connection connection) {
                return proxy(Connection.class, connection);
            }
            return method.getName().equals("createStatement") ? proxy(Statement.class, (Statement) result) : result;
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static String told(String method, Object[] arguments) {
        if (method.equals("commit")) {
            return COMMIT;
        }
        return method.equals("execute") && arguments[0] instanceof String sql ? sql : null;
    }
}
