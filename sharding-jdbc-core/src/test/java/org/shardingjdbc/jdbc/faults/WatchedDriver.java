package org.shardingjdbc.jdbc.faults;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.shardingjdbc.testkit.fault.PrefixDriver;

/**
 * A driver before another one that takes note of what no driver must be asked: two threads on a connection at a time, a
 * cancel of what is closed, and anything on a connection while a cancel for another statement, or for an execution that
 * is over, is under way. What happens on a connection that was broken off does not count.
 */
public final class WatchedDriver extends PrefixDriver {
    static final String PREFIX = "jdbc:watched:";
    static final Queue<String> VIOLATIONS = new ConcurrentLinkedQueue<>();
    static final AtomicInteger OPEN_STATEMENTS = new AtomicInteger();
    static final AtomicInteger CANCELS = new AtomicInteger();

    static {
        try {
            DriverManager.registerDriver(new WatchedDriver());
        } catch (SQLException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** For the driver manager. */
    public WatchedDriver() {
        super(PREFIX);
    }

    @Override
    protected Connection open(String rest, Properties info) throws SQLException {
        Connection real = DriverManager.getConnection(rest, info);
        WatchedConnection watched = new WatchedConnection();
        return (Connection) Proxy.newProxyInstance(
                WatchedDriver.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (self, method, arguments) -> watched.call(real, method, arguments));
    }

    private static Object pass(Object real, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static final class WatchedConnection {
        private final AtomicReference<String> use = new AtomicReference<>();
        /** Which is being cancelled; null mostly. */
        private volatile WatchedStatement cancelled;

        private volatile boolean broken;

        Object call(Connection real, Method method, Object[] arguments) throws Throwable {
            String name = method.getName();
            if (name.equals("abort") || name.equals("close")) {
                broken = true;
                return pass(real, method, arguments);
            }
            if (name.equals("isClosed") || method.getDeclaringClass() == Object.class) {
                return pass(real, method, arguments);
            }
            enter(name);
            try {
                Object made = pass(real, method, arguments);
                return made instanceof Statement statement ? new WatchedStatement(this, statement).proxy() : made;
            } finally {
                use.set(null);
            }
        }

        void enter(String what) {
            String mine = what + " by " + Thread.currentThread();
            String other = use.compareAndExchange(null, mine);
            if (other != null) {
                violated(mine + " during " + other);
            }
        }

        void violated(String what) {
            if (!broken) {
                VIOLATIONS.add(what);
            }
        }
    }

    private static final class WatchedStatement {
        private final WatchedConnection connection;
        private final Statement real;
        /** Whether it was executed since its parameters were set. */
        private volatile boolean executed;

        private volatile boolean closed;

        WatchedStatement(WatchedConnection connection, Statement real) {
            this.connection = connection;
            this.real = real;
            OPEN_STATEMENTS.incrementAndGet();
        }

        Statement proxy() {
            Class<?> face = real instanceof PreparedStatement ? PreparedStatement.class : Statement.class;
            return (Statement) Proxy.newProxyInstance(
                    WatchedDriver.class.getClassLoader(),
                    new Class<?>[] {face},
                    (self, method, arguments) -> call(method, arguments));
        }

        private Object call(Method method, Object[] arguments) throws Throwable {
            String name = method.getName();
            if (name.equals("isClosed") || method.getDeclaringClass() == Object.class) {
                return pass(real, method, arguments);
            }
            return name.equals("cancel") ? cancel(method) : use(name, method, arguments);
        }

        private Object use(String name, Method method, Object[] arguments) throws Throwable {
            connection.enter(name);
            try {
                WatchedStatement cancelled = connection.cancelled;
                boolean its = executed && !name.startsWith("get");
                // the next one of the same execution may be made, but not executed
                boolean others = name.startsWith("execute") || name.equals("close");
                if (cancelled != null && (cancelled == this ? its : others)) {
                    connection.violated(name + " while " + (cancelled == this ? "it" : "another") + " is cancelled");
                }
                if (name.equals("close") && !closed) {
                    closed = true;
                    OPEN_STATEMENTS.decrementAndGet();
                } else if (name.startsWith("set")) {
                    executed = false;
                }
                return pass(real, method, arguments);
            } finally {
                if (name.startsWith("execute")) {
                    executed = true;
                }
                connection.use.set(null);
            }
        }

        private Object cancel(Method method) throws Throwable {
            if (closed) {
                connection.violated("cancel of what is closed");
            }
            if (connection.cancelled != null) {
                connection.violated("two cancels at a time");
            }
            connection.cancelled = this;
            try {
                CANCELS.incrementAndGet();
                Thread.yield();
                return pass(real, method, null);
            } finally {
                Thread.yield();
                if (closed) {
                    connection.violated("closed while it is cancelled");
                }
                connection.cancelled = null;
            }
        }
    }
}
