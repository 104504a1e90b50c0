package org.shardingjdbc.jdbc.internal.statement.step;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;
import org.shardingjdbc.dialect.Dialect;
import org.shardingjdbc.jdbc.internal.error.SqlErrors;
import org.shardingjdbc.jdbc.internal.execute.DeployedPlan;
import org.shardingjdbc.jdbc.internal.execute.Deployment;
import org.shardingjdbc.jdbc.internal.key.GeneratedKeyRequest;
import org.shardingjdbc.jdbc.internal.pull.ColumnDefinitions;
import org.shardingjdbc.jdbc.internal.pull.LeafNames;
import org.shardingjdbc.jdbc.internal.pull.PullMeter;
import org.shardingjdbc.jdbc.internal.pull.PulledRows;
import org.shardingjdbc.jdbc.internal.result.ShardResultSet;
import org.shardingjdbc.jdbc.internal.session.ConnectionLease;
import org.shardingjdbc.jdbc.internal.session.RunSettings;
import org.shardingjdbc.jdbc.internal.session.ShardRun;
import org.shardingjdbc.jdbc.internal.statement.logic.LogicStatement;
import org.shardingjdbc.jdbc.internal.statement.logic.StatementResults;
import org.shardingjdbc.jdbc.internal.statement.logic.WholeTableCheck;
import org.shardingjdbc.jdbc.internal.unit.CombinedWork;
import org.shardingjdbc.jdbc.internal.unit.CombiningSteps;
import org.shardingjdbc.jdbc.internal.unit.StatementOptions;
import org.shardingjdbc.jdbc.internal.unit.UnitStatements;
import org.shardingjdbc.plan.internal.operator.Leaf;
import org.shardingjdbc.plan.internal.operator.Pull;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.syntax.StatementClass;

/**
 * Answers a query from rows that are pulled: reads the leaves one after the other into memory, in the session and its
 * transaction, and gives back what that needed; then takes one connection of the data source that combines them, writes
 * the rows into temporary tables there and runs the query on them. The tables live until the result is closed. One per
 * execution, used by one thread.
 */
final class PulledExecution {
    /** Rows that are looked at sooner than a database counts them, or makes an index of them. */
    private static final int WORTH_STATISTICS = 100;

    private static final int WORTH_AN_INDEX = 1_000;

    /** Of MySQL and MariaDB, to whom a column's collation counts more than that of what is computed. */
    private static final Set<Integer> COLLATIONS_DO_NOT_MIX = Set.of(1267, 1270, 1271);

    private final OuterStatement outer;
    private final LogicStatement statement;
    private final DeployedPlan deployed;
    private final Pull query;

    PulledExecution(OuterStatement outer, Pull query) {
        this.outer = outer;
        this.statement = outer.statement();
        this.deployed = outer.deployed();
        this.query = query;
    }

    /** Runs it; afterwards the statement shows the rows, or nothing is left open. */
    void run() throws SQLException {
        requireReadOnly();
        new WholeTableCheck(statement, deployed).require(query.whole(), query.dataSource());
        CombinedWork work = new CombinedWork(query.dataSource(), steps(pull()));
        ShardRun run = statement.session().startAside(deployed, work, settings(), removal());
        StatementResults results = statement.results();
        results.begin(run);
        try {
            run.execute();
            results.show(rows(work), work);
        } catch (SQLException e) {
            SQLException named = named(e);
            closeAfter(named);
            if (query.otherwise() == null || !COLLATIONS_DO_NOT_MIX.contains(e.getErrorCode())) {
                throw named;
            }
            results.beginSteps();
            new PulledExecution(outer, query.otherwise()).run();
        } catch (RuntimeException | Error e) {
            closeAfter(e);
            throw e;
        }
    }

