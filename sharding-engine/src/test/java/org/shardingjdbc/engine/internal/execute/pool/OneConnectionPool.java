package org.shardingjdbc.engine.internal.execute.pool;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.sql.Connection;
import org.shardingjdbc.engine.internal.run.Models;

/** The pool of a model, with one connection; it is never started, and the model is told who comes and goes. */
final class OneConnectionPool extends HikariDataSource {
    private final Runnable given;
    private final HikariPoolMXBean waiting;
    private final Connection connection;

    /**
     * Makes its connection, too.
     *
     * @param given is run when somebody is given the connection
     * @param back is run when it comes back
     * @param waiting says how many threads wait in the pool itself
     */
    OneConnectionPool(Runnable given, Runnable back, HikariPoolMXBean waiting) {
        this.given = given;
        this.waiting = waiting;
        connection = Models.answering(Connection.class, method -> {
            if (method.equals("close")) {
                back.run();
            }
            return null;
        });
        setMaximumPoolSize(1);
    }

    @Override
    public Connection getConnection() {
        given.run();
        return connection;
    }

    @Override
    public HikariPoolMXBean getHikariPoolMXBean() {
        return waiting;
    }
}
