package org.shardingjdbc.transaction.xa.internal;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.shardingjdbc.dialect.twophase.TwoPhaseCommit;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.transaction.BranchInDoubt;
import org.shardingjdbc.transaction.BranchInDoubt.Owner;
import org.shardingjdbc.transaction.ShardingTransaction;
import org.shardingjdbc.transaction.TransactionErrors;
import org.shardingjdbc.transaction.TransactionSource;
import org.shardingjdbc.transaction.xa.internal.PreparedBranches.PreparedBranch;

/** The transactions of one sharding data source by one coordinator. Safe for all threads. */
public final class XaTransactions implements AutoCloseable {
    private final String name;
    private final Coordinator coordinator;
    private final int timeoutSeconds;
    private final OpenTransactions open = new OpenTransactions();
    private volatile Map<String, TransactionSource> sources = Map.of();

    /**
     * @param name of the sharding data source, unique in the JVM
     * @param timeoutSeconds after which a transaction can only be rolled back
     */
    public XaTransactions(String name, Coordinator coordinator, int timeoutSeconds) {
        this.name = name;
        this.coordinator = coordinator;
        this.timeoutSeconds = timeoutSeconds;
    }

    /**
     * These can become branches from now on.
     *
     * @throws SQLException when the database of one lacks something; then nothing has changed
     */
    public void use(List<TransactionSource> others) throws SQLException {
        Map<String, TransactionSource> next = new HashMap<>();
        for (TransactionSource source : others) {
            if (source.twoPhaseCommit() != null) {
                check(source);
                next.put(source.name(), source);
            }
        }
        coordinator.register(List.copyOf(next.values()));
        sources = Map.copyOf(next);
    }

    /** Asks a database for what it needs to prepare and to recover. */
    private static void check(TransactionSource source) throws SQLException {
        TwoPhaseCommit commands = source.twoPhaseCommit();
        try (Connection connection = source.open();
                Statement statement = connection.createStatement()) {
            if (commands.asksWhatIsMissing() != null) {
                try (ResultSet rows = statement.executeQuery(commands.asksWhatIsMissing())) {
                    if (rows.next()) {
                        throw TransactionErrors.of(ErrorCode.XA_IMPOSSIBLE, source.name(), rows.getString(1));
                    }
                }
            }
            if (commands.neededForPrepared() != null) {
                requirePrepared(source, statement);
            }
        }
    }

    private static void requirePrepared(TransactionSource source, Statement statement) throws SQLException {
        TwoPhaseCommit commands = source.twoPhaseCommit();
        try {
            statement.executeQuery(commands.prepared()).close();
        } catch (SQLException e) {
            throw TransactionErrors.causedBy(
                    e,
                    ErrorCode.XA_IMPOSSIBLE,
                    source.name(),
                    "its prepared branches cannot be looked for (" + e.getMessage() + "): "
                            + commands.neededForPrepared());
        }
    }

    /** A new transaction. */
    public ShardingTransaction begin() throws SQLException {
        XaTransaction begun = new XaTransaction(name, coordinator.begin(timeoutSeconds), sources, timeoutSeconds, open);
        open.add(begun);
        return begun;
    }

    /** What stands for the transaction that the calling thread runs in. */
    public Optional<Object> surrounding() throws SQLException {
        return coordinator.surrounding();
    }

    /** Takes part in the transaction that the calling thread runs in. */
    public ShardingTransaction join() throws SQLException {
        return new XaTransaction(name, coordinator.join(), sources, timeoutSeconds, open);
    }

    /** The prepared branches of all data sources, whosever they are. */
    public List<BranchInDoubt> inDoubt() throws SQLException {
        List<BranchInDoubt> found = new ArrayList<>();
        for (TransactionSource source : sources.values()) {
            for (PreparedBranch each : new PreparedBranches(source).all()) {
                Owner owner = coordinator.ownerOf(each.branch());
                found.add(new BranchInDoubt(source.name(), each.branch(), Optional.ofNullable(each.since()), owner));
            }
        }
        return found;
    }

    @Override
    public void close() {
        open.close();
        coordinator.close();
    }
}
