package org.shardingjdbc.engine.internal.execute.driver;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.rule.beside.WritesBeside;
import org.shardingjdbc.rule.placement.LogicTable;

/**
 * Updatable rows of one data node. The driver changes them there and nowhere else. So it must not get a row that
 * belongs to another node, nor change one that other data sources have as well, or beside which something is written.
 * As thread-safe as the driver's rows.
 */
final class PlacedRows implements InvocationHandler {
    private final ResultSet rows;
    private final LogicTable table;
    /** What rules write beside each write of the table. */
    private final List<WritesBeside> writers;

    private final boolean labelled;

    /** @param labelled whether the driver's metadata return labels as names */
    private PlacedRows(ResultSet rows, LogicTable table, List<WritesBeside> writers, boolean labelled) {
        this.rows = rows;
        this.table = table;
        this.writers = writers;
        this.labelled = labelled;
    }

    /** Wraps the rows so that they may be changed. */
    static ResultSet of(ResultSet rows, ShardPlan plan, Deployment deployment) throws SQLException {
        if (rows.getConcurrency() != ResultSet.CONCUR_UPDATABLE) {
            return rows;
        }
        ResultSet placed = rows;
        for (String name : plan.facts().logicTables()) {
            LogicTable table = deployment.rules().table(name);
            List<WritesBeside> writers = deployment.rules().writesBeside(name);
            if (table != null && (table.isSpread() || table.isReplicated() || !writers.isEmpty())) {
                placed = (ResultSet) Proxy.newProxyInstance(
                        PlacedRows.class.getClassLoader(),
                        new Class<?>[] {ResultSet.class},
                        new PlacedRows(
                                placed,
                                table,
                                writers,
                                deployment.dialect().drivers().tellsLabelsAsNames()));
            }
        }
        return placed;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
        String name = method.getName();
        if (name.startsWith("update") || name.equals("insertRow") || name.equals("deleteRow")) {
            check(name, args);
        }
        try {
            return method.invoke(rows, args);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private void check(String method, Object[] args) throws SQLException {
        if (table.isReplicated()) {
            throw SqlErrors.refuse(
                    method + " on an updatable result",
                    "all data sources have the rows of broadcast table " + table.name()
                            + ", and one of them would be changed; execute an INSERT, UPDATE or DELETE");
        }
        if (!writers.isEmpty()) {
            throw SqlErrors.refuse(
                    method + " on an updatable result",
                    writers.get(0).name() + " writes beside each write of table " + table.name()
                            + "; execute an INSERT, UPDATE or DELETE");
        }
        if (method.equals("insertRow")) {
            throw SqlErrors.refuse(
                    "insertRow on an updatable result",
                    "the row of table " + table.name() + " may belong to another data node; execute an INSERT");
        }
        if (args == null || args.length == 0) {
            return;
        }
        int column = args[0] instanceof Integer number ? number : rows.findColumn((String) args[0]);
        String changed = name(method, rows.getMetaData(), column);
        if (table.isShardingColumn(changed)) {
            throw SqlErrors.refuse(
                    method + " of sharding column " + changed + " on an updatable result",
                    "the row of table " + table.name() + " may belong to another data node then; execute an UPDATE");
        }
    }

    /**
     * The column's name in the table. PostgreSQL's driver returns labels as names, and has a method of its own for
     * this.
     */
    private String name(String method, ResultSetMetaData metaData, int column) throws SQLException {
        if (!labelled) {
            return metaData.getColumnName(column);
        }
        try {
            Method base = metaData.getClass().getMethod("getBaseColumnName", int.class);
            return (String) base.invoke(metaData, column);
        } catch (ReflectiveOperationException e) {
            throw SqlErrors.refuse(
                    method + " of " + metaData.getColumnLabel(column) + " on an updatable result",
                    "its driver does not tell which column of table " + table.name()
                            + " that is, and a sharding column must not be changed so; execute an UPDATE");
        }
    }
}
