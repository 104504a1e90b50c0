package org.shardingjdbc.feature.encrypt.backfill;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.feature.encrypt.EncryptRuleConfiguration;
import org.shardingjdbc.feature.encrypt.internal.ColumnEncryption;

/**
 * Brings the rows of a logic table to the state that the configuration of its encrypted columns demands: ciphers and
 * digests under the keys that are used for writing, and, where plain values are read
 * ({@link org.shardingjdbc.feature.encrypt.PlainState#READ_PLAIN}), the ciphers of these values.
 *
 * <p>A backfill works on the data nodes one after another while applications go on. What they write meanwhile is not
 * lost: a row is written only if its forms are still those that were read. A backfill keeps no state of its own. A run
 * that was stopped or failed, or whose process died, is begun again; it reads all rows and writes those that are left.
 * Several may run at the same time.
 *
 * <p>One per table; {@link #stop} may be called by any thread, the other methods by one at a time.
 */
public final class EncryptionBackfill {
    private final String table;
    private final List<ColumnEncryption> columns;
    private final BackfillOptions options;
    private volatile boolean stopped;

    /**
     * @param table a logic table with encrypted columns
     * @throws SQLException when the table has none, or an encryptor is wrong, or makes digests that cannot be made anew
     */
    public EncryptionBackfill(EncryptRuleConfiguration configuration, String table, BackfillOptions options)
            throws SQLException {
        this.table = table;
        this.options = options;
        try {
            this.columns = ColumnEncryption.of(configuration, table);
            if (columns.isEmpty()) {
                throw ActualTable.refuse(table, "the configuration has no encrypted column of it");
            }
            for (ColumnEncryption column : columns) {
                if (!column.isRenewable()) {
                    throw ActualTable.refuse(
                            table, "column " + column + " is stored as a digest, which has no plain value");
                }
            }
        } catch (ShardingException e) {
            throw outside(e);
        }
    }

    /**
     * Encrypts the forms that are not as the configuration demands.
     *
     * @param dataSources the physical data sources by name, as {@code ShardingDataSource.dataSources()} returns them;
     *     each gives one connection at a time
     * @param dataNodes as {@code ds_0.t_user_1}, as {@code ShardingDataSource.dataNodes(table)} returns them
     * @return what was done; rows that cannot be read are counted and left
     * @throws SQLException when a data node has no such columns or no primary key, or the database fails
     */
    public BackfillResult run(Map<String, DataSource> dataSources, List<String> dataNodes) throws SQLException {
        return run(dataSources, dataNodes, true);
    }

    /** As {@link #run} without writing: returns how many rows are left. */
    public BackfillResult check(Map<String, DataSource> dataSources, List<String> dataNodes) throws SQLException {
        return run(dataSources, dataNodes, false);
    }

    /** Ends a run after its present batch, and any later run at once. An interrupt does so too. */
    public void stop() {
        stopped = true;
    }

    private boolean isStopped() {
        return stopped || Thread.currentThread().isInterrupted();
    }

    private BackfillResult run(Map<String, DataSource> dataSources, List<String> dataNodes, boolean writing)
            throws SQLException {
        Findings findings = new Findings();
        try {
            if (dataNodes.isEmpty()) {
                throw ActualTable.refuse(table, "no data node is given, and nothing would be looked at");
            }
            for (String dataNode : dataNodes) {
                int dot = dataNode.indexOf('.');
                DataSource source = dot < 0 ? null : dataSources.get(dataNode.substring(0, dot));
                if (source == null) {
                    throw ActualTable.refuse(
                            table, "'" + dataNode + "' is none of its data nodes: write <data source>.<table>");
                }
                run(source, dataNode, dataNode.substring(dot + 1), writing, findings);
            }
        } catch (ShardingException e) {
            throw outside(e);
        }
        return findings.result();
    }

    private void run(DataSource source, String dataNode, String actual, boolean writing, Findings findings)
            throws SQLException {
        try (Connection connection = source.getConnection()) {
            boolean autoCommit = connection.getAutoCommit();
            connection.setAutoCommit(false);
            try {
                ActualTable found = ActualTable.of(connection, dataNode, actual, columns);
                connection.commit();
                new NodeBackfill(connection, dataNode, found, columns, options, findings).run(writing, this::isStopped);
                connection.setAutoCommit(autoCommit);
            } catch (SQLException | RuntimeException | Error e) {
                undo(connection, autoCommit, e);
                throw e;
            }
        }
    }

    private static void undo(Connection connection, boolean autoCommit, Throwable failure) {
        try {
            connection.rollback();
            connection.setAutoCommit(autoCommit);
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }

    private static SQLException outside(ShardingException e) {
        return new SQLException(e.getMessage(), e.code().sqlState(), e.code().number(), e);
    }
}
