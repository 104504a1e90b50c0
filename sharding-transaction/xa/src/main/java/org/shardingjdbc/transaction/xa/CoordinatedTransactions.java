package org.shardingjdbc.transaction.xa;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.shardingjdbc.transaction.BranchInDoubt;
import org.shardingjdbc.transaction.ShardingTransaction;
import org.shardingjdbc.transaction.TransactionProvider;
import org.shardingjdbc.transaction.TransactionSetup;
import org.shardingjdbc.transaction.TransactionSource;
import org.shardingjdbc.transaction.xa.internal.Coordinator;
import org.shardingjdbc.transaction.xa.internal.XaSettings;
import org.shardingjdbc.transaction.xa.internal.XaTransactions;

/** XA transactions, whoever coordinates them. Safe for all threads. */
abstract class CoordinatedTransactions implements TransactionProvider {
    private volatile XaTransactions transactions;

    /**
     * Opens the coordinator.
     *
     * @throws SQLException when it cannot start
     */
    abstract Coordinator open(TransactionSetup setup, XaSettings settings) throws SQLException;

    @Override
    public final String type() {
        return "XA";
    }

    @Override
    public final boolean isTwoPhase() {
        return true;
    }

    @Override
    public final void start(TransactionSetup setup) throws SQLException {
        XaSettings settings = XaSettings.of(setup.properties());
        XaTransactions opened = new XaTransactions(setup.name(), open(setup, settings), settings.timeoutSeconds());
        boolean done = false;
        try {
            opened.use(setup.sources());
            transactions = opened;
            done = true;
        } finally {
            if (!done) {
                opened.close();
            }
        }
    }

    @Override
    public final void changed(List<TransactionSource> sources) throws SQLException {
        transactions.use(sources);
    }

    @Override
    public final ShardingTransaction begin() throws SQLException {
        return transactions.begin();
    }

    @Override
    public final Optional<Object> surrounding() throws SQLException {
        return transactions.surrounding();
    }

    @Override
    public final ShardingTransaction join() throws SQLException {
        return transactions.join();
    }

    @Override
    public final List<BranchInDoubt> inDoubt() throws SQLException {
        return transactions.inDoubt();
    }

    @Override
    public final void close() {
        XaTransactions open = transactions;
        if (open != null) {
            open.close();
        }
    }
}
