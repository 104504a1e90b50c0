package org.shardingjdbc.engine.internal.task;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.ResultSet;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.observe.UnitListener;

/** Counts the rows of a data node while they are read, for a listener. One per result set, used by one thread. */
final class ObservedRows implements InvocationHandler {
    private final ResultSet rows;
    private final UnitListener listener;
    private final int unit;
    private long count;
    private long nanos;
    private boolean told;

    private ObservedRows(ResultSet rows, UnitListener listener, int unit) {
        this.rows = rows;
        this.listener = listener;
        this.unit = unit;
    }

    /** The rows; the driver's own result set when nobody listens. */
    static @Nullable ResultSet of(@Nullable ResultSet rows, @Nullable UnitListener listener, int unit) {
        if (listener == null || rows == null) {
            return rows;
        }
        return (ResultSet) Proxy.newProxyInstance(
                ObservedRows.class.getClassLoader(),
                new Class<?>[] {ResultSet.class},
                new ObservedRows(rows, listener, unit));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        try {
            return switch (method.getName()) {
                case "next" -> next();
                case "close" -> close();
                case "equals" -> proxy == arguments[0];
                default -> method.invoke(rows, arguments);
            };
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private boolean next() throws Exception {
        long begin = System.nanoTime();
        boolean next = rows.next();
        nanos += System.nanoTime() - begin;
        if (next) {
            count++;
        } else {
            tell();
        }
        return next;
    }

    private @Nullable Object close() throws Exception {
        tell();
        rows.close();
        return null;
    }

    private void tell() {
        if (!told) {
            told = true;
            listener.rowsRead(unit, count, nanos);
        }
    }
}
