package org.shardingjdbc.engine.internal.statement.logic;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.session.transaction.ConnectionLease;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.fact.PlanFacts.WholeTable;
import org.shardingjdbc.plan.internal.operator.ShardPlan;

/**
 * Reads from the databases the columns of tables that a plan uses by position, before the plan is executed: another
 * instance may have redefined the tables, and no result would show that. One per execution, used by one thread.
 */
public final class WholeTableCheck {
    private static final int MOST_ATTEMPTS = 3;

    private final LogicStatement statement;
    private final DeployedPlan deployed;

    public WholeTableCheck(LogicStatement statement, DeployedPlan deployed) {
        this.statement = statement;
        this.deployed = deployed;
    }

    /**
     * The plan of a batch, whose rows go to several places: made anew where a table was redefined since.
     *
     * @param deployed the plan made before
     * @param plan makes the current plan
     */
    public static DeployedPlan fresh(LogicStatement statement, DeployedPlan deployed, Supplier<DeployedPlan> plan)
            throws SQLException {
        DeployedPlan current = deployed;
        for (int attempt = 0; current.plan() instanceof ShardPlan shard; attempt++) {
            if (shard.facts().whole().isEmpty()) {
                return current;
            }
            try {
                String first = statement.session().transactions().firstDataSource();
                int asked = first == null
                        ? 0
                        : deployed.deployment().rules().dataSourceNames().indexOf(first);
                new WholeTableCheck(statement, current).require(shard.facts().whole(), Math.max(0, asked));
                return current;
            } catch (ShardingException e) {
                if (e.code() != ErrorCode.MERGE_COLUMNS_DIFFER || attempt == MOST_ATTEMPTS) {
                    throw e;
                }
                current = plan.get();
            }
        }
        return current;
    }

    /**
     * Checks the tables.
     *
     * @param dataSource index of the one to ask, if it has such a table
     * @throws ShardingException when a table was redefined since it was planned
     */
    public void require(List<WholeTable> tables, int dataSource) throws SQLException {
        for (WholeTable table : tables) {
            int asked = place(table, dataSource);
            List<String> found =
                    asked < 0 ? table.columns() : columns(table.queries().get(asked), asked);
            if (!areAlike(found, table.columns())
                    && !deployed.deployment()
                            .isKnownToDiffer(deployed.epoch(), table.queries().get(asked), found)) {
                differs(table, asked, found);
            }
        }
    }

    /**
     * An actual table has other columns. Actual tables may have their columns in different orders; then the order of
     * the catalog holds.
     */
    private void differs(WholeTable table, int asked, List<String> found) {
        boolean redefined = deployed.definitionsDiffer(List.of(table.logicTable()));
        if (redefined || !deployed.isCurrent()) {
            throw new ShardingException(
                    ErrorCode.MERGE_COLUMNS_DIFFER, "columns " + found, "columns " + table.columns());
        }
        deployed.deployment().knownToDiffer(deployed.epoch(), table.queries().get(asked), found);
    }

    private static int place(WholeTable table, int dataSource) {
        if (!table.queries().get(dataSource).isEmpty()) {
            return dataSource;
        }
        for (int other = 0; other < table.queries().size(); other++) {
            if (!table.queries().get(other).isEmpty()) {
                return other;
            }
        }
        return -1;
    }

    private List<String> columns(String query, int dataSource) throws SQLException {
        try (ConnectionLease lease = statement.session().lease(deployed.deployment(), dataSource);
                Statement asking = lease.connection().createStatement()) {
            asking.setQueryTimeout(statement.options().queryTimeoutSeconds);
            try (ResultSet none = asking.executeQuery(query)) {
                ResultSetMetaData metaData = none.getMetaData();
                List<String> names = new ArrayList<>();
                for (int i = 1; i <= metaData.getColumnCount(); i++) {
                    names.add(metaData.getColumnName(i));
                }
                return names;
            }
        } catch (SQLException e) {
            throw SqlErrors.onDataSource(
                    e, deployed.deployment().rules().dataSourceNames().get(dataSource));
        }
    }

    private static boolean areAlike(List<String> found, List<String> planned) {
        if (found.size() != planned.size()) {
            return false;
        }
        for (int i = 0; i < found.size(); i++) {
            if (!found.get(i).equalsIgnoreCase(planned.get(i))) {
                return false;
            }
        }
        return true;
    }
}
