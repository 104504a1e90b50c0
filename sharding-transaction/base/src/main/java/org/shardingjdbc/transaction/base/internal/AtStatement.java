package org.shardingjdbc.transaction.base.internal;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.apache.seata.rm.datasource.StatementProxy;

/**
 * A statement that Seata records: what sets and executes goes through it, what reads and closes past it. One thread at
 * a time uses it.
 */
final class AtStatement implements InvocationHandler {
    private static final String LARGE = "Large";

    private final AtConnection connection;
    private final StatementProxy<?> recording;
    private final Statement plain;
    private final String xid;

    AtStatement(AtConnection connection, StatementProxy<?> recording, String xid) {
        this.connection = connection;
        this.recording = recording;
        this.xid = xid;
        plain = recording.getTargetStatement();
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
        String name = method.getName();
        if (name.equals("equals")) {
            return proxy == args[0];
        }
        if (name.equals("hashCode")) {
            return System.identityHashCode(proxy);
        }
        if (name.startsWith("execute")) {
            return execute(method, args);
        }
        boolean recorded = method.getDeclaringClass() == PreparedStatement.class && !name.startsWith("get")
                || name.endsWith("Batch");
        return AtConnection.call(recorded ? recording : plain, method, args);
    }

    private Object execute(Method method, Object[] args) throws SQLException {
        if (args != null && args.length > 0) {
            connection.requireUndoable((String) args[0]);
        }
        return AtConnection.translated(() -> GlobalXid.bound(xid, () -> {
            try {
                return method.getName().contains(LARGE)
                        ? large(method, args)
                        : AtConnection.call(recording, method, args);
            } catch (SQLException | RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new SQLException(e);
            }
        }));
    }

    /** Seata has no large counts. */
    private Object large(Method method, Object[] args) throws Throwable {
        Method small =
                method.getDeclaringClass().getMethod(method.getName().replace(LARGE, ""), method.getParameterTypes());
        Object counts = AtConnection.call(recording, small, args);
        if (counts instanceof int[] several) {
            long[] wide = new long[several.length];
            for (int i = 0; i < wide.length; i++) {
                wide[i] = several[i];
            }
            return wide;
        }
        return ((Number) counts).longValue();
    }
}
