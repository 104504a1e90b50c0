package org.shardingjdbc.engine.internal.statement.step.pull;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.observe.Counters;
import org.shardingjdbc.engine.internal.pull.ColumnDefinitions;
import org.shardingjdbc.engine.internal.pull.PullMeter;
import org.shardingjdbc.engine.internal.pull.PulledRows;
import org.shardingjdbc.engine.internal.session.transaction.ConnectionLease;
import org.shardingjdbc.engine.internal.statement.step.outer.OuterStatement;
import org.shardingjdbc.engine.internal.task.CombinedWork;
import org.shardingjdbc.engine.internal.task.PreparingSteps;
import org.shardingjdbc.plan.internal.operator.Pull;
import org.shardingjdbc.plan.internal.operator.Pull.Leaf;
import org.shardingjdbc.plan.internal.operator.Pull.RowLocks;

/**
 * The rows that a query pulled, and the temporary tables into which they are written on the data source that combines
 * them. One per execution, used by one thread.
 */
final class PulledTables {
    /** With fewer rows, reading them all is quicker than counting them for statistics or building an index. */
    private static final int WORTH_STATISTICS = 100;

    private static final int WORTH_AN_INDEX = 1_000;

    private final OuterStatement outer;
    private final Pull query;
    private final List<PulledRows> pulled;
    private final Dialect dialect;

    private PulledTables(OuterStatement outer, Pull query, List<PulledRows> pulled) {
        this.outer = outer;
        this.query = query;
        this.pulled = pulled;
        this.dialect = dialect(outer, query);
    }

    /** Reads the leaves of a query, one after the other. */
    static PulledTables pull(OuterStatement outer, Pull query) throws SQLException {
        PullMeter meter = new PullMeter(outer.deployed().deployment().props().pulling());
        Dialect dialect = dialect(outer, query);
        RowLocks locks = query.locks();
        PulledRows[] locked = locks == null || locks.find() == null
                ? new PulledRows[query.leaves().size()]
                : new KeyedLocking(outer, query, meter, dialect).run();
        List<PulledRows> pulled = new LeafReading(outer, query, meter, dialect, locked).all();
        Counters counters = outer.session().counters();
        if (counters != null) {
            counters.pulled(meter.rows());
        }
        return new PulledTables(outer, query, pulled);
    }

    /** The dialect of the data source that combines the rows. */
    private static Dialect dialect(OuterStatement outer, Pull query) {
        return outer.deployed().deployment().pool(query.dataSource()).dialect();
    }

    /** The steps that make and fill the tables, one after the other. */
    List<CombinedWork.Step> steps() throws SQLException {
        PreparingSteps steps = new PreparingSteps(sendsTogether());
        int[] counts = new int[pulled.size()];
        for (int i = 0; i < pulled.size(); i++) {
            Leaf leaf = query.leaves().get(i);
            counts[i] = pulled.get(i).size();
            addTable(leaf, steps);
            // a computed value may be put into a column of another type
            steps.insert(leaf.table(), pulled.get(i), !leaf.readsToTell());
            for (String copy : leaf.copies()) {
                steps.run(dialect.temporaries().copy(copy, leaf.table()));
            }
            for (String table : leaf.keys().key().isEmpty() ? List.<String>of() : leaf.tables()) {
                steps.run("ALTER TABLE " + table + " ADD PRIMARY KEY ("
                        + String.join(", ", leaf.keys().key()) + ")");
            }
        }
        addStatistics(counts, steps);
        return steps.all();
    }

    /** Whether the data source accepts texts of several statements, and loses nothing by it. */
    private boolean sendsTogether() {
        Deployment deployment = outer.deployed().deployment();
        return deployment.props().sendTogether()
                && dialect.drivers().answersSeveralStatementsAtOnce()
                && !deployment.pool(query.dataSource()).repeatsStatements();
    }

    /** Makes the table of a leaf. Another data source, or the user's own transaction, may have to tell its types. */
    private void addTable(Leaf leaf, PreparingSteps steps) throws SQLException {
        if (leaf.columnsDataSource() == query.dataSource()
                && !outer.session().transactions().hidesTables()) {
            String unlocked = leaf.readsToTell() ? dialect.temporaries().readNextWithoutLocks() : null;
            if (unlocked != null) {
                steps.run(unlocked);
            }
            steps.run(dialect.temporaries().create(leaf.table(), leaf.columnsSql()));
            return;
        }
        Deployment deployment = outer.deployed().deployment();
        try (ConnectionLease lease = outer.session().lease(deployment, leaf.columnsDataSource())) {
            String definitions = ColumnDefinitions.of(dialect, lease.connection(), leaf.columnsSql());
            steps.run(dialect.temporaries().createOf(leaf.table(), definitions));
        }
    }

    /**
     * Gives the database statistics of the tables. It takes a table without statistics for one of some hundred rows,
     * and joins it with another one by reading all rows of that one for each of its rows.
     *
     * @param counts the rows of each leaf
     */
    private void addStatistics(int[] counts, PreparingSteps steps) {
        StringJoiner counted = new StringJoiner(", ");
        boolean many = false;
        for (int i = 0; i < counts.length; i++) {
            Leaf leaf = query.leaves().get(i);
            for (String column :
                    counts[i] < WORTH_AN_INDEX ? List.<String>of() : leaf.keys().lookUps()) {
                String index = dialect.temporaries().index(leaf.table(), column);
                if (index != null) {
                    steps.run(index);
                }
            }
            counted.add(leaf.table());
            many |= counts[i] >= WORTH_STATISTICS;
        }
        String statistics = many ? dialect.temporaries().count(counted.toString()) : null;
        if (statistics != null) {
            steps.run(statistics);
        }
    }

    /** The statements that remove the tables. */
    List<String> removal() {
        List<String> statements = new ArrayList<>();
        for (Leaf leaf : query.leaves()) {
            for (String table : leaf.tables()) {
                String drop = dialect.temporaries().drop(table);
                if (drop != null) {
                    statements.add(drop);
                }
            }
        }
        return statements;
    }

    /** Replaces in a message the name of a leaf's table by what the table stands for. */
    SQLException named(SQLException error) {
        String message = error.getMessage();
        if (message == null) {
            return error;
        }
        String text = message;
        for (int i = query.leaves().size() - 1; i >= 0; i--) {
            Leaf leaf = query.leaves().get(i);
            for (int k = leaf.copies().size(); k >= 0; k--) {
                String table = leaf.tables().get(k);
                text = text.replace(table, leaf.name());
                text = text.replace(table.toUpperCase(Locale.ROOT), leaf.name());
            }
        }
        return text.equals(message) ? error : SqlErrors.reworded(error, text);
    }
}
