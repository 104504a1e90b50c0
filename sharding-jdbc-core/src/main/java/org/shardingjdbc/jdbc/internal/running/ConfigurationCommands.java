package org.shardingjdbc.jdbc.internal.running;

import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.deployment.Deployments;
import org.shardingjdbc.jdbc.check.CheckOptions;
import org.shardingjdbc.jdbc.check.CheckReport;
import org.shardingjdbc.jdbc.command.CommandTarget;
import org.shardingjdbc.jdbc.command.SingleTable;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.governance.Governance;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions;
import org.shardingjdbc.jdbc.internal.check.DeploymentCheck;
import org.shardingjdbc.jdbc.internal.connection.ShardingConnection;
import org.shardingjdbc.jdbc.internal.metadata.SingleTables;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.plan.Explanation;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.placement.PartitionedTable;

/** A data source as commands see it. One per data source; safe for all threads. */
record ConfigurationCommands(RunningDataSource running) implements CommandTarget {
    @Override
    public ShardingConfiguration configuration() {
        return running.configuration();
    }

    @Override
    public void change(UnaryOperator<ShardingConfiguration> change) throws SQLException {
        running.reconfigure(change, ReconfigureOptions.AT_ONCE);
    }

    @Override
    public void reconfigure(UnaryOperator<ShardingConfiguration> change, ReconfigureOptions options)
            throws SQLException {
        running.reconfigure(change, options);
    }

    @Override
    public <T extends AutoCloseable> T kept(Class<T> type, Supplier<T> make) {
        return running.companions().of(type, make);
    }

    @Override
    public List<String> dataNodes(String table) {
        return running.deployments().current().dataNodes(table);
    }

    @Override
    public long @Nullable [] statementsOfSlots(String table) {
        LogicTable logic = running.deployments().current().rules().table(table);
        PartitionedTable partitioned = logic == null ? null : logic.partitioning();
        return partitioned == null ? null : partitioned.statementsOfSlots();
    }

    @Override
    public List<SingleTable> singleTables(@Nullable String schema) throws SQLException {
        return new SingleTables(running.deployments().current()).find(schema);
    }

    @Override
    public Explanation explain(String sql) {
        return StatementPlanning.explain(running.deployments().current(), sql);
    }

    @Override
    public String layOut(String sql) {
        return new SqlParser(running.deployments().current().dialect()).layOut(sql);
    }

    @Override
    public CheckReport check(CheckOptions options) {
        Deployments deployments = running.deployments();
        return DeploymentCheck.run(deployments.current(), options, new ShardingConnection.Opener(deployments));
    }

    @Override
    public void refresh(List<String> tables) {
        running.deployments().current().definitionsChanged(tables);
    }

    @Override
    public Governance governance() {
        return running.governance();
    }
}
