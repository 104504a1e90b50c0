package org.shardingjdbc.transaction.xa;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.shardingjdbc.transaction.BranchInDoubt;
import org.shardingjdbc.transaction.ShardingTransaction;
import org.shardingjdbc.transaction.TransactionProvider;
import org.shardingjdbc.transaction.TransactionSetup;
import org.shardingjdbc.transaction.TransactionSource;
import org.shardingjdbc.transaction.xa.internal.XaSettings;
import org.shardingjdbc.transaction.xa.internal.XaTransactions;
import org.shardingjdbc.transaction.xa.internal.atomikos.AtomikosCoordinator;

/**
 * XA transactions by Atomikos. Properties of the configuration: {@code timeout-seconds} (60), after which a transaction
 * can only be rolled back; {@code node-name}, by which operators know its branches (without it the host's name);
 * {@code log-directory} ({@code transaction-logs}), where decisions are written down, of this node only. Others are
 * handed to Atomikos if their names begin with {@code com.atomikos.}; where the application has started Atomikos
 * itself, only the time-out counts. Safe for all threads.
 */
public final class AtomikosTransactionProvider implements TransactionProvider {
    private volatile XaTransactions transactions;

    @Override
    public String type() {
        return "XA";
    }

    @Override
    public String name() {
        return "Atomikos";
    }

    @Override
    public boolean isTwoPhase() {
        return true;
    }

    @Override
    public void start(TransactionSetup setup) throws SQLException {
        XaSettings settings = XaSettings.of(setup.properties());
        AtomikosCoordinator coordinator =
                AtomikosCoordinator.open(setup.name(), settings, settings.logSource(setup.sources()));
        XaTransactions opened = new XaTransactions(setup.name(), coordinator, settings.timeoutSeconds());
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
    public void changed(List<TransactionSource> sources) throws SQLException {
        transactions.use(sources);
    }

    @Override
    public ShardingTransaction begin() throws SQLException {
        return transactions.begin();
    }

    @Override
    public Optional<Object> surrounding() throws SQLException {
        return transactions.surrounding();
    }

    @Override
    public ShardingTransaction join() throws SQLException {
        return transactions.join();
    }

    @Override
    public List<BranchInDoubt> inDoubt() throws SQLException {
        return transactions.inDoubt();
    }

    @Override
    public void close() {
        XaTransactions open = transactions;
        if (open != null) {
            open.close();
        }
    }
}
