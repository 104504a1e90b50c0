package org.shardingjdbc.distsql.internal;

import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.check.CheckOptions;
import org.shardingjdbc.jdbc.check.CheckReport;
import org.shardingjdbc.jdbc.command.CommandTarget;
import org.shardingjdbc.jdbc.command.SingleTable;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.governance.Governance;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions;
import org.shardingjdbc.plan.Explanation;

/** A configuration that changes without being compiled. */
final class MemoryTarget implements CommandTarget {
    private ShardingConfiguration current = ShardingConfiguration.builder().build();

    @Override
    public ShardingConfiguration configuration() {
        return current;
    }

    @Override
    public void change(UnaryOperator<ShardingConfiguration> change) {
        current = change.apply(current);
    }

    @Override
    public void reconfigure(UnaryOperator<ShardingConfiguration> change, ReconfigureOptions options) {
        change(change);
    }

    @Override
    public <T extends AutoCloseable> T kept(Class<T> type, Supplier<T> make) {
        return make.get();
    }

    @Override
    public List<String> dataNodes(String table) {
        return List.of();
    }

    @Override
    public long[] statementsOfSlots(String table) {
        return null;
    }

    @Override
    public List<SingleTable> singleTables(String schema) {
        return List.of();
    }

    @Override
    public Explanation explain(String sql) {
        throw new ShardingException(ErrorCode.DISTSQL_UNSUPPORTED, "PREVIEW", "nothing is planned in memory");
    }

    @Override
    public String layOut(String sql) {
        throw new ShardingException(ErrorCode.DISTSQL_UNSUPPORTED, "FORMAT", "there is no dialect in memory");
    }

    @Override
    public CheckReport check(CheckOptions options) {
        return new CheckReport(List.of(), 0, 0, 0, 0);
    }

    @Override
    public void refresh(List<String> tables) {}

    @Override
    public Governance governance() {
        throw new ShardingException(ErrorCode.NOT_GOVERNED, "governance()");
    }

    List<List<String>> ask(String sql) throws SQLException {
        return new DistSqlLanguage().read(sql).execute(this).rows();
    }

    MemoryTarget execute(String sql) throws SQLException {
        new DistSqlLanguage().read(sql).execute(this);
        return this;
    }
}
