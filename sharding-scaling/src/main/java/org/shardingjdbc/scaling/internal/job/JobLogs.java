package org.shardingjdbc.scaling.internal.job;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.shardingjdbc.engine.internal.error.Closing;
import org.shardingjdbc.scaling.internal.database.ChangeLog;
import org.shardingjdbc.scaling.internal.layout.Layouts;
import org.shardingjdbc.scaling.internal.layout.NodeTable;

/**
 * The logs of the databases that a job follows: those of the data nodes that are left, called by the job's name, and
 * from the switch on those of the ones that are entered. Safe for all threads.
 */
public final class JobLogs {
    /** What the logs of the way back are called behind the name of the job. */
    static final String BACK = "_back";

    private final Layouts layouts;
    private final JobStore store;
    private final JobTables tables;
    private final String job;

    public JobLogs(Layouts layouts, JobStore store, JobTables tables, String job) {
        this.layouts = layouts;
        this.store = store;
        this.tables = tables;
        this.job = job;
    }

    /** Of a data source whose rows go to the next layout. */
    public ChangeLog forward(String source) {
        return log(source, job);
    }

    /** Of a data source whose rows are written back. */
    public ChangeLog back(String source) {
        return log(source, job + BACK);
    }

    private ChangeLog log(String source, String called) {
        return layouts.databases()
                .kind()
                .log(called, layouts.databases().access(source, store.item("log " + called + " " + source)));
    }

    /** Lets the logs be kept from now on; what was begun before is left. */
    public void beginForward() throws SQLException {
        Map<String, String> servers = new HashMap<>();
        for (Map.Entry<String, List<NodeTable>> each :
                JobTables.byDataSource(layouts.sources()).entrySet()) {
            ChangeLog log = forward(each.getKey());
            if (!log.isKept()) {
                log.drop();
                log.begin(tables.forms(each.getValue()), 0, servers);
            }
        }
    }

    /**
     * The same of the way back, in place of what was begun before; of all data sources or none.
     *
     * @param patienceSeconds for how long to wait for open transactions
     */
    public void beginBack(int patienceSeconds) throws SQLException {
        Map<String, String> servers = new HashMap<>();
        try {
            for (Map.Entry<String, List<NodeTable>> each :
                    JobTables.byDataSource(layouts.returning()).entrySet()) {
                ChangeLog log = back(each.getKey());
                log.drop();
                log.begin(tables.forms(each.getValue()), patienceSeconds, servers);
            }
        } catch (SQLException | RuntimeException e) {
            try {
                dropBack();
            } catch (SQLException | RuntimeException again) {
                e.addSuppressed(again);
            }
            throw e;
        }
    }

    /** What was committed until now is not written back. */
    public void skipBack() throws SQLException {
        for (String source : JobTables.byDataSource(layouts.returning()).keySet()) {
            back(source).skip();
        }
    }

    /** Ends what was begun. */
    public void dropForward() throws SQLException {
        drop(layouts.sources(), this::forward);
    }

    /** The same of the way back. */
    public void dropBack() throws SQLException {
        drop(layouts.returning(), this::back);
    }

    /** Those of all data sources, whatever fails of one. */
    private static void drop(List<NodeTable> nodes, Function<String, ChangeLog> logs) throws SQLException {
        List<AutoCloseable> drops = new ArrayList<>();
        for (String source : JobTables.byDataSource(nodes).keySet()) {
            drops.add(() -> logs.apply(source).drop());
        }
        Closing.close(drops);
    }
}