    /** Where the message names the table of a leaf it names what that stands for. */
    private SQLException named(SQLException error) {
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

    private void closeAfter(Throwable failure) {
        try {
            statement.results().closeAll();
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }

    private void requireReadOnly() throws SQLException {
        if (statement.shape().concurrency() != ResultSet.CONCUR_READ_ONLY) {
            throw SqlErrors.refuse(
                    "An updatable result set",
                    "the statement is answered from copies of its tables; restrict it to one data node by its sharding"
                            + " columns, or read only");
        }
    }

    private List<PulledRows> pull() throws SQLException {
        PullMeter meter = new PullMeter(deployed.deployment().props().pulling());
        List<PulledRows> pulled = new ArrayList<>(query.leaves().size());
        for (Leaf leaf : query.leaves()) {
            PulledRows rows = new PulledRows(dialect(), leaf.name(), meter);
            outer.read(leaf.rows(), meter.mostRows(), rows::columns, rows::add);
            pulled.add(rows);
        }
        return pulled;
    }

    private Dialect dialect() {
        return deployed.deployment().pool(query.dataSource()).dialect();
    }

    /** Makes the table of a leaf, whose types another data source may have to tell, or the user's own transaction. */
    private void addTable(Leaf leaf, List<CombinedWork.Step> steps) throws SQLException {
        Dialect dialect = dialect();
        if (leaf.columnsDataSource() == query.dataSource()
                && !statement.session().transactions().hidesTables()) {
            String unlocked = leaf.readsToTell() ? dialect.temporaries().readNextWithoutLocks() : null;
            if (unlocked != null) {
                steps.add(CombiningSteps.run(unlocked));
            }
            steps.add(CombiningSteps.run(dialect.temporaries().create(leaf.table(), leaf.columnsSql())));
            return;
        }
        Deployment deployment = deployed.deployment();
        try (ConnectionLease lease = statement.session().lease(deployment, leaf.columnsDataSource())) {
            String definitions = ColumnDefinitions.of(dialect, lease.connection(), leaf.columnsSql());
            steps.add(CombiningSteps.run(dialect.temporaries().createOf(leaf.table(), definitions)));
        }
    }

    private List<CombinedWork.Step> steps(List<PulledRows> pulled) throws SQLException {
        List<CombinedWork.Step> steps = new ArrayList<>();
        int[] counts = new int[pulled.size()];
        for (int i = 0; i < pulled.size(); i++) {
            Leaf leaf = query.leaves().get(i);
            counts[i] = pulled.get(i).size();
            addTable(leaf, steps);
            steps.addAll(CombiningSteps.insert(leaf.table(), pulled.get(i)));
            for (String copy : leaf.copies()) {
                steps.add(CombiningSteps.run(dialect().temporaries().copy(copy, leaf.table())));
            }
            for (String table : leaf.keys().key().isEmpty() ? List.<String>of() : leaf.tables()) {
                steps.add(CombiningSteps.run("ALTER TABLE " + table + " ADD PRIMARY KEY ("
                        + String.join(", ", leaf.keys().key()) + ")"));
            }
        }
        addStatistics(counts, steps);
        UnitStatements statements = new UnitStatements(
                statement.shape(),
                GeneratedKeyRequest.NONE,
                statement.options(),
                statement.options().maxRows,
                null,
                false);
        steps.add(CombiningSteps.query(query.combining(), outer.given(), statements));
        return steps;
    }

    /**
     * Tells the database what is in the tables, of which it knows nothing: a table without statistics is taken for one
     * of some hundred rows, and joined with another by looking at all rows of that for each.
     *
     * @param counts the rows of each leaf
     */
    private void addStatistics(int[] counts, List<CombinedWork.Step> steps) {
        StringJoiner counted = new StringJoiner(", ");
        boolean many = false;
        for (int i = 0; i < counts.length; i++) {
            Leaf leaf = query.leaves().get(i);
            for (String column :
                    counts[i] < WORTH_AN_INDEX ? List.<String>of() : leaf.keys().lookUps()) {
                String index = dialect().temporaries().index(leaf.table(), column);
                if (index != null) {
                    steps.add(CombiningSteps.run(index));
                }
            }
            counted.add(leaf.table());
            many |= counts[i] >= WORTH_STATISTICS;
        }
        String statistics = many ? dialect().temporaries().count(counted.toString()) : null;
        if (statistics != null) {
            steps.add(CombiningSteps.run(statistics));
        }
    }

    private List<String> removal() {
        List<String> statements = new ArrayList<>();
        for (Leaf leaf : query.leaves()) {
            for (String table : leaf.tables()) {
                String drop = dialect().temporaries().drop(table);
                if (drop != null) {
                    statements.add(drop);
                }
            }
        }
        return statements;
    }

    private RunSettings settings() {
        StatementOptions options = statement.options();
        boolean held = deployed.plan() instanceof ShardPlan plan && plan.heldRows();
        return new RunSettings(
                StatementClass.READ,
                true,
                statement.shape().isForwardReadOnly() && !held,
                held ? 0 : options.fetchSize,
                options.queryTimeoutSeconds,
                -1);
    }

    private ResultSet rows(CombinedWork work) throws SQLException {
        Deployment deployment = deployed.deployment();
        LeafNames names = new LeafNames(query, deployment.names(), work.schema());
        return new ShardResultSet(work.rows(), statement.results(), names);
    }
}
