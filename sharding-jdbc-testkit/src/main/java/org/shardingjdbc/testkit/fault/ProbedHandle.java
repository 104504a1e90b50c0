package org.shardingjdbc.testkit.fault;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;

/** One probed JDBC object: its proxy's handler. Thread-safe as the object behind it is. */
final class ProbedHandle implements InvocationHandler {
    private static final Set<String> UNCOUNTED =
            Set.of("unwrap", "isWrapperFor", "isClosed", "toString", "hashCode", "equals", "getParentLogger");
    private static final List<Class<?>> FACES = List.of(
            CallableStatement.class,
            PreparedStatement.class,
            Statement.class,
            ResultSet.class,
            Connection.class,
            DatabaseMetaData.class);

    private final JdbcProbe probe;
    private final String dataSource;
    private final Class<?> face;
    private final Object target;
    private final ProbedHandle parent;
    private final long number;
    private final List<ProbedHandle> children = new CopyOnWriteArrayList<>();
    private volatile boolean dropped;
    private volatile boolean cancelled;
    private volatile boolean closed;
    private Object proxy;

    private ProbedHandle(JdbcProbe probe, String dataSource, Class<?> face, Object target, ProbedHandle parent) {
        this.probe = probe;
        this.dataSource = dataSource;
        this.face = face;
        this.target = target;
        this.parent = parent;
        this.number = probe.nextHandle();
    }

    static DataSource root(JdbcProbe probe, String name, DataSource target) {
        return (DataSource) new ProbedHandle(probe, name, DataSource.class, target, null).expose();
    }

    /** What kind of object a handle is, as far as leaks are concerned. */
    enum Role {
        CONNECTION,
        STATEMENT,
        RESULT_SET,
        OTHER
    }

    Role role() {
        if (face == Connection.class) {
            return Role.CONNECTION;
        }
        if (Statement.class.isAssignableFrom(face)) {
            return Role.STATEMENT;
        }
        return face == ResultSet.class ? Role.RESULT_SET : Role.OTHER;
    }

    String dataSource() {
        return dataSource;
    }

    String typeName() {
        return face.getSimpleName();
    }

    long number() {
        return number;
    }

    /** Whether a call on this object can no longer end well: cancelled, closed, or its connection gone. */
    boolean isBroken() {
        for (ProbedHandle handle = this; handle != null; handle = handle.parent) {
            if (handle.dropped || handle.cancelled || handle.closed) {
                return true;
            }
        }
        return false;
    }

    @Override
    public Object invoke(Object self, Method method, Object[] arguments) throws Throwable {
        String name = method.getName();
        if (name.equals("equals") && method.getParameterCount() == 1) {
            return self == arguments[0];
        }
        if (name.equals("hashCode") && method.getParameterCount() == 0) {
            return System.identityHashCode(self);
        }
        if (name.equals("unwrap") && !((Class<?>) arguments[0]).isInstance(target)) {
            return callTarget(method, arguments);
        }
        if (!UNCOUNTED.contains(name)) {
            String sql =
                    arguments != null && arguments.length > 0 && arguments[0] instanceof String text && takesSql(name)
                            ? text
                            : "";
            JdbcProbe.Strike strike = probe.record(this, name, sql);
            if (strike != null && strike.fault() instanceof Fault.Afterwards late) {
                before(name, null);
                Object result = callTarget(method, arguments);
                if (result instanceof AutoCloseable opened) {
                    opened.close();
                }
                suffer(new JdbcProbe.Strike(strike.call(), late.fault()));
                return after(name, result, self);
            }
            before(name, strike);
        }
        return after(name, callTarget(method, arguments), self);
    }

    private static boolean takesSql(String method) {
        return method.startsWith("prepare") || method.startsWith("execute") || method.equals("addBatch");
    }

    private void before(String method, JdbcProbe.Strike strike) throws SQLException {
        if (method.equals("cancel")) {
            cancelled = true;
            probe.wake();
        }
        boolean closing = method.equals("close") || method.equals("abort");
        boolean hangsFirst = strike != null && strike.fault() instanceof Fault.Hang;
        if (closing && !hangsFirst) {
            markClosed();
        } else if (isDropped()) {
            throw new Fault.Throwing("connection was dropped before", "08003", 4713)
                    .exception(strike == null ? describe(method) : strike.call());
        }
        if (method.startsWith("execute")) {
            cancelled = false;
            closeResultSets();
        }
        if (strike != null) {
            if (closed) {
                closeTarget();
            }
            suffer(strike);
        }
        if (closing && hangsFirst) {
            markClosed();
        }
    }

