package org.shardingjdbc.engine.internal.show;

import java.sql.JDBCType;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.twophase.TwoPhaseCommit;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.result.LocalColumn;
import org.shardingjdbc.engine.internal.session.Session;
import org.shardingjdbc.transaction.BranchInDoubt;
import org.shardingjdbc.transaction.BranchInDoubt.Decision;
import org.shardingjdbc.transaction.BranchInDoubt.Ownership;

/** The rows of SHOW SHARDING TRANSACTIONS: a row for each branch in doubt, with what an operator can do. Stateless. */
public final class TransactionRows {
    private static final List<LocalColumn> COLUMNS = List.of(
            LocalColumn.text("data_source"),
            LocalColumn.text("xid"),
            LocalColumn.text("node"),
            LocalColumn.text("owner"),
            LocalColumn.text("decision"),
            new LocalColumn("since", JDBCType.TIMESTAMP),
            LocalColumn.text("what_to_do"));

    private TransactionRows() {}

    public static List<LocalColumn> columns() {
        return COLUMNS;
    }

    /** @throws SQLException when a database cannot be asked */
    public static List<Object[]> rows(Session session, Deployment deployment) throws SQLException {
        List<Object[]> rows = new ArrayList<>();
        for (BranchInDoubt branch : session.transactions().origin().inDoubt()) {
            rows.add(new Object[] {
                branch.dataSourceName(),
                branch.branch().toString(),
                branch.owner().node().isEmpty() ? null : branch.owner().node(),
                name(branch.owner().ownership()),
                name(branch.owner().decision()),
                branch.since().map(Timestamp::from).orElse(null),
                whatToDo(branch, commands(deployment, branch.dataSourceName()))
            });
        }
        return rows;
    }

    private static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Of a data source that is still there. */
    private static @Nullable TwoPhaseCommit commands(Deployment deployment, String dataSource) {
        int all = deployment.rules().allDataSourceNames().size();
        for (int i = 0; i < all; i++) {
            if (deployment.pool(i).name().equals(dataSource)) {
                return deployment.pool(i).dialect().twoPhaseCommit();
            }
        }
        return null;
    }

    private static String whatToDo(BranchInDoubt branch, @Nullable TwoPhaseCommit commands) {
        if (branch.owner().ownership() == Ownership.OWN) {
            return "nothing: this process ends it";
        }
        if (commands == null) {
            return "ask whoever has begun it";
        }
        String commit = commands.commitPrepared(branch.branch());
        String rollback = commands.rollbackPrepared(branch.branch());
        if (branch.owner().ownership() == Ownership.UNKNOWN) {
            return "ask whoever has begun it; by hand: " + commit + " or " + rollback;
        }
        String node = "start node " + branch.owner().node() + " with its log, which ends it; if it never comes back: ";
        return switch (branch.owner().decision()) {
            case COMMIT -> node + commit;
            case NONE -> node + rollback;
            case UNKNOWN ->
                node + "look for the transaction in its log: " + commit + " if it is there as " + Decision.COMMIT
                        + ", else " + rollback;
        };
    }
}
