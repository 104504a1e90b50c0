package org.shardingjdbc.jdbc.command;

import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.jdbc.check.CheckOptions;
import org.shardingjdbc.jdbc.check.CheckReport;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.governance.Governance;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions;
import org.shardingjdbc.plan.Explanation;

/** The sharding data source on which a command is executed. Safe for all threads. */
@Incubating
public interface CommandTarget {
    /** The configuration that is current now. */
    ShardingConfiguration configuration();

    /**
     * Replaces the configuration by one that is derived from the current one; no other change happens meanwhile.
     *
     * @throws SQLException when the new one has mistakes, or a data source cannot be connected to; then nothing has
     *     changed
     * @throws org.shardingjdbc.error.ShardingException what the change throws; then nothing has changed
     */
    void change(UnaryOperator<ShardingConfiguration> change) throws SQLException;

    /**
     * As {@link #change}, and waits as
     * {@link org.shardingjdbc.jdbc.ShardingDataSource#reconfigure(ShardingConfiguration, ReconfigureOptions)} does. The
     * change is asked when its turn has come: behind all changes that began before.
     *
     * @throws SQLException as {@code reconfigure} does; the options say which configuration is used then
     * @throws org.shardingjdbc.error.ShardingException what the change throws; then nothing has changed
     */
    void reconfigure(UnaryOperator<ShardingConfiguration> change, ReconfigureOptions options) throws SQLException;

    /**
     * What a command language keeps for this data source: made at the first call, and closed with the data source,
     * before its pools.
     *
     * @param make is called once
     * @throws org.shardingjdbc.error.ShardingException when the data source is closed
     */
    <T extends AutoCloseable> T kept(Class<T> type, Supplier<T> make);

    /** The data nodes of a logic table, as {@code ds_0.t_order_1}, in configured order. */
    List<String> dataNodes(String table) throws SQLException;

    /**
     * By slot of a table that is sharded by HASH_SLOT about how many values statements of this instance have placed in
     * it since the configuration counts.
     *
     * @return null where nobody counts them, which the algorithm says
     */
    long @Nullable [] statementsOfSlots(String table) throws SQLException;

    /**
     * The tables of the data sources that belong to no sharded table and to no broadcast table, by data source and
     * name.
     *
     * @param schema where they are; null for the schema that connections are in
     * @throws SQLException when a database cannot be asked
     */
    List<SingleTable> singleTables(@Nullable String schema) throws SQLException;

    /**
     * What a statement without parameters would do, without doing it.
     *
     * @throws SQLException when a database cannot be asked for definitions that are needed
     * @throws org.shardingjdbc.error.ShardingException when the SQL is wrong or refused
     */
    Explanation explain(String sql) throws SQLException;

    /**
     * A statement of the databases' dialect in lines; nothing but blanks between tokens changes.
     *
     * @throws org.shardingjdbc.error.ShardingException when a string, a quoted name or a comment has no end
     */
    String layOut(String sql);

    /**
     * Compares the databases with the configuration; changes nothing.
     *
     * @throws SQLException when the thread is interrupted
     */
    CheckReport check(CheckOptions options) throws SQLException;

    /** Reads the definitions of these logic tables again, or of all when the list is empty, and makes plans anew. */
    void refresh(List<String> tables);

    /**
     * The registry.
     *
     * @throws org.shardingjdbc.error.ShardingException when there is none
     */
    Governance governance();
}