    /** A close that is to fail leaves nothing open behind the probe. */
    private void closeTarget() {
        try {
            ((AutoCloseable) target).close();
        } catch (Exception e) {
            closed = true;
        }
    }

    private JdbcCall describe(String method) {
        return new JdbcCall(0, dataSource, typeName(), number, method, "");
    }

    private void suffer(JdbcProbe.Strike strike) throws SQLException {
        Fault fault = strike.fault();
        if (fault instanceof Fault.Throwing throwing) {
            throw throwing.exception(strike.call());
        }
        if (fault instanceof Fault.Breaking breaking) {
            String message = "a defect of a driver at " + strike.call();
            if (breaking.error()) {
                throw new InternalError(message);
            }
            throw new IllegalStateException(message);
        }
        if (fault instanceof Fault.Delay delay) {
            sleep(delay.time().toMillis());
            return;
        }
        if (fault instanceof Fault.DropConnection) {
            drop();
            throw Fault.DropConnection.exception(strike.call());
        }
        probe.hang(this);
        if (cancelled) {
            cancelled = false;
            throw new SQLTimeoutException("cancelled at " + strike.call(), "57014", 4714);
        }
        if (isBroken()) {
            throw Fault.DropConnection.exception(strike.call());
        }
    }

    private static void sleep(long millis) throws SQLException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLTransientException("interrupted", "57014", e);
        }
    }

    private boolean isDropped() {
        for (ProbedHandle handle = this; handle != null; handle = handle.parent) {
            if (handle.dropped) {
                return true;
            }
        }
        return false;
    }

    /** Closes the physical connection behind the back of whoever holds it. */
    private void drop() {
        ProbedHandle connection = this;
        while (connection.parent != null && connection.role() != Role.CONNECTION) {
            connection = connection.parent;
        }
        if (connection.role() != Role.CONNECTION) {
            return;
        }
        connection.dropped = true;
        connection.forgetChildren();
        probe.closed(connection);
        try {
            ((Connection) connection.target).close();
        } catch (SQLException e) {
            // It is to be gone; how does not matter.
            connection.dropped = true;
        }
    }

    private void markClosed() {
        closed = true;
        forgetChildren();
        if (parent != null) {
            parent.children.remove(this);
        }
        probe.closed(this);
    }

    private void forgetChildren() {
        for (ProbedHandle child : children) {
            child.closed = true;
            child.forgetChildren();
            probe.closed(child);
        }
        children.clear();
    }

    /** Executing a statement again closes the results of the last time. */
    private void closeResultSets() {
        for (ProbedHandle child : children) {
            if (child.role() == Role.RESULT_SET) {
                child.closed = true;
                probe.closed(child);
                children.remove(child);
            }
        }
    }

    private Object callTarget(Method method, Object[] arguments) throws Throwable {
        if (isDropped() && (method.getName().equals("close") || method.getName().equals("abort"))) {
            return null;
        }
        if (isDropped() && method.getName().equals("isClosed")) {
            return true;
        }
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private Object after(String method, Object result, Object self) {
        if (result == null || method.equals("unwrap")) {
            return result;
        }
        if (method.equals("getConnection") && face != DataSource.class) {
            return ancestor(Role.CONNECTION, result);
        }
        if (method.equals("getStatement")) {
            return ancestor(Role.STATEMENT, result);
        }
        for (Class<?> candidate : FACES) {
            if (candidate.isInstance(result)) {
                return probe(candidate, result);
            }
        }
        return result == target ? self : result;
    }

    private Object probe(Class<?> candidate, Object result) {
        for (ProbedHandle child : children) {
            if (child.target == result) {
                return child.proxy;
            }
        }
        ProbedHandle handle = new ProbedHandle(probe, dataSource, candidate, result, this);
        if (handle.role() != Role.OTHER) {
            children.add(handle);
            probe.opened(handle);
        }
        return handle.expose();
    }

    private Object ancestor(Role role, Object otherwise) {
        for (ProbedHandle handle = parent; handle != null; handle = handle.parent) {
            if (handle.role() == role) {
                return handle.proxy;
            }
        }
        return otherwise;
    }

    private Object expose() {
        proxy = Proxy.newProxyInstance(ProbedHandle.class.getClassLoader(), new Class<?>[] {face}, this);
        return proxy;
    }
}
