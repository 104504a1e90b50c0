package org.shardingjdbc.engine.internal.session;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Set;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;

/**
 * Updatable rows that can be changed only while the configuration by which they were read is current. Afterwards the
 * rows may lie elsewhere, and what their driver changes would be lost. As thread-safe as the driver's.
 */
final class ChangingRows implements InvocationHandler {
    private static final Set<String> CHANGES = Set.of("updateRow", "insertRow", "deleteRow");

    private final ResultSet rows;
    private final SessionState state;
    private final SessionTransactions transactions;
    private final Deployment read;

    private ChangingRows(ResultSet rows, SessionState state, SessionTransactions transactions, Deployment read) {
        this.rows = rows;
        this.state = state;
        this.transactions = transactions;
        this.read = read;
    }

    /** @param read the deployment by which the rows were read */
    static ResultSet of(ResultSet rows, SessionState state, SessionTransactions transactions, Deployment read) {
        return (ResultSet) Proxy.newProxyInstance(
                ChangingRows.class.getClassLoader(),
                new Class<?>[] {ResultSet.class},
                new ChangingRows(rows, state, transactions, read));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
        if (!CHANGES.contains(method.getName())) {
            return call(method, args);
        }
        SessionFence fence = state.fence;
        if (fence == null) {
            return change(method, args);
        }
        return fence.run(transactions::current, () -> {
            fence.enterWrite();
            return change(method, args);
        });
    }

    private Object change(Method method, Object[] args) throws SQLException {
        boolean begun = read.beginStay();
        try {
            requireCurrent(method.getName(), begun);
            return call(method, args);
        } finally {
            if (begun) {
                read.endStay();
            }
        }
    }

    private void requireCurrent(String method, boolean begun) throws SQLException {
        if (!begun || read != state.deployment()) {
            throw SqlErrors.refuse(
                    method + " on an updatable result",
                    "the configuration was changed since it was read, and its rows may lie elsewhere; execute the SELECT"
                            + " again");
        }
    }

    private Object call(Method method, Object[] args) throws SQLException {
        try {
            return method.invoke(rows, args);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof SQLException refused) {
                throw refused;
            }
            if (e.getCause() instanceof RuntimeException failed) {
                throw failed;
            }
            throw new IllegalStateException(e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
