package org.shardingjdbc.transaction.xa;

import java.sql.SQLException;
import org.shardingjdbc.transaction.TransactionSetup;
import org.shardingjdbc.transaction.xa.internal.Coordinator;
import org.shardingjdbc.transaction.xa.internal.XaSettings;
import org.shardingjdbc.transaction.xa.internal.atomikos.AtomikosCoordinator;

/**
 * XA transactions by Atomikos. Properties of the configuration: {@code timeout-seconds} (60), after which a transaction
 * can only be rolled back; {@code node-name}, by which operators know its branches (without it the host's name);
 * {@code log-directory} ({@code transaction-logs}), where decisions are written down, of this node only. Others are
 * handed to Atomikos if their names begin with {@code com.atomikos.}; where the application has started Atomikos
 * itself, only the time-out counts. Safe for all threads.
 */
public final class AtomikosTransactionProvider extends CoordinatedTransactions {
    @Override
    public String name() {
        return "Atomikos";
    }

    @Override
    Coordinator open(TransactionSetup setup, XaSettings settings) throws SQLException {
        return AtomikosCoordinator.open(setup.name(), settings, settings.logSource(setup.sources()));
    }
}
