package org.shardingjdbc.engine.internal.session;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.IntConsumer;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.run.ShardWork;

/** Plain SQL texts as tasks; each begins with the index of its data source and a colon. */
final class SqlTasks implements ShardWork {
    final ResultSet[] results;
    final PhysicalConnection[] connections;
    final Thread[] threads;
    /** Called with the task before it is executed. */
    IntConsumer before = task -> {};

    private final int[] dataSources;
    private final String[] sql;

    SqlTasks(String... texts) {
        results = new ResultSet[texts.length];
        connections = new PhysicalConnection[texts.length];
        threads = new Thread[texts.length];
        dataSources = new int[texts.length];
        sql = new String[texts.length];
        for (int i = 0; i < texts.length; i++) {
            int colon = texts[i].indexOf(':');
            dataSources[i] = Integer.parseInt(texts[i].substring(0, colon));
            sql[i] = texts[i].substring(colon + 1).trim();
        }
    }

    @Override
    public int size() {
        return sql.length;
    }

    @Override
    public int dataSource(int task) {
        return dataSources[task];
    }

    @Override
    public String sql(int task) {
        return sql[task];
    }

    @Override
    public Statement open(PhysicalConnection connection, int task) throws SQLException {
        connections[task] = connection;
        return connection.jdbc().createStatement();
    }

    @Override
    public void execute(Statement statement, int task) throws SQLException {
        before.accept(task);
        threads[task] = Thread.currentThread();
        if (statement.execute(sql[task])) {
            results[task] = statement.getResultSet();
        }
    }
}
