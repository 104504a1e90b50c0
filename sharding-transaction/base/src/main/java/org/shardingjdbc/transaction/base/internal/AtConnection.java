package org.shardingjdbc.transaction.base.internal;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import org.apache.seata.common.exception.NotSupportYetException;
import org.apache.seata.core.context.RootContext;
import org.apache.seata.rm.datasource.ConnectionProxy;
import org.apache.seata.rm.datasource.StatementProxy;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.transaction.SurroundedConnection;
import org.shardingjdbc.transaction.TransactionBranch;
import org.shardingjdbc.transaction.TransactionErrors;
import org.shardingjdbc.transaction.base.internal.AtSources.AtSource;

/**
 * A pooled connection whose statements go through Seata while it is in a global transaction, and past it otherwise.
 * Seata takes the transaction from the thread; here it belongs to the connection, so the thread is in it for each call
 * only. One thread at a time uses it.
 */
public final class AtConnection implements InvocationHandler {
    private final Connection plain;
    private final ConnectionProxy recording;
    private final RecordedWrites recorded;
    private final AtSavepoints savepoints;
    /** Null outside of global transactions. */
    private volatile @Nullable String xid;
    /** What the statement that comes does. */
    private volatile Use use = Use.PLAIN;

    /** What a statement does, as far as Seata has to know. */
    enum Use {
        /** It reads, or defines: Seata, which parses little else, need not see it. */
        PLAIN,
        /** It locks rows, so that it asks whether another global transaction holds them. */
        LOCKS,
        /** It writes, and what it does is recorded. */
        WRITES
    }

    private AtConnection(AtSource source, Connection plain) {
        this.plain = plain;
        recording = new ConnectionProxy(source.proxy(), plain);
        recorded = source.recorded();
        savepoints = new AtSavepoints(recording, plain);
    }

    /** Puts one around a pooled connection. */
    public static SurroundedConnection around(AtSource source, Connection pooled) {
        return (SurroundedConnection) Proxy.newProxyInstance(
                AtConnection.class.getClassLoader(),
                new Class<?>[] {SurroundedConnection.class},
                new AtConnection(source, pooled));
    }

    /** That which is around the connection of a branch. */
    static AtConnection of(TransactionBranch branch) {
        return (AtConnection) Proxy.getInvocationHandler(branch.connection());
    }

    /** In that global transaction from now on; null for none. */
    void enter(@Nullable String global) {
        xid = global;
    }

    /** The statement that comes does that. */
    void use(Use next) {
        use = next;
    }

    /** The connection as the pool gave it. */
    Connection plain() {
        return plain;
    }

    void commit() throws SQLException {
        savepoints.clear();
        String global = xid;
        if (global == null) {
            plain.commit();
        } else {
            translated(() -> GlobalXid.bound(global, () -> {
                recording.commit();
                return true;
            }));
        }
    }

    void rollback() throws SQLException {
        savepoints.clear();
        String global = xid;
        if (global == null) {
            plain.rollback();
        } else {
            GlobalXid.bound(global, () -> {
                recording.rollback();
                return true;
            });
        }
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
        switch (method.getName()) {
            case "outsideOfTransactions" -> {
                xid = RootContext.getXID();
                use = (boolean) args[0] ? Use.PLAIN : Use.WRITES;
                return null;
            }
            case "equals" -> {
                return proxy == args[0];
            }
            case "hashCode" -> {
                return System.identityHashCode(proxy);
            }
            case "setSavepoint" -> {
                // known to Seata from the start: what it records later may be rolled back to it
                return call(recording, method, args);
            }
            case "releaseSavepoint" -> {
                savepoints.release((Savepoint) args[0]);
                return null;
            }
            default -> {
                if (method.getName().equals("rollback") && args != null) {
                    savepoints.rollback((Savepoint) args[0]);
                    return null;
                }
                String global = xid;
                return global == null ? call(plain, method, args) : inGlobal(global, method, args);
            }
        }
    }

    private Object inGlobal(String global, Method method, Object[] args) throws Throwable {
        return switch (method.getName()) {
            case "prepareStatement" -> {
                if (use == Use.PLAIN) {
                    yield call(plain, method, args);
                }
                String sql = (String) args[0];
                requireUndoable(sql);
                yield statement(
                        PreparedStatement.class, (StatementProxy<?>) bound(global, recording, method, args), global);
            }
            case "createStatement" ->
                use == Use.PLAIN
                        ? call(plain, method, args)
                        : statement(
                                Statement.class, (StatementProxy<?>) bound(global, recording, method, args), global);
            case "prepareCall" -> throw TransactionErrors.of(ErrorCode.BASE_NOT_UNDOABLE, "a call of a procedure");
            case "setAutoCommit", "rollback", "commit" -> bound(global, recording, method, args);
            default -> call(plain, method, args);
        };
    }

    private Object statement(Class<?> type, StatementProxy<?> through, String global) {
        return Proxy.newProxyInstance(
                AtConnection.class.getClassLoader(), new Class<?>[] {type}, new AtStatement(this, through, global));
    }

    /** @throws SQLException when the statement writes and Seata would not record what it does */
    void requireUndoable(String sql) throws SQLException {
        if (use == Use.WRITES) {
            recorded.require(sql);
        }
    }

    private static Object bound(String global, Object target, Method method, Object[] args) throws SQLException {
        return translated(() -> GlobalXid.bound(global, () -> {
            try {
                return call(target, method, args);
            } catch (SQLException | RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new SQLException(e);
            }
        }));
    }

    static <T> T translated(GlobalXid.Call<T> call) throws SQLException {
        try {
            return call.run();
        } catch (SQLException e) {
            throw SeataErrors.translated(e);
        } catch (NotSupportYetException e) {
            throw TransactionErrors.causedBy(
                    e,
                    ErrorCode.BASE_NOT_UNDOABLE,
                    "a statement that Seata does not know (rows are locked by FOR UPDATE): " + e.getMessage());
        }
    }

    static Object call(Object target, Method method, Object[] args) throws Throwable {
        try {
            return method.invoke(target, args);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
